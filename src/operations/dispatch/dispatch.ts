// Every call goes through here: find the operation, authenticate the caller, route the call.
//
//   call → admission → its body is read → begin → Callers → ReadCalls | WriteCalls | CompositeCalls → ReplySender
//
// Guaranteed: each call is answered exactly once, also when its operation throws.
import { ResponseCache } from '../../engine/cache/response-cache.ts';
import { CallPace } from '../../engine/search/call-pace.ts';
import type { Histogram } from '../../kernel/histogram.ts';
import type { StreamableReply } from '../../kernel/reply-stream.ts';
import type { CallFields, Caller, Operation } from '../context/operation.ts';
import { SlowCalls } from '../context/slow-work.ts';
import { Admission } from './admission.ts';
import type { CallOrigin, DispatchLoad } from './call-observer.ts';
import { Callers } from './callers.ts';
import { CheckedReplies } from './checked-replies.ts';
import { CompositeCalls } from './composite-calls.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { IncomingCall, NO_FIELDS } from './incoming-call.ts';
import type { BulkCall, SendReply, UnreadBody } from './incoming-call.ts';
import { InterruptedCalls } from './interrupted-calls.ts';
import { decideOutside } from './outside-decision.ts';
import type { OutsideDecision } from './outside-decision.ts';
import { maskCall } from './masked-calls.ts';
import { ReadCalls } from './read-calls.ts';
import { BULK, OPERATIONS, unknownOperation } from './registry.ts';
import { ReplySender } from './reply-sender.ts';
import { SearchSlices } from './search-slices.ts';
import { checkDryRun, checkStrictCall } from './strict-call.ts';
import { WorkBalance, callerOf } from './work-balance.ts';
import { WriteCalls } from './write-calls.ts';
import { XmlReplies } from './xml-replies.ts';

/** Returns the operation of a call that waits, and notes what is known of one whose body is not read. */
const operationOf = (call: IncomingCall): Operation | undefined => {
  const { bulk, unread } = call;
  if (bulk !== undefined) return OPERATIONS.get('aggregate');
  const head = unread?.head();
  if (head?.ok === true) call.know(head.value);
  return OPERATIONS.get(call.name);
};

export class Dispatch {
  readonly callers: Callers;
  private readonly options: DispatchOptions;
  private readonly replies: ReplySender;
  private readonly reads: ReadCalls;
  private readonly writes: WriteCalls;
  private readonly composites: CompositeCalls;
  private readonly admission: Admission;
  private readonly balance: WorkBalance;
  private readonly slices: SearchSlices;
  private readonly checked: CheckedReplies | undefined;

  constructor(options: DispatchOptions) {
    const { engine, admission, work } = options;
    this.options = options;
    this.replies = new ReplySender(options);
    this.checked = options.checkReplies
      ? new CheckedReplies((operation, error, consequence) => this.replies.faultOf(operation, error, consequence))
      : undefined;
    this.balance = new WorkBalance(options.balance);
    this.admission = new Admission(
      admission,
      engine.memory.calls,
      (call, nowMs) => this.beginAdmitted(call, nowMs),
      (call, refusal) => this.replies.refuse(call, undefined, refusal, 0),
      (call) => this.callers.callerOf(call),
    );
    this.slices = new SearchSlices(
      work,
      () => this.admission.isBusy,
      (caller, ms) => this.balance.charge(caller, ms),
    );
    const xml = new XmlReplies(options, this.replies, this.slices, engine.memory.waiting);
    this.callers = new Callers(options, (call, body, done) => xml.convert(call, body, done));
    const slow = new SlowCalls(options.slowLimits);
    const interrupted = new InterruptedCalls(engine, this.replies, this.slices, work, (call) =>
      this.beginAdmitted(call, admission.nowMs()),
    );
    this.reads = new ReadCalls(
      options,
      this.replies,
      slow,
      this.newCache(),
      interrupted,
      this.slices.charge,
      (call) =>
        new CallPace(
          work,
          call.ensureMeter(),
          () => !this.admission.isBusy && this.balance.hasCredit(callerOf(call)),
          engine.memory.searches,
        ),
    );
    this.writes = new WriteCalls(
      options,
      this.replies,
      slow,
      interrupted,
      (call) => this.begin(call),
      (call, caller, unit) => this.reads.givePace(call, caller, unit),
    );
    this.composites = new CompositeCalls(
      options,
      this.replies,
      this.slices,
      this.callers,
      this.checked,
      interrupted,
      (fields, key, collector, origin) =>
        this.begin(new IncomingCall(fields, key, collector, '', engine.readContext(), admission.nowMs(), origin)),
    );
  }

