// Calls that are made of other calls: aggregates (aggregate.ts) and bulk calls (bulk.ts).
//
// Guaranteed: each part is handled as if it had been called alone; other calls are answered between two parts. Not
// promised: isolation between the parts. An atomic aggregate has it (atomic-calls.ts).
import { toJson } from '../../kernel/json.ts';
import { readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AggregateOperation, CallFields, Caller } from '../context/operation.ts';
import { Aggregate, joined, refuseForMemory } from './aggregate.ts';
import { AtomicCalls } from './atomic-calls.ts';
import { Bulk } from './bulk.ts';
import type { CallOrigin } from './call-observer.ts';
import type { Callers } from './callers.ts';
import type { CheckedReplies } from './checked-replies.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import type { IdempotencyOptions } from './idempotency.ts';
import type { BulkCall, IncomingCall, ReplyCollector } from './incoming-call.ts';
import type { InterruptedCalls } from './interrupted-calls.ts';
import type { ReadOptions } from './read-calls.ts';
import type { ReplySender } from './reply-sender.ts';
import type { SearchSlices } from './search-slices.ts';
import { callerOf } from './work-balance.ts';

export interface CompositeOptions extends Pick<ReadOptions, 'engine' | 'service' | 'work'>, IdempotencyOptions {
  /** Bytes of JSON that the replies of one aggregate or bulk call may have together. */
  readonly aggregateBytesMax: number;
}

/** Begins one part of a composite call; `collector` takes its reply. */
export type BeginCall = (
  fields: CallFields,
  idempotencyKey: string,
  collector: ReplyCollector,
  origin: CallOrigin,
) => void;

export class CompositeCalls {
  private readonly options: CompositeOptions;
  private readonly replies: ReplySender;
  private readonly slices: SearchSlices;
  private readonly callers: Callers;
  private readonly checked: CheckedReplies | undefined;
  private readonly atomic: AtomicCalls;
  private readonly begin: BeginCall;

  /** `checked`: undefined where replies are not checked. */
  constructor(
    options: CompositeOptions,
    replies: ReplySender,
    slices: SearchSlices,
    callers: Callers,
    checked: CheckedReplies | undefined,
    interrupted: InterruptedCalls,
    begin: BeginCall,
  ) {
    this.options = options;
    this.replies = replies;
    this.slices = slices;
    this.callers = callers;
    this.checked = checked;
    this.atomic = new AtomicCalls(options, replies, callers, interrupted);
    this.begin = begin;
  }

  runAggregate(call: IncomingCall, operation: AggregateOperation<Params>, caller: Caller): void {
    const { engine, aggregateBytesMax } = this.options;
    const { readSeq } = call.reader;
    const args = readParams(operation.params, call.fields);
    const calls = args.ok ? operation.calls(args.value) : args;
    if (!calls.ok) return this.replies.refuse(call, operation, calls, readSeq);
    const together = args.ok ? operation.together(args.value) : args;
    if (!together.ok) return this.replies.refuse(call, operation, together, readSeq);
    const key = idempotencyKeyOf(call.fields, call.idempotencyKey);
    if (!key.ok) return this.replies.refuse(call, operation, key, readSeq);
    const short = refuseForMemory(engine.memory);
    if (short !== undefined) return this.replies.refuse(call, operation, short, readSeq);
    const { isAtomic, isDryRun } = together.value;
    if (isAtomic) return this.atomic.run(call, operation, caller, { calls: calls.value, isDryRun });
    return new Aggregate({
      fields: call.fields,
      idempotencyKey: key.value,
      calls: calls.value,
      begin: (fields, idempotencyKey, collector) => this.begin(fields, idempotencyKey, collector, call.origin),
      recordChange: (seq) => call.recordChange(seq),
      memory: engine.memory.aggregates,
      call,
      isStopping: () => this.slices.isStopping,
      goOn: this.inSlices(call),
      bytesMax: aggregateBytesMax,
      done: (shownSeq, own, parts, refusal) => {
        const body = this.aggregateBody(call, () => joined(own, parts));
        this.replies.reply(call, Math.max(shownSeq, readSeq), body, 200, refusal);
      },
      failed: (error) => this.replies.failCall(call, error),
    }).next();
  }

  /** Replies with a line of JSON for each line. Refuses: PERMISSION_DENIED, PARAMETER_INVALID, OVERLOADED. */
  runBulk(call: IncomingCall, bulk: BulkCall): void {
    const { engine, aggregateBytesMax } = this.options;
    const { reader } = call;
    const key = this.admitBulk(call);
    if (!key.ok)
      return this.replies.reply(call, reader.readSeq, toJson(errorRecord(key)), statusOutsideOperations(key.code), key);
    const work = new Bulk({
      ...bulk,
      idempotencyKey: key.value,
      bytesMax: aggregateBytesMax,
      memory: engine.memory.aggregates,
      isHeldBack: () => engine.writeLoad.isFull && !engine.hasFailed,
      whenDurable: (run) => engine.releaseWhenDurable(engine.headSeq, { release: run, fail: run }),
      goOn: (lines) => this.slices.add(callerOf(call), lines, this.whenSliced(call)),
      begin: (fields, lineKey, collector) => this.begin(fields, lineKey, collector, call.origin),
      faultIn: (fields, status, body) => this.checked?.faultIn(fields, status, body, call.hidden),
      recordChange: (seq) => call.recordChange(seq),
      done: (shownSeq, body) => this.replies.reply(call, Math.max(shownSeq, reader.readSeq), body),
    });
    return work.begin();
  }

  /** Returns the key of a bulk call that may begin. Refuses: PERMISSION_DENIED, OVERLOADED, PARAMETER_INVALID. */
  private admitBulk(call: IncomingCall): Result<string> {
    const caller = this.callers.permits(call.fields, '', call.reader);
    if (!caller.ok) return caller;
    const { engine, service } = this.options;
    const { channelId } = caller.value;
    call.channelId = channelId;
    call.hidden = caller.value.rights.hidden;
    const short = refuseForMemory(engine.memory) ?? this.slices.refusalFor(callerOf(call));
    if (short !== undefined) return short;
    call.meter = service.usage.meter(channelId);
    return idempotencyKeyOf({}, call.idempotencyKey);
  }

  /** Returns what begins the parts of an aggregate: at once within the budget of one call, later in slices. */
  private inSlices(call: IncomingCall): (run: () => void) => void {
    const { budgetMs, nowMs } = this.options.work;
    const endMs = nowMs() + budgetMs;
    return (run) => {
      if (nowMs() < endMs) return run();
      const work = { advance: () => (run(), true) };
      return this.slices.add(callerOf(call), work, this.whenSliced(call), { meter: call.work });
    };
  }

  /** Returns what is called when work of the call has ended in slices: a fault of it is the call's. */
  private whenSliced(call: IncomingCall): (error: unknown) => void {
    return (error) => {
      if (error !== undefined) this.replies.failCall(call, error);
    };
  }

  /** Never throws: an aggregate may end in any turn of the event loop, where an exception would end the process. */
  private aggregateBody(call: IncomingCall, join: () => Buffer): string | Buffer {
    try {
      return join();
    } catch (error) {
      const place = 'The replies of the parts could not be written as one.';
      return toJson(errorRecord(this.replies.fault(call, error, place)));
    }
  }
}
