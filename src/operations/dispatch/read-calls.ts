// Calls that only read, from their fields to the reply: session → parameters → response cache → view.
//
// A cached reply is sent only while nothing that its view looked at has changed, the caller's credentials included.
import type { Reader } from '../../domain/transaction.ts';
import type { CachedResponse, ResponseCache } from '../../engine/cache/response-cache.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Searched } from '../../engine/maintenance/usage-counter.ts';
import type { CallPace, PaceOptions } from '../../engine/search/call-pace.ts';
import { Interrupted } from '../../kernel/interrupted.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { toBody } from '../../kernel/json.ts';
import type { EncodedReply, Json } from '../../kernel/json.ts';
import { readParams } from '../../kernel/params.ts';
import type { ArgsOf, Params } from '../../kernel/params.ts';
import { must, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { Answers, Unanswered } from '../context/answers.ts';
import { CallContext } from '../context/call-context.ts';
import type { Caller, ReadOperation, Services } from '../context/operation.ts';
import { QuestionPlaces, READ_PLACES } from '../context/question-places.ts';
import type { SlowCalls } from '../context/slow-work.ts';
import { NO_ORIGIN } from './call-observer.ts';
import type { AnsweredCall, CallObserver, CallOrigin } from './call-observer.ts';
import type { IncomingCall, SendReply } from './incoming-call.ts';
import type { InterruptedCalls } from './interrupted-calls.ts';
import type { ListCounts } from './list-scheduler.ts';
import { LongListReplies } from './long-list-reply.ts';
import type { LongListReplyOptions } from './long-list-reply.ts';
import type { ReplyPublisher } from './reply-publisher.ts';
import type { ReplySender } from './reply-sender.ts';
import type { SliceOptions } from './search-slices.ts';
import { sessionOfCall } from './session-of-call.ts';

/** What a call may cost. */
export interface WorkOptions extends PaceOptions, SliceOptions {
  /** Milliseconds of the thread for the searches of one call with a channel's credentials. */
  readonly callMsMax: number;
  /** The same for one call of the back office or with the secret key. */
  readonly trustedCallMsMax: number;
  /** Bytes that searches and long lists of one call with a channel's credentials may hold. */
  readonly callBytesMax: number;
}

/** What one call of the back office or with the secret key may hold, in those of others. */
const TRUSTED_BYTES = 4;

export interface ReadOptions extends LongListReplyOptions {
  readonly observer?: CallObserver | undefined;
  /** Publishes cached replies to other threads; absent: no other thread answers. */
  readonly publisher?: ReplyPublisher | undefined;
  readonly work: WorkOptions;
  readonly engine: Engine;
  readonly service: Services;
}

type Operation = ReadOperation<Params>;

/**
 * Two calls with the same key get the same reply. One text instead of JSON.stringify of all: V8 keeps what
 * JSON.stringify gives as the pieces that it was made from, twice as large.
 */
const cacheKey = (name: string, { channelId, backOffice }: Caller, args: object): string =>
  [name, channelId, backOffice, JSON.stringify(args)].join(' ');

/** `tookMs`: 0 for what was sent at once, whose few microseconds are not worth the two looks at the clock. */
const answeredFromCache = (
  operation: string,
  status: number,
  tookMs: number,
  { traceparent }: CallOrigin,
  readSeq: number,
  knownSeq: number,
): AnsweredCall => ({
  operation,
  channelId: 0,
  status,
  code: status === 200 ? '' : 'JOURNAL_FAILED',
  isCached: true,
  tookMs,
  traceparent,
  readSeq,
  knownSeq,
  madeSeq: 0,
});

export class ReadCalls {
  private readonly engine: Engine;
  private readonly service: Services;
  private readonly replies: ReplySender;
  private readonly slow: SlowCalls;
  private readonly cache: ResponseCache;
  private readonly longLists: LongListReplies;
  private readonly work: WorkOptions;
  private readonly interrupted: InterruptedCalls;
  private readonly newPace: (call: IncomingCall) => CallPace;
  private readonly observer: CallObserver | undefined;
  private readonly publisher: ReplyPublisher | undefined;
  private readonly questions = new QuestionPlaces(READ_PLACES);
  /** Calls that the response cache has answered, and those that it had no valid reply for. */
  hits = 0;
  misses = 0;

  /** `charge`: counts milliseconds of the thread that a caller has used. */
  constructor(
    options: ReadOptions,
    replies: ReplySender,
    slow: SlowCalls,
    cache: ResponseCache,
    interrupted: InterruptedCalls,
    charge: (caller: string, ms: number) => void,
    newPace: (call: IncomingCall) => CallPace,
  ) {
    this.engine = options.engine;
    this.service = options.service;
    this.replies = replies;
    this.slow = slow;
    this.cache = cache;
    this.longLists = new LongListReplies(options, replies, charge);
    this.work = options.work;
    this.interrupted = interrupted;
    this.newPace = newPace;
    this.observer = options.observer;
    this.publisher = options.publisher;
  }

  /** Lets the work of a call that reads go on in later turns. */
  givePace(call: IncomingCall, { backOffice }: Caller, reader: ReadContext): void {
    const { callMsMax, trustedCallMsMax, callBytesMax } = this.work;
    call.workMsMax = backOffice ? trustedCallMsMax : callMsMax;
    call.workBytesMax = backOffice ? callBytesMax * TRUSTED_BYTES : callBytesMax;
    call.newPace = this.newPace;
    reader.paced = call;
  }

  /** Ends the long lists that are being written: the server stops. */
  endLists(): void {
    this.longLists.endAll();
  }

  get lists(): ListCounts {
    return this.longLists.counts;
  }

  run(call: IncomingCall, operation: Operation, caller: Caller): void {
    const { reader, fields } = call;
    const session = sessionOfCall(this.engine, this.service.codes, operation, fields, caller, reader);
    if (!session.ok) return this.replies.refuse(call, operation, session, reader.readSeq);
    const args = readParams(operation.params, fields);
    if (!args.ok) return this.replies.refuse(call, operation, args, reader.readSeq);
    const ctx = new CallContext(caller, reader, this.service, session.value);
    this.givePace(call, caller, reader);
    const { extensions } = this.service;
    if (extensions !== undefined)
      ctx.answersBy = () => (call.answers ??= new Answers(extensions, this.questions, ctx.channelId));
    try {
      this.answer(call, operation, caller, ctx, args.value);
    } catch (error) {
      if (error instanceof Unanswered) return this.interrupted.askFirst(call, operation, error);
      if (error instanceof Interrupted) return this.interrupted.goOnLater(call, operation, error);
      throw error;
    }
  }

  /** Finds out for whom the prices of a reply are. Returns what the reply depends on. Throws Interrupted. */
  private buyFor(call: IncomingCall, operation: Operation, ctx: CallContext<Reader>, args: object): Result<object> {
    const bought = operation.buyer && call.reader.unrecorded(() => operation.buyer!(args as ArgsOf<Params>, ctx));
    if (bought === undefined) return ok(args);
    if (!bought.ok) return bought;
    const { prices, rest, isOfSession } = bought.value;
    ctx.prices = prices;
    // The same bytes may be about other prices after the next call of the session.
    if (isOfSession) call.bytes = '';
    return ok([rest, prices]);
  }

  /** From the cache, or from the view. Throws Interrupted. */
  private answer(
    call: IncomingCall,
    operation: Operation,
    caller: Caller,
    ctx: CallContext<Reader>,
    args: ArgsOf<Params>,
  ): void {
    const { name, reader } = call;
    const keyed = this.buyFor(call, operation, ctx, args);
    if (!keyed.ok) return this.replies.refuse(call, operation, keyed, reader.readSeq);
    const key = operation.cacheable ? cacheKey(name, caller, keyed.value) : '';
    if (key !== '' && this.replyFromCache(call, key)) return;
    reader.records = this.cache.records;
    const full = this.slow.refusal(operation.slow, caller.channelId);
    if (full !== undefined) return this.replies.refuse(call, operation, full, 0);
    // What is made of the reply afterwards is charged to the call, or to its batch, whether the view searches or not.
    if (call.isXml || typeof call.replyTo !== 'function') call.ensureMeter();
    const result = operation.view(args, ctx);
    if (result instanceof Promise) return this.replyLater(call, operation, result);
    if (!result.ok) return this.replies.refuse(call, operation, result, reader.readSeq);
    this.service.usage.countSearch(ctx.searched);
    if (reader.lazyParts !== undefined)
      return this.longLists.send(call, operation, caller, result.value, call.pace.meter);
    const body = toBody(result.value);
    return this.replies.reply(call, reader.readSeq, key === '' ? body : this.cached(call, key, body, ctx.searched));
  }

  /** Whether a reply to the very same bytes is cached, which may be outdated. */
  isCached(bytes: string): boolean {
    return this.cache.hasAlias(bytes);
  }

  /** Answers a call by its bytes alone, if the reply to the very same bytes is cached. False: it must be decoded. */
  sendCached(bytes: string, send: SendReply, origin = NO_ORIGIN): boolean {
    const cached = this.cache.lookupAlias(bytes);
    if (cached === undefined) return false;
    this.hits += 1;
    // Comes before the bytes are sent: their memory may be used again after that.
    if (this.publisher !== undefined) this.publish(this.publisher, bytes, cached);
    cached.meter?.count(cached.bytes);
    this.service.usage.countSearch(cached.searched);
    const { observer, engine } = this;
    if (observer === undefined) this.replies.send(send, cached.readSeq, cached.bytes);
    else if (cached.readSeq > engine.durableSeq)
      this.replies.send(this.observed(observer, send, cached, origin), cached.readSeq, cached.bytes);
    else {
      const call = answeredFromCache(cached.operation, 200, 0, origin, cached.readSeq, observer.knownSeq);
      send(200, cached.bytes, undefined, observer.answered(call));
    }
    return true;
  }

  private publish(publisher: ReplyPublisher, call: string, cached: CachedResponse): void {
    const { bytes, operation, meter, searched, readSeq } = cached;
    if (meter === undefined || searched !== undefined || readSeq > this.engine.durableSeq) return;
    const readSet = this.cache.readSetOf(call, publisher.askedMin);
    if (readSet !== undefined) publisher.publish({ call, bytes, readSet, operation, meter });
  }

  /** Counts what other threads have sent. */
  collectPublished(): void {
    this.publisher?.takeCounts((operation, meter, calls, bytes) => {
      this.hits += calls;
      meter.requests += calls;
      meter.bytes += bytes;
      this.observer?.answeredElsewhere(answeredFromCache(operation, 200, 0, NO_ORIGIN, 0, 0), calls);
    });
  }

  /** Returns `send` with a report to the observer, for a reply that waits for the disk. */
  private observed(
    observer: CallObserver,
    send: SendReply,
    { operation, readSeq }: CachedResponse,
    origin: CallOrigin,
  ): SendReply {
    const arrivedMs = this.work.nowMs();
    const { knownSeq } = observer;
    return (status, body, contentType) => {
      const tookMs = this.work.nowMs() - arrivedMs;
      const call = answeredFromCache(operation, status, tookMs, origin, readSeq, knownSeq);
      send(status, body, contentType, observer.answered(call));
    };
  }

  private replyFromCache(call: IncomingCall, key: string): boolean {
    const cached = this.cache.lookup(key);
    if (cached === undefined) {
      this.misses += 1;
      return false;
    }
    this.hits += 1;
    if (call.bytes !== '') this.cache.addAlias(key, call.bytes);
    this.service.usage.countSearch(cached.searched);
    this.replies.reply(call, Math.max(cached.readSeq, call.reader.readSeq), cached.bytes);
    return true;
  }

  /** Caches a reply that is worth it, also under the bytes of its call. Returns its bytes. */
  private cached(
    { name, reader, meter, bytes }: IncomingCall,
    key: string,
    body: string | Uint8Array,
    searched: Searched | undefined,
  ): Uint8Array {
    const reply = this.cache.bytesOf(key, body, reader, { operation: name, meter, searched });
    if (bytes !== '') this.cache.addAlias(key, bytes);
    return reply;
  }

  /** The view has read everything before it returned the promise. */
  private replyLater(call: IncomingCall, operation: Operation, reply: Promise<Result<Json | EncodedReply>>): void {
    const { readSeq } = call.reader;
    const { slow } = operation;
    must(slow !== undefined, 'an operation that makes its callers wait declares what for');
    this.slow.begin(slow, call.channelId);
    reply
      .then((result) =>
        result.ok
          ? this.replies.reply(call, readSeq, toBody(result.value))
          : this.replies.refuse(call, operation, result, readSeq),
      )
      .catch((error: unknown) => this.replies.failCall(call, error))
      .finally(() => this.slow.end(slow, call.channelId));
  }
}
