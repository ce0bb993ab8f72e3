// One call from fields to reply, top to bottom: find → credential → repeat → session → parameters → prepare → handle →
// view → gate.
import type { Session } from '../../domain/cart/session.ts';
import { checkLive } from '../../domain/cart/session.ts';
import type { RememberedCall } from '../../domain/channels/idempotency-record.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { loginHolds } from '../../domain/accounts/log-in.ts';
import type { Engine } from '../../engine/engine.ts';
import { ResponseCache } from '../../engine/cache/response-cache.ts';
import type { ReadContext } from '../../engine/read-context.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Cause } from '../../engine/journal/record.ts';
import type { Actor } from '../../engine/actor-table.ts';
import { toBody, toJson } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';
import { isAbsent, readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { DONE, errorRecord, must, ok, refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { Aggregate } from './aggregate.ts';
import { CallContext } from '../context/call-context.ts';
import { ChannelKeys, authorise, textOf } from '../access/channel-keys.ts';
import type {
  BatchOperation,
  CallFields,
  Caller,
  Operation,
  ReadOperation,
  Services,
  WriteOperation,
} from '../context/operation.ts';
import { IncomingCall as Call } from './incoming-call.ts';
import type { ReplyCollector, SendReply } from './incoming-call.ts';
import type { StreamableReply } from '../../kernel/reply-stream.ts';
import { longListReplies } from './long-list-reply.ts';
import type { SendLongList, LongListReplyOptions } from './long-list-reply.ts';
import { PendingReply } from './pending-reply.ts';
import { OPERATIONS } from './registry.ts';
import { IdempotencyKeys, idempotencyKeyOf } from './idempotency.ts';
import type { KeyedCall, IdempotencyOptions } from './idempotency.ts';
import { SlowCalls } from '../context/slow-work.ts';
import type { SlowLimits } from '../context/slow-work.ts';

export interface DispatchOptions extends IdempotencyOptions, LongListReplyOptions {
  readonly service: Services;
  readonly strictSecretKey: boolean;
  readonly responseCacheBytesMax: number;
  /** Calls that may wait at a time for something slow outside the engine, by kind. */
  readonly slowLimits: SlowLimits;
  /** A reply's JSON as XML (Decision 8). */
  readonly toXml: (json: string) => string;
  /** A fault of a call; the id also stands in the reply's detail. */
  readonly logFault: (id: string, operation: string, error: unknown) => void;
}

type Args = { readonly [name: string]: unknown };
type Read = ReadOperation<Params>;
type Write = WriteOperation<Params, unknown, unknown>;

export class Dispatch {
  private readonly options: DispatchOptions;
  private readonly engine: Engine;
  private readonly kept: ResponseCache;
  private readonly channels = new ChannelKeys();
  private readonly repeats: IdempotencyKeys;
  private readonly listReply: SendLongList;
  private readonly slow: SlowCalls;
  private faults = 0;

  constructor(options: DispatchOptions) {
    this.options = options;
    this.engine = options.engine;
    this.kept = new ResponseCache(options.responseCacheBytesMax, () => options.engine.readContext());
    this.repeats = new IdempotencyKeys(options);
    this.listReply = longListReplies(options, {
      fault: (call, error) => this.fault(nameOf(call), error, 'Nothing was changed.'),
      reply: (readSeq, body, call) => this.reply(readSeq, 200, body, call),
    });
    this.slow = new SlowCalls(options.slowLimits);
  }

  /**
   * Answers a call whose very bytes were answered before, when nothing that answer was made from has changed since,
   * the caller's credentials included. False: it must be decoded.
   */
  sendCached(bytes: string, send: SendReply): boolean {
    const kept = this.kept.lookupAlias(bytes);
    if (kept === undefined) return false;
    const { meter, emptySearchText } = kept;
    meter?.count(kept.bytes);
    this.options.service.usage.countEmptySearch(emptySearchText);
    this.send(kept.readSeq, 200, kept.bytes, send);
    return true;
  }

  /**
   * Answers exactly once, when everything that the reply saw is on the disk.
   *
   * `bytes`: the call as sent, where its encoding has one form only; '' otherwise. `address`: see Caller. `way`: for
   * long lists; without one they are gathered and sent in one piece, too.
   */
  call(
    fields: CallFields,
    idempotencyKey: string,
    to: SendReply | ReplyCollector,
    bytes = '',
    address = '',
    way?: StreamableReply,
  ): void {
    this.begin(new Call(fields, idempotencyKey, to, bytes, address, this.engine.readContext(), way));
  }

  private begin(call: Call): void {
    try {
      this.answer(call);
    } catch (error) {
      this.faulted(call, error);
    }
  }

  private faulted(call: Call, error: unknown): void {
    const refusal = this.fault(nameOf(call), error, 'Nothing was changed.');
    this.reply(0, 200, toJson(errorRecord(refusal)), call, refusal);
  }

  private fault(name: string, error: unknown, stands: string): Refusal {
    this.faults += 1;
    const id = `${Date.now().toString(36)}-${this.faults}`;
    this.options.logFault(id, name, error);
    return refuse('INTERNAL_ERROR', '', `${stands} ${REFUSALS.INTERNAL_ERROR.sentence} Fault ${id}.`);
  }

  // Thrown where replies are released, it would end the process.
  private xml(call: Call, json: string): string {
    const { toXml } = this.options;
    try {
      return toXml(json);
    } catch (error) {
      return toXml(toJson(errorRecord(this.fault(nameOf(call), error, 'The reply could not be written as XML.'))));
    }
  }

  private answer(call: Call): void {
    const { name, fields, reader, address } = call;
    const operation = OPERATIONS.get(name);
    if (operation?.effect === 'read' && operation.cacheable) reader.recordReadSet();
    const channel = this.channels.authenticate(
      textOf(fields['licence_username']),
      textOf(fields['licence_password']),
      reader,
    );
    const caller = authorise(channel, fields, operation, address, this.options.strictSecretKey);
    if (!caller.ok) return this.denied(call, operation, caller, channel);
    this.count(call, caller.value);
    if (operation === undefined) return this.refused(call, operation, unknownOperation(name), reader.readSeq);
    switch (operation.effect) {
      case 'read':
        return this.read(call, operation, caller.value);
      case 'write':
        return this.write(call, operation, caller.value);
      case 'batch':
        return this.bundle(call, operation);
      default:
        return operation satisfies never;
    }
  }

  private count(call: Call, { channelId, output }: Caller): void {
    const meter = this.options.service.usage.meter(channelId);
    if (output === 'xml') call.answerInXml((json) => this.xml(call, json), meter);
    else call.meter = meter;
  }

  /** In the format of the channel, where username and password are right. Its usage counts permitted calls only. */
  private denied(call: Call, operation: Operation | undefined, refusal: Refusal, channel: Actor | undefined): void {
    if ((channel?.state as Channel | undefined)?.output === 'xml')
      call.answerInXml((json) => this.xml(call, json), undefined);
    return this.refused(call, operation, refusal, call.reader.readSeq);
  }

  /** Whether these are the credentials of a channel, the secret key among them. Refuses: PERMISSION_DENIED. */
  permits(fields: CallFields): Result<unknown> {
    const { licence_username: username, licence_password: password, licence_secret_key: secretKey } = fields;
    const channel = this.channels.authenticate(textOf(username), textOf(password), this.engine.readContext());
    const caller = authorise(channel, fields, undefined, '', false);
    return caller.ok && isAbsent(secretKey) ? refuse('PERMISSION_DENIED', 'licence_secret_key') : caller;
  }

  /** A decision that no caller of an operation asks for; `done` is called when it, or what it saw, is on the disk. */
  decide(
    operation: string,
    decision: (tx: Transaction) => Result<void>,
    done: (refusal: Refusal | undefined) => void,
  ): void {
    if (this.engine.hasFailed) return done(refuse('JOURNAL_FAILED'));
    if (this.engine.isOverloaded) return done(refuse('OVERLOADED'));
    const unit = this.engine.begin();
    let refusal: Refusal | undefined;
    let seq = 0;
    try {
      const result = decision(unit);
      if (result.ok) seq = this.engine.commit(unit, { operation, channelId: 0, sessionId: 0, userId: 0 });
      else refusal = result;
    } catch (error) {
      refusal = this.fault(operation, error, 'Nothing was changed.');
    }
    return this.engine.releaseWhenDurable(Math.max(seq, unit.readSeq), {
      release: () => done(refusal),
      fail: () => done(refuse('JOURNAL_FAILED')),
    });
  }

  private read(call: Call, operation: Read, caller: Caller): void {
    const { name, reader, bytes, fields, meter } = call;
    const { service } = this.options;
    const opened = this.openSession(operation, fields, caller, reader);
    if (!opened.ok) return this.refused(call, operation, opened, reader.readSeq);
    const args = readParams(operation.params, fields);
    if (!args.ok) return this.refused(call, operation, args, reader.readSeq);
    const key = operation.cacheable ? keptKey(name, caller, args.value) : '';
    const kept = key === '' ? undefined : this.kept.lookup(key);
    if (kept !== undefined) {
      if (bytes !== '') this.kept.addAlias(key, bytes);
      service.usage.countEmptySearch(kept.emptySearchText);
      return this.reply(Math.max(kept.readSeq, reader.readSeq), 200, kept.bytes, call);
    }
    const full = this.slow.refusal(operation.slow);
    if (full !== undefined) return this.refused(call, operation, full, 0);
    const ctx = new CallContext(caller, reader, service, opened.value);
    const result = operation.view(args.value, ctx);
    if (result instanceof Promise) return this.later(call, operation, result);
    if (!result.ok) return this.refused(call, operation, result, reader.readSeq);
    const { zeroResultText: foundNothing } = ctx;
    service.usage.countEmptySearch(foundNothing);
    if (reader.lazyLists !== undefined)
      return this.listReply(call, result.value, (refusal) => this.refused(call, operation, refusal, reader.readSeq));
    const body = toBody(result.value);
    if (key === '') return this.reply(reader.readSeq, 200, body, call);
    const reply = this.kept.set(key, body, reader, { meter, emptySearchText: foundNothing });
    if (bytes !== '') this.kept.addAlias(key, bytes);
    return this.reply(reader.readSeq, 200, reply, call);
  }

  private later(call: Call, operation: Read, reply: Exclude<ReturnType<Read['view']>, Result<unknown>>): void {
    const { readSeq } = call.reader;
    const { slow } = operation;
    must(slow !== undefined, 'an operation that makes its callers wait says what for');
    this.slow.begin(slow);
    reply
      .then((result) =>
        result.ok
          ? this.reply(readSeq, 200, toBody(result.value), call)
          : this.refused(call, operation, result, readSeq),
      )
      .catch((error: unknown) => this.faulted(call, error))
      .finally(() => this.slow.end(slow));
  }

  private write(call: Call, operation: Write, caller: Caller): void {
    const { engine, options } = this;
    const { name, fields, reader } = call;
    const refused = (refusal: Refusal, readSeq = reader.readSeq): void =>
      this.refused(call, operation, refusal, readSeq);
    if (engine.hasFailed) return refused(refuse('JOURNAL_FAILED'), 0);
    if (engine.isOverloaded) return refused(refuse('OVERLOADED'), 0);
    const key = idempotencyKeyOf(fields, call.idempotencyKey);
    if (!key.ok) return refused(key);
    const opened = this.openSession(operation, fields, caller, reader);
    if (!opened.ok) return refused(opened);
    const args = readParams(operation.params, fields);
    if (!args.ok) return refused(args);
    const actor = opened.value;
    const ctx = new CallContext(caller, reader, options.service, actor);
    const rehearse = args.value['dry_run'] === true ? operation.dryRun : undefined;
    const keyed =
      key.value === '' || rehearse !== undefined ? undefined : this.keyed(name, caller, actor, key.value, args.value);
    const before = keyed && this.repeats.lookup(reader, keyed);
    if (before !== undefined)
      return before.ok ? this.repeat(call, operation, before.value, ctx, args.value) : refused(before);
    const { prepared } = call;
    const isStale = prepared?.ok === true && operation.isStale?.(args.value, ctx, prepared.value) === true;
    if (operation.prepare !== undefined && (prepared === undefined || isStale))
      return this.prepare(call, operation, args.value, ctx, keyed);

    const cause: Cause = {
      operation: name,
      channelId: caller.channelId,
      sessionId: actor?.id ?? 0,
      userId: (actor?.state as Session | undefined)?.userId ?? 0,
    };
    const unit = engine.begin();
    const outside = prepared?.ok === true ? prepared.value : undefined;
    const result =
      prepared?.ok === false
        ? prepared
        : operation.handle(args.value, new CallContext(caller, unit, options.service, actor), outside);
    if (!result.ok) {
      if (keyed === undefined) return refused(result, Math.max(unit.readSeq, reader.readSeq));
      if (!REFUSALS[result.code].transient)
        engine.transact(cause, (tx) => (this.repeats.record(tx, keyed, result), DONE));
      return refused(result, engine.headSeq);
    }
    if (rehearse !== undefined)
      return this.reply(Math.max(unit.readSeq, reader.readSeq), 200, toJson(rehearse(ctx)), call);
    if (keyed !== undefined) this.repeats.record(unit, keyed, showsSecret(operation, args.value) ? DONE : result);
    const seq = engine.commit(unit, cause);
    // The view looks at the state after the change, which stands whatever becomes of the view.
    let body: string | Uint8Array;
    try {
      body = toBody(operation.view(result.value, ctx, args.value, outside));
    } catch (error) {
      body = toJson(errorRecord(this.fault(name, error, 'The change was made.')));
    }
    return this.reply(Math.max(seq, unit.readSeq, reader.readSeq), 200, body, call);
  }

  private prepare(
    call: Call,
    operation: Write,
    args: Args,
    ctx: CallContext<ReadContext>,
    keyed: KeyedCall | undefined,
  ): void {
    const full = this.slow.refusal(operation.slow);
    if (full !== undefined) return this.refused(call, operation, full, 0);
    const anew = (): void => {
      call.reader = this.engine.readContext();
      this.begin(call);
    };
    // Simultaneous duplicates wait for the first.
    const refused = (why: Refusal): void => this.refused(call, operation, why, this.engine.headSeq);
    if (keyed !== undefined && !this.repeats.claim(keyed, anew, refused)) return undefined;
    let refusal: Refusal | undefined;
    const over = (): void => {
      this.slow.end(operation.slow);
      if (keyed !== undefined) this.repeats.release(keyed, refusal);
    };
    this.slow.begin(operation.slow);
    void Promise.resolve()
      .then(() => operation.prepare!(args, ctx))
      .then((result) => {
        if (!result.ok) refusal = result;
        // Under a key a refusal is an outcome like any other, and `write` remembers it.
        if (!result.ok && keyed === undefined) return this.refused(call, operation, result, ctx.shop.readSeq);
        call.prepared = result;
        return anew();
      })
      .catch((error: unknown) => this.faulted(call, error))
      .finally(over);
  }

  private bundle(call: Call, operation: BatchOperation<Params>): void {
    const args = readParams(operation.params, call.fields);
    const parts = args.ok ? operation.calls(args.value) : args;
    if (!parts.ok) return this.refused(call, operation, parts, call.reader.readSeq);
    const key = idempotencyKeyOf(call.fields, call.idempotencyKey);
    if (!key.ok) return this.refused(call, operation, key, call.reader.readSeq);
    return new Aggregate({
      fields: call.fields,
      idempotencyKey: key.value,
      parts: parts.value,
      begin: (fields, idempotencyKey, collector) => this.call(fields, idempotencyKey, collector, '', call.address),
      done: (readSeq, record, refusal) =>
        this.reply(Math.max(readSeq, call.reader.readSeq), 200, this.bundled(call, record), call, refusal),
    }).next();
  }

  // Parts may end on any turn of the loop: thrown there, it would end the process.
  private bundled(call: Call, record: Json): string {
    try {
      return toJson(record);
    } catch (error) {
      return toJson(
        errorRecord(
          this.fault(nameOf(call), error, 'The parts were called, and their replies could not be written as one.'),
        ),
      );
    }
  }

  /**
   * Finds the session; writes its later end, at most once an hour, and the end of its login. Refuses:
   * PARAMETER_MISSING, SESSION_INVALID.
   */
  private openSession(
    operation: Operation,
    fields: CallFields,
    caller: Caller,
    reader: ReadContext,
  ): Result<Actor | undefined> {
    if (operation.session === 'none') return NO_SESSION;
    const code = fields['session'];
    if (operation.session === 'optional' && isAbsent(code)) return NO_SESSION;
    if (code === undefined || code === null || code === '')
      return refuse('PARAMETER_MISSING', 'session', 'The parameter session is required.');
    const actor = this.options.service.codes.open(reader, code);
    if (actor === undefined) return refuse('SESSION_INVALID', 'session');
    const session = actor.state as Session;
    const live = checkLive(session, reader.atMs);
    if (!live.ok) return live;
    const { sessionTtlMs, sessionTouchIntervalMs } = this.engine.rules;
    if (session.expiresMs - reader.atMs <= sessionTtlMs - sessionTouchIntervalMs) {
      const cause: Cause = {
        operation: 'session',
        channelId: caller.channelId,
        sessionId: actor.id,
        userId: session.userId,
      };
      this.engine.transact(cause, (tx) => tx.ask('session', actor.id, { type: 'touch', lifeMs: sessionTtlMs }));
      reader.track(actor);
    }
    if (session.userId !== 0 && !loginHolds(reader, session)) {
      const cause: Cause = {
        operation: 'session',
        channelId: caller.channelId,
        sessionId: actor.id,
        userId: session.userId,
      };
      this.engine.transact(cause, (tx) => tx.ask('session', actor.id, { type: 'log_out' }));
      reader.track(actor);
    }
    return ok(actor);
  }

  private refused(call: Call, operation: Operation | undefined, refusal: Refusal, readSeq: number): void {
    const { status } = REFUSALS[refusal.code];
    const record =
      status === 200 && operation?.failure !== undefined ? operation.failure(refusal) : errorRecord(refusal);
    this.reply(readSeq, status, toJson(record), call, refusal);
  }

  private reply(
    readSeq: number,
    status: number,
    body: string | Uint8Array,
    { to, meter }: Call,
    refusal?: Refusal,
  ): void {
    if (typeof to !== 'function') return to.collect(readSeq, status, body, refusal);
    meter?.count(body);
    this.send(readSeq, status, body, to);
  }

  private send(readSeq: number, status: number, body: string | Uint8Array, to: SendReply): void {
    if (readSeq <= this.engine.durableSeq) to(status, body);
    else this.engine.releaseWhenDurable(readSeq, new PendingReply(to, status, body));
  }

  private keyed(name: string, { channelId }: Caller, actor: Actor | undefined, key: string, args: Args): KeyedCall {
    const session = actor === undefined ? '' : this.options.service.codes.codeOf(actor);
    return this.repeats.keyed(name, channelId, session, key, args);
  }

  private repeat(
    call: Call,
    operation: Write,
    { outcome }: RememberedCall,
    ctx: CallContext<ReadContext>,
    args: Args,
  ): void {
    const { reader } = call;
    if ('code' in outcome) return this.refused(call, operation, { ok: false, ...outcome, detail: '' }, reader.readSeq);
    const stands = showsSecret(operation, args)
      ? refuse('IDEMPOTENCY_RESULT_GONE')
      : operation.mayReplay?.(outcome.value, ctx, args);
    if (stands?.ok === false) return this.refused(call, operation, stands, reader.readSeq);
    const body = toBody(operation.view(outcome.value, ctx, args));
    return this.reply(reader.readSeq, 200, body, call);
  }
}

const showsSecret = ({ secret }: Write, args: Args): boolean =>
  typeof secret === 'function' ? secret(args) : secret === true;

/** For the log: never what a caller made up. */
const nameOf = ({ name }: Call): string => (OPERATIONS.has(name) ? name : 'unknown');

const NO_SESSION = ok<Actor | undefined>(undefined);

/**
 * Joined, it is in one piece: what JSON.stringify gives is kept as the pieces that it was made from, twice as large.
 */
const keptKey = (name: string, { channelId, backOffice }: Caller, args: Args): string =>
  [name, channelId, backOffice, JSON.stringify(args)].join(' ');

const unknownOperation = (name: string): Refusal =>
  refuse('REQUEST_NOT_VALID', 'request', `There is no operation ${shown(name)}.`);
