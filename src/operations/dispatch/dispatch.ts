// Every call goes through here: find the operation, check the credentials, then read, write or run an aggregate.
//
// Guaranteed: each call is answered exactly once, also when its operation throws.
import type { Channel } from '../../domain/channels/channel.ts';
import type { Actor } from '../../engine/actor-table.ts';
import { ResponseCache } from '../../engine/cache/response-cache.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/read-context.ts';
import { CallPace } from '../../engine/search/call-pace.ts';
import type { Histogram } from '../../kernel/histogram.ts';
import { toJson } from '../../kernel/json.ts';
import { isAbsent, readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import type { StreamableReply } from '../../kernel/reply-stream.ts';
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import { errorRecord, refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { ChannelKeys, authorise, textOf } from '../access/channel-keys.ts';
import type { AggregateOperation, CallFields, Caller, Operation, Person } from '../context/operation.ts';
import { SlowCalls } from '../context/slow-work.ts';
import type { SlowLimits } from '../context/slow-work.ts';
import { Admission } from './admission.ts';
import type { AdmissionOptions } from './admission.ts';
import { Aggregate, joined, refuseForMemory } from './aggregate.ts';
import { Bulk } from './bulk.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { NO_ORIGIN } from './call-observer.ts';
import type { CallObserver, CallOrigin, DispatchLoad } from './call-observer.ts';
import { callerOfPerson, deviceOfCookie, personOfCookie } from './call-of-person.ts';
import type { KnownDevice } from './call-of-person.ts';
import { CheckedReplies } from './checked-replies.ts';
import { IncomingCall as Call } from './incoming-call.ts';
import type { BulkCall, ConvertReply, ReplyCollector, SendReply } from './incoming-call.ts';
import { InterruptedCalls } from './interrupted-calls.ts';
import { ReadCalls } from './read-calls.ts';
import type { ReadOptions } from './read-calls.ts';
import { BULK, OPERATIONS } from './registry.ts';
import { ReplySender } from './reply-sender.ts';
import type { ReplySenderOptions } from './reply-sender.ts';
import { checkStrictCall } from './strict-call.ts';
import { SearchSlices } from './search-slices.ts';
import { WorkBalance, callerOf } from './work-balance.ts';
import type { BalanceOptions } from './work-balance.ts';
import { WriteCalls } from './write-calls.ts';
import type { WriteOptions } from './write-calls.ts';
import { decideOutside } from './outside-decision.ts';
import type { Decision } from './outside-decision.ts';
import { XmlReplies } from './xml-replies.ts';
import type { XmlOptions } from './xml-replies.ts';

export interface DispatchOptions extends ReadOptions, WriteOptions, ReplySenderOptions, XmlOptions {
  /** Reads that merely accept the secret key need it. */
  readonly strictSecretKey: boolean;
  readonly admission: AdmissionOptions;
  readonly balance: BalanceOptions;
  /** Of the replies of one aggregate together, as JSON. */
  readonly aggregateBytesMax: number;
  /** Every reply is checked against what its operation declares: for tests and development. */
  readonly checkReplies: boolean;
  /** Told of every call that is answered; nobody by default. */
  readonly observer?: CallObserver | undefined;
  /** Calls that may wait at a time for something slow outside the engine, by kind. */
  readonly slowLimits: SlowLimits;
}

export class Dispatch {
  private readonly options: DispatchOptions;
  private readonly engine: Engine;
  private readonly channels = new ChannelKeys();
  private readonly replies: ReplySender;
  private readonly reads: ReadCalls;
  private readonly writes: WriteCalls;
  private readonly admission: Admission;
  private readonly balance: WorkBalance;
  private readonly slices: SearchSlices;
  private readonly toXml: ConvertReply;
  private readonly checked: CheckedReplies | undefined;

  constructor(options: DispatchOptions) {
    const { engine, slowLimits, work, admission, balance } = options;
    const { memory } = engine;
    const slow = new SlowCalls(slowLimits);
    const cache = new ResponseCache(memory.cache, () => engine.readContext());
    engine.erasedObservers.push(() => {
      cache.clear();
      options.publisher?.clear();
      options.service.documents.pdf.forget();
      options.service.documents.html.forget();
    });
    this.options = options;
    this.engine = engine;
    this.replies = new ReplySender(options);
    this.checked = options.checkReplies
      ? new CheckedReplies((operation, error, consequence) => this.replies.faultOf(operation, error, consequence))
      : undefined;
    this.balance = new WorkBalance(balance);
    this.admission = new Admission(
      admission,
      memory.calls,
      (call, nowMs) => this.beginAdmitted(call, nowMs),
      (call, refusal) => this.replies.refuse(call, undefined, refusal, 0),
    );
    this.slices = new SearchSlices(
      work,
      () => this.admission.isBusy,
      (caller, ms) => this.balance.charge(caller, ms),
    );
    const xml = new XmlReplies(options, this.replies, this.slices, memory.waiting);
    this.toXml = (call, body, done) => xml.convert(call, body, done);
    const interrupted = new InterruptedCalls(engine, this.replies, this.slices, work, (call) =>
      this.beginAdmitted(call, admission.nowMs()),
    );
    this.reads = new ReadCalls(
      options,
      this.replies,
      slow,
      cache,
      interrupted,
      this.slices.charge,
      (call, msMax) =>
        new CallPace(work, call.meterOf(msMax), () => this.balance.hasCredit(callerOf(call)), memory.searches),
    );
    this.writes = new WriteCalls(options, this.replies, slow, interrupted, (call) => this.begin(call));
  }

  /** Whether a call with these bytes was answered before by a reply that may be sent again: it reads. */
  isCached(bytes: string): boolean {
    return this.reads.isCached(bytes);
  }

  /**
   * Answers a call whose very bytes were answered before, if nothing that reply was made from has changed since, the
   * caller's credentials included. False: the call must be decoded.
   */
  sendCached(bytes: string, send: SendReply, origin = NO_ORIGIN): boolean {
    return this.reads.sendCached(bytes, send, origin);
  }

  /**
   * `bytes`: the call as sent, if its encoding has one form only; '' otherwise. `streamable`: for long lists; without
   * it they are buffered and sent in one piece.
   */
  call(
    fields: CallFields,
    idempotencyKey: string,
    to: SendReply | ReplyCollector,
    bytes = '',
    origin: CallOrigin = NO_ORIGIN,
    streamable?: StreamableReply,
  ): void {
    const { checked, options } = this;
    const reader = this.engine.readContext();
    const arrivedMs = options.admission.nowMs();
    // The replies of parts are checked in the reply of their aggregate.
    if (typeof to !== 'function')
      return this.begin(new Call(fields, idempotencyKey, to, bytes, reader, arrivedMs, origin));
    const send = checked === undefined ? to : checked.checking(fields, to);
    const stream = checked === undefined ? streamable : streamable && checked.checkingStream(fields, streamable);
    const call = new Call(fields, idempotencyKey, send, bytes, reader, arrivedMs, origin, stream);
    if (options.observer !== undefined) call.observe(options.observer, options.admission.nowMs);
    return this.admission.admit(call, OPERATIONS.get(call.name));
  }

  /**
   * Runs the lines of a bulk call (bulk.ts). The reply has a line of JSON for each, or is the refusal of all of them:
   * PERMISSION_DENIED, PARAMETER_INVALID for the key, OVERLOADED.
   */
  bulk(bulk: BulkCall, idempotencyKey: string, send: SendReply, origin: CallOrigin = NO_ORIGIN): void {
    const { observer, admission } = this.options;
    const fields = { ...bulk.credentials, request: BULK };
    const call = new Call(fields, idempotencyKey, send, '', this.engine.readContext(), admission.nowMs(), origin);
    call.bulk = bulk;
    if (observer !== undefined) call.observe(observer, admission.nowMs);
    // It waits among the calls that cost most.
    return this.admission.admit(call, OPERATIONS.get('aggregate'));
  }

  /** Work of a millisecond or more is charged to the caller, together with that of the call's parts. */
  private beginAdmitted(call: Call, nowMs: number): void {
    this.begin(call);
    const ms = this.options.admission.nowMs() - nowMs;
    if (ms < 1) return;
    this.balance.charge(callerOf(call), ms);
    call.work?.use(ms);
  }

  private begin(call: Call): void {
    try {
      this.answer(call);
    } catch (error) {
      this.replies.failCall(call, error);
    }
  }

  private answer(call: Call): void {
    const { name, fields, reader, origin, bulk } = call;
    call.looks();
    if (bulk !== undefined) return this.runBulk(call, bulk);
    const operation = OPERATIONS.get(name);
    if (operation?.effect === 'read' && operation.cacheable) reader.recordReadSet();
    if (origin.personCookie !== undefined) return this.answerPerson(call, operation, origin.personCookie);
    const { licence_username: username, licence_password: password } = fields;
    const opened = this.channels.authenticate(textOf(username), textOf(password), reader);
    // A reply found by the bytes of its call alone would outlive the credentials in them.
    if (opened?.isPrevious) call.bytes = '';
    const caller = authorise(opened, fields, operation, origin.clientAddress, this.options.strictSecretKey);
    if (!caller.ok) return this.deny(call, operation, caller, opened?.actor);
    this.count(call, caller.value);
    return this.run(call, operation, caller.value);
  }

  /** Not counted as usage, which is counted by channel. */
  private answerPerson(call: Call, operation: Operation | undefined, cookie: string): void {
    const { engine, options } = this;
    const asked = { cookie, request: call.name, operation, address: call.origin.clientAddress };
    const caller = callerOfPerson(engine, options.service.codes, asked, call.reader);
    if (!caller.ok) return this.replies.refuse(call, operation, caller, call.reader.readSeq);
    call.channelId = caller.value.channelId;
    return this.run(call, operation, caller.value);
  }

  /** See personOfCookie. */
  personOf(cookie: string): Result<Person> {
    return personOfCookie(this.options.service.codes, cookie, this.engine.readContext());
  }

  /** See deviceOfCookie. */
  deviceOf(cookie: string): KnownDevice | undefined {
    const { codes, accounts } = this.options.service;
    return deviceOfCookie(codes, accounts.devices, cookie, this.engine.readContext());
  }

  private run(call: Call, operation: Operation | undefined, caller: Caller): void {
    const { name, fields, reader } = call;
    if (operation === undefined) return this.replies.refuse(call, operation, unknownOperation(name), reader.readSeq);
    const strict = checkStrictCall(operation, fields);
    if (!strict.ok) return this.replies.refuse(call, operation, strict, reader.readSeq);
    switch (operation.effect) {
      case 'read':
        return this.reads.run(call, operation, caller);
      case 'write':
        return this.writes.run(call, operation, caller);
      case 'aggregate':
        return this.runAggregate(call, operation);
      default:
        return operation satisfies never;
    }
  }

  /** Usage is counted per channel; a channel of XML counts the bytes of the XML. */
  private count(call: Call, { channelId, output }: Caller): void {
    call.channelId = channelId;
    const meter = this.options.service.usage.meter(channelId);
    if (output === 'xml') call.answerInXml(this.toXml, meter);
    else call.meter = meter;
  }

  /** In the format of the channel, if username and password are right. Refused calls are not counted as usage. */
  private deny(call: Call, operation: Operation | undefined, refusal: Refusal, channel: Actor | undefined): void {
    if ((channel?.state as Channel | undefined)?.output === 'xml') call.answerInXml(this.toXml, undefined);
    return this.replies.refuse(call, operation, refusal, call.reader.readSeq);
  }

  private runAggregate(call: Call, operation: AggregateOperation<Params>): void {
    const { readSeq } = call.reader;
    const args = readParams(operation.params, call.fields);
    const calls = args.ok ? operation.calls(args.value) : args;
    if (!calls.ok) return this.replies.refuse(call, operation, calls, readSeq);
    const key = idempotencyKeyOf(call.fields, call.idempotencyKey);
    if (!key.ok) return this.replies.refuse(call, operation, key, readSeq);
    const short = refuseForMemory(this.engine.memory);
    if (short !== undefined) return this.replies.refuse(call, operation, short, readSeq);
    return new Aggregate({
      fields: call.fields,
      idempotencyKey: key.value,
      calls: calls.value,
      begin: (fields, idempotencyKey, collector) => this.call(fields, idempotencyKey, collector, '', call.origin),
      recordChange: (seq) => call.recordChange(seq),
      memory: this.engine.memory.aggregates,
      call,
      goOn: this.inSlices(call),
      bytesMax: this.options.aggregateBytesMax,
      done: (shownSeq, own, parts, refusal) => {
        const body = this.aggregateBody(call, () => joined(own, parts));
        this.replies.reply(call, Math.max(shownSeq, readSeq), body, 200, refusal);
      },
      failed: (error) => this.replies.failCall(call, error),
    }).next();
  }

  private runBulk(call: Call, bulk: BulkCall): void {
    const { engine, options, checked } = this;
    const { reader } = call;
    const key = this.admitBulk(call);
    if (!key.ok)
      return this.replies.reply(call, reader.readSeq, toJson(errorRecord(key)), statusOutsideOperations(key.code), key);
    const failed = (error: unknown): void => {
      if (error !== undefined) this.replies.failCall(call, error);
    };
    const work = new Bulk({
      ...bulk,
      idempotencyKey: key.value,
      bytesMax: options.aggregateBytesMax,
      memory: engine.memory.aggregates,
      isHeldBack: () => engine.writeLoad.isFull && !engine.hasFailed,
      whenDurable: (run) => engine.releaseWhenDurable(engine.headSeq, { release: run, fail: run }),
      goOn: (one) => this.slices.add(callerOf(call), one, failed),
      begin: (fields, lineKey, collector) => this.call(fields, lineKey, collector, '', call.origin),
      faultIn: (fields, status, body) => checked?.faultIn(fields, status, body),
      recordChange: (seq) => call.recordChange(seq),
      done: (shownSeq, body) => this.replies.reply(call, Math.max(shownSeq, reader.readSeq), body),
    });
    return work.begin();
  }

  /** The key of a bulk call that may begin. Refuses: PERMISSION_DENIED, OVERLOADED, PARAMETER_INVALID. */
  private admitBulk(call: Call): Result<string> {
    const caller = this.permitted(call.fields, call.reader);
    if (!caller.ok) return caller;
    const { channelId } = caller.value;
    call.channelId = channelId;
    const short = refuseForMemory(this.engine.memory) ?? this.slices.refusalFor(callerOf(call));
    if (short !== undefined) return short;
    call.meter = this.options.service.usage.meter(channelId);
    return idempotencyKeyOf({}, call.idempotencyKey);
  }

  /**
   * What an aggregate begins its parts with: at once within the budget of one call, later in slices. Other calls are
   * answered between two parts.
   */
  private inSlices(call: Call): (run: () => void) => void {
    const { budgetMs, nowMs } = this.options.work;
    const endMs = nowMs() + budgetMs;
    return (run) => {
      if (nowMs() < endMs) return run();
      const failed = (error: unknown): void => {
        if (error !== undefined) this.replies.failCall(call, error);
      };
      return this.slices.add(callerOf(call), { advance: () => (run(), true) }, failed, { meter: call.work });
    };
  }

  /** Never throws: an aggregate may end in any turn of the event loop, where an exception would end the process. */
  private aggregateBody(call: Call, join: () => Buffer): string | Buffer {
    try {
      return join();
    } catch (error) {
      const place = 'The replies of the parts could not be written as one.';
      return toJson(errorRecord(this.replies.fault(call, error, place)));
    }
  }

  /** The server stops: searches that go on in slices are refused, and those that would. */
  endSearches(): void {
    this.slices.cancelAll();
  }

  /** Counts the cached replies that other threads have sent since the last time. */
  collectPublished(): void {
    this.reads.collectPublished();
  }

  /** What it does at present, and what its cache has answered since the start. */
  get load(): DispatchLoad {
    const { hits: cacheHits, misses: cacheMisses, lists } = this.reads;
    const { admission, slices } = this;
    return { callsWaiting: admission.waitingCalls, searchesOpen: slices.open, lists, cacheHits, cacheMisses };
  }

  /** Seconds that replies waited for the disk. */
  get gateWaits(): Histogram {
    return this.replies.waited;
  }

  /** Whether username and password are those of a channel. */
  knows({ licence_username: username, licence_password: password }: CallFields): boolean {
    return this.channels.authenticate(textOf(username), textOf(password), this.engine.readContext()) !== undefined;
  }

  /** Whether these are the credentials of a channel, the secret key among them. Refuses: PERMISSION_DENIED. */
  permits(fields: CallFields): Result<unknown> {
    return this.permitted(fields, this.engine.readContext());
  }

  private permitted(fields: CallFields, reader: ReadContext): Result<Caller> {
    const { licence_username: username, licence_password: password, licence_secret_key: secretKey } = fields;
    const opened = this.channels.authenticate(textOf(username), textOf(password), reader);
    const caller = authorise(opened, fields, undefined, '', false);
    return caller.ok && isAbsent(secretKey) ? refuse('PERMISSION_DENIED', 'licence_secret_key') : caller;
  }

  /** See decideOutside. */
  decide(operation: string, decision: Decision, done: (refusal: Refusal | undefined) => void): void {
    return decideOutside(this.engine, this.replies, { operation, decision, done });
  }
}

const unknownOperation = (name: string): Refusal =>
  refuse('REQUEST_NOT_VALID', 'request', `There is no operation ${shown(name)}.`);