  /** Returns a response cache that forgets everything once a person is erased. */
  private newCache(): ResponseCache {
    const { engine, publisher, service } = this.options;
    const cache = new ResponseCache(engine.memory.cache, () => engine.readContext());
    engine.erasedObservers.push(() => {
      cache.clear();
      publisher?.clear();
      service.documents.pdf.forget();
      service.documents.html.forget();
    });
    return cache;
  }

  /** Whether a call with these bytes has a cached reply, which may be outdated: the call reads. */
  isCached(bytes: string): boolean {
    return this.reads.isCached(bytes);
  }

  /** Answers a call by its bytes, if what its cached reply was made from is unchanged. False: it must be decoded. */
  sendCached(bytes: string, send: SendReply, origin?: CallOrigin): boolean {
    return this.reads.sendCached(bytes, send, origin);
  }

  /**
   * `bytes`: the call as sent, if its encoding has one form only; '' otherwise. `streamable`: for long lists; without
   * it they are buffered and sent in one piece.
   */
  call(
    fields: CallFields,
    idempotencyKey: string,
    send: SendReply,
    bytes = '',
    origin?: CallOrigin,
    streamable?: StreamableReply,
  ): void {
    return this.admit(this.newCall(fields, idempotencyKey, send, bytes, origin, streamable));
  }

  /** The same for a call whose body is read once it begins, and never where nobody knows who sends it. */
  receive(
    body: UnreadBody,
    idempotencyKey: string,
    send: SendReply,
    bytes: string,
    origin: CallOrigin,
    streamable: StreamableReply,
  ): void {
    const call = this.newCall(NO_FIELDS, idempotencyKey, send, bytes, origin, streamable);
    call.opened = body.sender(call.reader);
    if (call.opened === undefined && !this.hasHead(call, body)) return undefined;
    if (call.opened !== undefined) call.unread = body;
    return this.admit(call);
  }

  /** False where it is refused. A call whose credentials are wrong goes on with its head, and is denied. */
  private hasHead(call: IncomingCall, body: UnreadBody): boolean {
    const head = body.head();
    if (!head.ok) body.refuse(head);
    else {
      call.know(head.value);
      call.opened = this.callers.open(head.value, call.reader);
    }
    return head.ok;
  }

  private newCall(
    fields: CallFields,
    idempotencyKey: string,
    send: SendReply,
    bytes: string,
    origin: CallOrigin | undefined,
    streamable: StreamableReply | undefined,
  ): IncomingCall {
    const { checked, options } = this;
    const reader = options.engine.readContext();
    const nowMs = options.admission.nowMs();
    const call = new IncomingCall(fields, idempotencyKey, send, bytes, reader, nowMs, origin, streamable);
    if (checked !== undefined) checked.watch(call);
    return call;
  }

  /** See CompositeCalls.runBulk. A bulk call waits among the calls that cost most. */
  bulk(bulk: BulkCall, idempotencyKey: string, send: SendReply, origin?: CallOrigin): void {
    const fields = { ...bulk.credentials, request: BULK };
    const { engine, admission } = this.options;
    const call = new IncomingCall(fields, idempotencyKey, send, '', engine.readContext(), admission.nowMs(), origin);
    call.bulk = bulk;
    return this.admit(call);
  }

