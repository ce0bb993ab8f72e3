// Several writes as one: an aggregate with `atomic=1` (D570).
//
//   whole: key → replay of an earlier outcome → which parts may be together, and may be called → decide → record
//   part:  references → parameters → decide → its reply, which later parts may refer to
//
// Guaranteed: all parts are decided in one transaction, in order, each on the shop as the parts before it leave it, and
// their events become one record; or a part is refused, and nothing has happened. No other call comes between, because
// nothing waits. Replies are made before the record: a fault in one leaves nothing either.
// Not promised: that every operation may be a part (together.ts).
import type { IdempotencyRecord } from '../../domain/channels/idempotency-record.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import type { UnitOfWork } from '../../engine/transactions/unit-of-work.ts';
import { CallMeter, refuseSpent } from '../../kernel/call-meter.ts';
import { Interrupted } from '../../kernel/interrupted.ts';
import { toBody, toJson } from '../../kernel/json.ts';
import { refuseAt } from '../../kernel/limits.ts';
import { isAbsent, readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { DONE, errorRecord, ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { CallContext } from '../context/call-context.ts';
import { causeOf } from '../context/cause-of.ts';
import type { AggregateCall, CallFields, Caller, Operation, Services, WriteOperation } from '../context/operation.ts';
import { fieldsOfPart, joined, largerThan } from './aggregate.ts';
import type { AggregateReplies } from './aggregate.ts';
import type { Callers } from './callers.ts';
import { IdempotencyKeys, idempotencyKeyOf, showsSecret } from './idempotency.ts';
import type { IdempotencyOptions, KeyDigests } from './idempotency.ts';
import { IncomingCall } from './incoming-call.ts';
import type { ReplyCollector } from './incoming-call.ts';
import type { InterruptedCalls } from './interrupted-calls.ts';
import { maskedBody } from './masked-calls.ts';
import { referencesOf, withReferences } from './part-references.ts';
import type { WorkOptions } from './read-calls.ts';
import { OPERATIONS, unknownOperation } from './registry.ts';
import type { ReplySender } from './reply-sender.ts';
import { checkStrictCall } from './strict-call.ts';
import { whyNotTogether } from './together.ts';

/** Events of all parts together: what they come to is packed and applied in one turn of the event loop. */
const EVENTS_MAX = 2000;

export interface AtomicOptions extends IdempotencyOptions {
  readonly engine: Engine;
  readonly service: Services;
  readonly work: Pick<WorkOptions, 'callMsMax' | 'nowMs'>;
  readonly aggregateBytesMax: number;
}

type Write = WriteOperation<Params, unknown, unknown>;

/** A part that may be decided. */
interface Part {
  readonly key: string;
  readonly operation: Write;
  readonly caller: Caller;
  readonly name: string;
  /** With references. */
  readonly args: CallFields;
  /** Fields with these parameters instead. */
  fieldsWith(args: CallFields): CallFields;
  /** Whether a later part refers to its reply. */
  isReferredTo: boolean;
}

interface Refused {
  readonly key: string;
  readonly refusal: Refusal;
  /** Absent: there is no such operation. */
  readonly operation?: Operation | Write;
  /** The whole is more than one call may be with this part, which would not be refused alone. */
  readonly isTooMuch?: true;
  /** No key keeps it: its parameters were not read, or the same call may be quicker a moment later. */
  readonly isPassing?: true;
}

interface Decided {
  readonly replies: AggregateReplies;
  readonly outcomes: readonly unknown[];
  readonly isSecret: boolean;
}

export interface AtomicCall {
  readonly calls: readonly AggregateCall[];
  readonly isDryRun: boolean;
}

/** Takes the place of a reply where a part is only looked at: its own call is never answered. */
const NOBODY: ReplyCollector = {
  listBytesMax: 0,
  isGone: false,
  work: undefined,
  recordChange: () => {},
  takeReply: () => {},
};

/** What the parts of an atomic aggregate may not say for themselves. */
const OF_THE_WHOLE = ['dry_run', 'idempotency_key'];

const tooManyEvents = ({ events }: UnitOfWork): Refusal => {
  const detail = `The parts come to ${events.length} events until here, of at most ${EVENTS_MAX} in one record.`;
  return refuseAt('atomic_events', 'TOO_EXPENSIVE', '', detail);
};

export class AtomicCalls {
  private readonly options: AtomicOptions;
  private readonly replies: ReplySender;
  private readonly callers: Callers;
  private readonly interrupted: InterruptedCalls;
  private readonly idempotency: IdempotencyKeys;

  constructor(options: AtomicOptions, replies: ReplySender, callers: Callers, interrupted: InterruptedCalls) {
    this.options = options;
    this.replies = replies;
    this.callers = callers;
    this.interrupted = interrupted;
    this.idempotency = new IdempotencyKeys(options);
  }

  run(call: IncomingCall, operation: Operation, caller: Caller, asked: AtomicCall): void {
    try {
      this.begin(call, operation, caller, asked);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      this.interrupted.goOnLater(call, operation, error);
    }
  }

  private begin(call: IncomingCall, operation: Operation, caller: Caller, asked: AtomicCall): void {
    const { engine } = this.options;
    const { reader } = call;
    const refused = (refusal: Refusal): void => this.replies.refuse(call, operation, refusal, reader.readSeq);
    if (engine.hasFailed) return refused(refuse('JOURNAL_FAILED'));
    if (engine.writeLoad.isFull) return refused(engine.writeLoad.refusal());
    const key = idempotencyKeyOf(call.fields, call.idempotencyKey);
    if (!key.ok) return refused(key);
    const digests =
      key.value === '' || asked.isDryRun
        ? undefined
        : this.idempotency.digestsOf('aggregate', caller, '', key.value, { parts: asked.calls });
    const earlier = digests && this.idempotency.lookup(reader, digests);
    if (earlier?.ok === false) return refused(earlier);
    const parts = this.partsOf(call, asked.calls);
    if ('refusal' in parts) return this.refusePart(call, parts, reader.readSeq);
    if (earlier !== undefined) return this.replay(call, operation, parts, earlier.value);
    if (engine.writeRefusal !== undefined) return refused(engine.writeRefusal);
    if (digests !== undefined && this.idempotency.isFull(reader, digests.channelId))
      return refused(this.idempotency.fullRefusal(reader, digests.channelId));
    return this.decide(call, caller, parts, digests, asked.isDryRun);
  }

  /** The parts, or the first of them that may not be decided, whatever the others do. */
  private partsOf(call: IncomingCall, calls: readonly AggregateCall[]): readonly Part[] | Refused {
    const parts: Part[] = [];
    for (const [index, asked] of calls.entries()) {
      const part = this.partOf(call, asked);
      const named = part.ok ? referencesOf(asked.args, index) : part;
      if (!part.ok || !named.ok) {
        const operation = OPERATIONS.get(asked.request);
        return { key: asked.key, ...(operation && { operation }), refusal: (part.ok ? named : part) as Refusal };
      }
      for (const earlier of named.value) parts[earlier]!.isReferredTo = true;
      parts.push(part.value);
    }
    return parts;
  }

  /** Refuses: REQUEST_NOT_VALID for no operation, PARAMETER_INVALID, PERMISSION_DENIED. */
  private partOf({ fields, origin, reader, arrivedMs, opened }: IncomingCall, asked: AggregateCall): Result<Part> {
    const { key, request: name, args } = asked;
    const operation = OPERATIONS.get(name);
    if (operation === undefined) return unknownOperation(name);
    const why = whyNotTogether(operation);
    if (why !== '') return refuse('PARAMETER_INVALID', 'request', `${name} is no part of an atomic aggregate: ${why}.`);
    const own = OF_THE_WHOLE.find((param) => !isAbsent(args[param]));
    if (own !== undefined) return refuse('PARAMETER_INVALID', own, `${own} is said of an atomic aggregate as a whole.`);
    const fieldsWith = (own: CallFields): CallFields => fieldsOfPart(fields, name, own);
    const single = new IncomingCall(fieldsWith(args), '', NOBODY, '', reader, arrivedMs, origin);
    single.opened = opened;
    const caller = this.callers.authenticate(single, operation);
    if (!caller.ok) return caller;
    return ok({
      key,
      name,
      operation: operation as Write,
      caller: caller.value,
      args,
      fieldsWith,
      isReferredTo: false,
    });
  }

  private decide(
    call: IncomingCall,
    caller: Caller,
    parts: readonly Part[],
    digests: KeyDigests | undefined,
    isDryRun: boolean,
  ): void {
    const { engine } = this.options;
    const unit = engine.begin();
    let decided: Decided | Refused;
    try {
      decided = this.decideAll(unit, parts);
    } finally {
      unit.endParts();
    }
    const readSeq = Math.max(unit.readSeq, call.reader.readSeq);
    const cause = causeOf(call.name, caller);
    if ('refusal' in decided) {
      const { refusal, key, isPassing } = decided;
      if (digests !== undefined && isPassing !== true && !REFUSALS[refusal.code].transient)
        engine.transact(cause, (tx) => (this.idempotency.record(tx, digests, { ...refusal, param: key }), DONE));
      return this.refusePart(call, decided, digests === undefined ? readSeq : engine.headSeq);
    }
    const body = joined({ object: 'aggregate' }, decided.replies);
    if (isDryRun) return this.replies.reply(call, readSeq, body);
    if (digests !== undefined) this.idempotency.record(unit, digests, decided.isSecret ? DONE : ok(decided.outcomes));
    const seq = engine.record(unit, cause);
    if (seq > 0) call.recordChange(seq);
    return this.replies.reply(call, Math.max(seq, readSeq), body);
  }

  private decideAll(unit: UnitOfWork, parts: readonly Part[]): Decided | Refused {
    const { engine, aggregateBytesMax, work } = this.options;
    const seq = engine.headSeq + 1;
    const meter = new CallMeter(work.callMsMax);
    const replies: [string, string | Uint8Array][] = [];
    const outcomes: unknown[] = [];
    /** Replies that later parts refer to, by position. */
    const shownReplies: unknown[] = [];
    let [bytes, isSecret] = [0, false];
    for (const [index, part] of parts.entries()) {
      const { key, operation, caller } = part;
      const sinceMs = work.nowMs();
      const args = this.argsOf(part, shownReplies);
      if (!args.ok) return { key, operation, refusal: args, isPassing: true };
      const context = (): CallContext<UnitOfWork> => new CallContext(caller, unit, this.options.service, undefined);
      const result = operation.handle(args.value, context(), undefined);
      if (!result.ok) return { key, operation, refusal: result };
      unit.endPart(seq);
      outcomes.push(result.value ?? null);
      isSecret ||= showsSecret(operation, args.value);
      const ctx = context();
      ctx.recordSeq = seq;
      const body = this.bodyOf(part, result.value, ctx, args.value);
      bytes += Buffer.byteLength(body);
      if (bytes > aggregateBytesMax)
        return {
          key,
          refusal: refuse('AGGREGATE_TOO_LARGE', '', largerThan(bytes, aggregateBytesMax)),
          isTooMuch: true,
        };
      replies.push([`aggregate_${key}`, body]);
      if (part.isReferredTo) shownReplies[index] = JSON.parse(textOf(body));
      meter.use(work.nowMs() - sinceMs);
      if (meter.isSpent) return { key, refusal: refuseSpent(meter, ''), isTooMuch: true, isPassing: true };
      if (unit.events.length > EVENTS_MAX) return { key, refusal: tooManyEvents(unit), isTooMuch: true };
    }
    return { replies, outcomes, isSecret };
  }

  private argsOf({ operation, args, fieldsWith }: Part, replies: readonly unknown[]): Result<CallFields> {
    const given = withReferences(args, replies);
    if (!given.ok) return given;
    const fields = fieldsWith(given.value);
    const strict = checkStrictCall(operation, fields);
    return strict.ok ? readParams(operation.params, fields) : strict;
  }

  /** Without what the role of the caller hides, so that no reference leads to it. */
  private bodyOf(
    { name, operation, caller }: Part,
    outcome: unknown,
    ctx: CallContext<ReadContext>,
    args: CallFields,
  ): string | Uint8Array {
    const body = toBody(operation.view(outcome, ctx, args));
    return maskedBody(name, operation as unknown as Operation, caller.rights.hidden, body);
  }

  /** Answers by the outcomes of the first call, as the shop shows them now. */
  private replay(
    call: IncomingCall,
    operation: Operation,
    parts: readonly Part[],
    { outcome }: IdempotencyRecord,
  ): void {
    const { reader } = call;
    const refused = (refusal: Refusal): void => this.replies.refuse(call, operation, refusal, reader.readSeq);
    if ('code' in outcome) return refused({ ok: false, ...outcome, detail: '' });
    // Those of a whole that has shown a secret are not kept.
    if (!Array.isArray(outcome.value)) return refused(refuse('IDEMPOTENCY_RESULT_GONE'));
    const replies: [string, string | Uint8Array][] = [];
    const shownReplies: unknown[] = [];
    for (const [index, part] of parts.entries()) {
      const args = this.argsOf(part, shownReplies);
      // What a part referred to is not shown any more.
      if (!args.ok) return refused(refuse('IDEMPOTENCY_RESULT_GONE'));
      const ctx = new CallContext(part.caller, reader, this.options.service, undefined);
      const own = (outcome.value as readonly unknown[])[index];
      const may = part.operation.mayReplay?.(own, ctx, args.value);
      if (may?.ok === false) return refused(may);
      const body = this.bodyOf(part, own, ctx, args.value);
      replies.push([`aggregate_${part.key}`, body]);
      if (part.isReferredTo) shownReplies[index] = JSON.parse(textOf(body));
    }
    return this.replies.reply(call, reader.readSeq, joined({ object: 'aggregate' }, replies));
  }

  /** Says which part was refused, and that nothing was done. */
  private refusePart(call: IncomingCall, { key, refusal, operation, isTooMuch }: Refused, readSeq: number): void {
    const own = { ...refusal, param: key, detail: `${errorRecord(refusal).detail} No part was done.` };
    const shown = operation?.failure?.view(refusal) ?? errorRecord(refusal);
    const parts: AggregateReplies = isTooMuch === true ? [] : [[`aggregate_${key}`, toJson(shown)]];
    const body = joined(errorRecord(own), parts);
    return this.replies.reply(call, readSeq, body, 200, own);
  }
}

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : Buffer.from(body).toString());