  private admit(call: IncomingCall): void {
    const { observer, admission } = this.options;
    if (observer !== undefined) call.observe(observer, admission.nowMs);
    return this.admission.admit(call, operationOf);
  }

  /** Charges work of a millisecond or more to the caller, together with that of the call's parts. */
  private beginAdmitted(call: IncomingCall, nowMs: number): void {
    if (call.unread !== undefined && !this.isRead(call, call.unread)) return;
    this.begin(call);
    const ms = this.options.admission.nowMs() - nowMs;
    if (ms < 1) return;
    this.balance.charge(callerOf(call), ms);
    call.work?.use(ms);
  }

  /** False where its body is read in a later turn, or cannot be. */
  private isRead(call: IncomingCall, body: UnreadBody): boolean {
    const { nowMs } = this.options.admission;
    if (!body.mayRead(() => this.beginAdmitted(call, nowMs()))) return false;
    const fields = body.read();
    call.unread = undefined;
    if (fields.ok) call.know(fields.value);
    else body.refuse(fields);
    return fields.ok;
  }

  private begin(call: IncomingCall): void {
    try {
      this.answer(call);
    } catch (error) {
      this.replies.failCall(call, error);
    }
  }

  private answer(call: IncomingCall): void {
    call.noteKnownSeq();
    if (call.bulk !== undefined) return this.composites.runBulk(call, call.bulk);
    const operation = OPERATIONS.get(call.name);
    if (operation?.effect === 'read' && operation.cacheable) call.reader.recordReadSet();
    const caller = this.callers.authenticate(call, operation);
    if (!caller.ok) return this.replies.refuse(call, operation, caller, call.reader.readSeq);
    return this.route(call, operation, caller.value);
  }

  private route(call: IncomingCall, operation: Operation | undefined, caller: Caller): void {
    const { name, fields, reader } = call;
    if (operation === undefined) return this.replies.refuse(call, operation, unknownOperation(name), reader.readSeq);
    const { hidden } = caller.rights;
    // A call that begins again may have had a role that hid something.
    if (hidden !== undefined || call.hidden !== undefined) maskCall(call, operation, hidden ?? []);
    const strict = checkStrictCall(operation, fields);
    const fits = strict.ok ? checkDryRun(operation, fields) : strict;
    if (!fits.ok) return this.replies.refuse(call, operation, fits, reader.readSeq);
    switch (operation.effect) {
      case 'read':
        return this.reads.run(call, operation, caller);
      case 'write':
        return this.writes.run(call, operation, caller);
      case 'aggregate':
        return this.composites.runAggregate(call, operation, caller);
      default:
        return operation satisfies never;
    }
  }

  /** See decideOutside. */
  decideOutside(decision: OutsideDecision): void {
    return decideOutside(this.options.engine, this.replies, decision);
  }

  /** Gives up searches that go on in slices, and those that would: a successor has taken over. */
  endSearches(): void {
    this.slices.cancelAll(true);
  }

  /** Gives up aggregates, lists and XML of reads as well: the server stops. */
  endLongWork(): void {
    this.slices.cancelAll(false);
    this.reads.endLists();
  }

  /** Counts the cached replies that other threads have sent since the last time. */
  collectPublished(): void {
    this.reads.collectPublished();
  }

  /** Calls under way now, and what the cache has answered since the start. */
  get load(): DispatchLoad {
    const { hits: cacheHits, misses: cacheMisses, lists } = this.reads;
    const { admission, slices } = this;
    return { callsWaiting: admission.waitingCalls, searchesOpen: slices.open, lists, cacheHits, cacheMisses };
  }

  /** Seconds that replies waited for the disk. */
  get gateWaits(): Histogram {
    return this.replies.waited;
  }
}
