// Calls that change the shop, from their fields to the reply, top to bottom:
//
//   idempotency key → session → parameters → replay of an earlier outcome → prepare → decide → record → view
//
// What is slow (a password's hash, a payment provider) runs in `prepare`, outside the engine. The call then starts
// again from the top on the shop as it is by then, so a decision never relies on state from before the wait.
import type { Session } from '../../domain/cart/session.ts';
import type { IdempotencyRecord } from '../../domain/channels/idempotency-record.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Cause } from '../../engine/journal/record.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { Interrupted } from '../../kernel/interrupted.ts';
import { toBody, toJson } from '../../kernel/json.ts';
import { readParams } from '../../kernel/params.ts';
import type { Params } from '../../kernel/params.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { DONE, errorRecord, ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { quotesBy } from '../asked-delivery.ts';
import { Answers, Unanswered } from '../context/answers.ts';
import { CallContext } from '../context/call-context.ts';
import { CHANNEL_PLACES, PERSON_PLACES, QuestionPlaces, SESSION_PLACES } from '../context/question-places.ts';
import type { Caller, Services, WriteOperation } from '../context/operation.ts';
import type { SlowCalls } from '../context/slow-work.ts';
import { tellMeanwhile } from './changed-meanwhile.ts';
import { IdempotencyKeys, idempotencyKeyOf, showsSecret } from './idempotency.ts';
import type { IdempotencyOptions, KeyDigests } from './idempotency.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { InterruptedCalls } from './interrupted-calls.ts';
import type { ReplySender } from './reply-sender.ts';
import { sessionOfCall } from './session-of-call.ts';

export interface WriteOptions extends IdempotencyOptions {
  readonly engine: Engine;
  readonly service: Services;
}

type Args = { readonly [name: string]: unknown };
type Operation = WriteOperation<Params, unknown, unknown>;

/** A call whose fields are understood. */
interface Write {
  readonly call: IncomingCall;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly args: Args;
  readonly session: Actor | undefined;
  /** The shop before the change. */
  readonly ctx: CallContext<ReadContext>;
  /** Undefined without an idempotency key, and for a dry run, which records nothing. */
  readonly keyDigests: KeyDigests | undefined;
  readonly isDryRun: boolean;
}

const causeOf = ({ call, caller, session }: Write): Cause => ({
  operation: call.name,
  channelId: caller.channelId,
  sessionId: session?.id ?? 0,
  userId: caller.person?.userId ?? (session?.state as Session | undefined)?.userId ?? 0,
});

export class WriteCalls {
  private readonly engine: Engine;
  private readonly service: Services;
  private readonly replies: ReplySender;
  private readonly slow: SlowCalls;
  private readonly idempotency: IdempotencyKeys;
  private readonly interrupted: InterruptedCalls;
  private readonly questions = {
    ofSessions: new QuestionPlaces(SESSION_PLACES),
    ofPersons: new QuestionPlaces(PERSON_PLACES),
    ofChannels: new QuestionPlaces(CHANNEL_PLACES),
  };
  private readonly restart: (call: IncomingCall) => void;
  private readonly givePace: (call: IncomingCall, caller: Caller, unit: ReadContext) => void;

  /** `restart`: handles a call from the top, credentials included. `givePace`: see ReadCalls. */
  constructor(
    options: WriteOptions,
    replies: ReplySender,
    slow: SlowCalls,
    interrupted: InterruptedCalls,
    restart: (call: IncomingCall) => void,
    givePace: (call: IncomingCall, caller: Caller, unit: ReadContext) => void,
  ) {
    this.engine = options.engine;
    this.service = options.service;
    this.replies = replies;
    this.slow = slow;
    this.idempotency = new IdempotencyKeys(options);
    this.interrupted = interrupted;
    this.restart = restart;
    this.givePace = givePace;
  }

  run(call: IncomingCall, operation: Operation, caller: Caller): void {
    try {
      this.begin(call, operation, caller);
    } catch (error) {
      // Thrown before anything was decided: what was asked of the unit of work ends with it.
      if (error instanceof Unanswered) return this.interrupted.askFirst(call, operation, error);
      if (!(error instanceof Interrupted)) throw error;
      return this.interrupted.goOnLater(call, operation, error);
    }
  }

  private begin(call: IncomingCall, operation: Operation, caller: Caller): void {
    if (this.engine.hasFailed) return this.replies.refuse(call, operation, refuse('JOURNAL_FAILED'), 0);
    const { writeLoad } = this.engine;
    if (writeLoad.isFull) return this.replies.refuse(call, operation, writeLoad.refusal(), 0);
    const write = this.understand(call, operation, caller);
    if (!write.ok) return this.replies.refuse(call, operation, write, call.reader.readSeq);
    const { keyDigests } = write.value;
    const earlier = keyDigests && this.idempotency.lookup(call.reader, keyDigests);
    if (earlier?.ok === true) return this.replay(write.value, earlier.value);
    if (earlier !== undefined) return this.replies.refuse(call, operation, earlier, call.reader.readSeq);
    // Checked after the look-up: a repeated call still gets its first outcome while writes are refused. A prepared call
    // is recorded, because others may rely on it.
    const { writeRefusal } = this.engine;
    if (writeRefusal !== undefined && call.prepared === undefined)
      return this.replies.refuse(call, operation, writeRefusal, call.reader.readSeq);
    if (keyDigests === undefined || !this.idempotency.isFull(call.reader, keyDigests.channelId))
      return this.proceed(write.value);
    // Checkouts and payments are safe to repeat without a key, and a full table must stop no sale.
    if (operation.urgent === true) return this.proceed({ ...write.value, keyDigests: undefined });
    const full = this.idempotency.fullRefusal(call.reader, keyDigests.channelId);
    return this.replies.refuse(call, operation, full, call.reader.readSeq);
  }

  private proceed(write: Write): void {
    return this.needsPreparation(write) ? this.prepare(write) : this.decideAndRecord(write);
  }

  /** Refuses, in this order: what is wrong with the idempotency key, the session, the parameters. */
  private understand(call: IncomingCall, operation: Operation, caller: Caller): Result<Write> {
    const { fields, reader, name } = call;
    const key = idempotencyKeyOf(fields, call.idempotencyKey);
    if (!key.ok) return key;
    const session = sessionOfCall(this.engine, this.service.codes, operation, fields, caller, reader);
    if (!session.ok) return session;
    const args = readParams(operation.params, fields);
    if (!args.ok) return args;
    const isDryRun = args.value['dry_run'] === true && operation.dryRun !== undefined;
    const keyDigests =
      key.value === '' || isDryRun ? undefined : this.keyDigestsOf(name, caller, session.value, key.value, args.value);
    const ctx = new CallContext(caller, reader, this.service, session.value);
    return ok({ call, operation, caller, args: args.value, session: session.value, ctx, keyDigests, isDryRun });
  }

  private keyDigestsOf(name: string, caller: Caller, session: Actor | undefined, key: string, args: Args): KeyDigests {
    const code = session === undefined ? '' : this.service.codes.codeOf(session);
    return this.idempotency.digestsOf(name, caller, code, key, args);
  }

  /** Answers a call that comes again with its key, by the outcome of the first. */
  private replay(write: Write, { outcome }: IdempotencyRecord): void {
    const { call, operation, ctx, args } = write;
    const { readSeq } = call.reader;
    if ('code' in outcome) return this.replies.refuse(call, operation, { ok: false, ...outcome, detail: '' }, readSeq);
    const may = showsSecret(operation, args)
      ? refuse('IDEMPOTENCY_RESULT_GONE')
      : operation.mayReplay?.(outcome.value, ctx, args);
    if (may?.ok === false) return this.replies.refuse(call, operation, may, call.reader.readSeq);
    const body = toBody(operation.view(outcome.value, ctx, args));
    return this.replies.reply(call, call.reader.readSeq, body);
  }

  private needsPreparation({ call: { prepared }, operation, args, ctx }: Write): boolean {
    if (operation.prepare === undefined) return false;
    if (prepared === undefined) return true;
    return prepared.ok && operation.isStale?.(args, ctx, prepared.value) === true;
  }

  /** Runs the slow part, then restarts the call. Simultaneous calls with the same key wait for the first. */
  private prepare(write: Write): void {
    const { call, operation, args, ctx, keyDigests } = write;
    const full = this.slow.refusal(operation.slow, call.channelId);
    if (full !== undefined) return this.replies.refuse(call, operation, full, 0);
    const restart = (): void => {
      call.reader = this.engine.readContext();
      this.restart(call);
    };
    const refused = (refusal: Refusal): void => this.replies.refuse(call, operation, refusal, this.engine.headSeq);
    if (keyDigests !== undefined && !this.idempotency.claim(keyDigests, restart, refused)) return;
    let refusal: Refusal | undefined;
    this.slow.begin(operation.slow, call.channelId);
    void Promise.resolve()
      .then(() => operation.prepare!(args, ctx))
      .then((result) => {
        if (!result.ok) refusal = result;
        // Under a key a refusal is an outcome like any other: the restarted call records it.
        if (!result.ok && keyDigests === undefined)
          return this.replies.refuse(call, operation, result, ctx.shop.readSeq);
        call.prepared = result;
        return restart();
      })
      .catch((error: unknown) => this.replies.failCall(call, error))
      .finally(() => {
        this.slow.end(operation.slow, call.channelId);
        if (keyDigests !== undefined) this.idempotency.release(keyDigests, refusal);
      });
  }

  /** Decides on a unit of work and records it, or why not. */
  private decideAndRecord(write: Write): void {
    const { call, operation, caller, args, session, keyDigests } = write;
    const { prepared, reader } = call;
    const unit = this.engine.begin();
    // A dry run decides nothing, and may take turns as a read does.
    if (write.isDryRun) this.givePace(call, caller, unit);
    const outside = prepared?.ok === true ? prepared.value : undefined;
    const pending = new CallContext(caller, unit, this.service, session);
    this.asking(call, pending);
    const result = prepared?.ok === false ? prepared : operation.handle(args, pending, outside);
    if (!result.ok && result.unseen !== undefined)
      return this.refuseDecided(write, this.explained(write, result), this.engine.headSeq);
    if (!result.ok) return this.refuseDecided(write, result, Math.max(unit.readSeq, reader.readSeq));
    if (write.isDryRun) {
      const body = toBody(operation.dryRun!(pending, result.value, args));
      return this.replies.reply(call, Math.max(unit.readSeq, reader.readSeq), body);
    }
    if (keyDigests !== undefined)
      this.idempotency.record(unit, keyDigests, showsSecret(operation, args) ? DONE : result);
    const seq = this.engine.record(unit, causeOf(write));
    if (seq > 0) call.recordChange(seq);
    write.ctx.recordSeq = seq;
    return this.replyRecorded(write, Math.max(seq, unit.readSeq, reader.readSeq), result.value, outside);
  }

  /** Tells the caller who has not seen the object as it is what is different. */
  private explained(write: Write, refusal: Refusal): Refusal {
    const { call, operation, caller, args, session } = write;
    const { engine, service } = this;
    const fault = (error: unknown): void => void this.replies.fault(call, error);
    return tellMeanwhile({ engine, service, caller, session, fault }, refusal, (kind, id, seq) => {
      const unit = engine.begin();
      const ctx = new CallContext(caller, unit, service, session);
      this.asking(call, ctx);
      const outside = call.prepared?.ok === true ? call.prepared.value : undefined;
      return operation.handle({ ...args, if_seq: seq }, ctx, outside).ok ? unit.stateAfter(kind, id) : undefined;
    });
  }

  /** Places for the questions of a call, and whose they are. */
  private placesOf({ person, channelId, sessionId }: CallContext<Transaction>): [QuestionPlaces, number] {
    const { ofSessions, ofPersons, ofChannels } = this.questions;
    if (person !== undefined) return [ofPersons, person.userId];
    return sessionId === 0 ? [ofChannels, channelId] : [ofSessions, sessionId];
  }

  /** Lets a decision ask extensions. */
  private asking(call: IncomingCall, ctx: CallContext<Transaction>): void {
    const { extensions } = this.service;
    if (extensions === undefined) return;
    const answers = (call.answers ??= new Answers(extensions, ...this.placesOf(ctx)));
    ctx.answersBy = () => answers;
    ctx.shop.quoteBy = quotesBy(ctx, answers);
  }

  /** Under a key the refusal is recorded as the outcome, unless the same call may succeed a moment later. */
  private refuseDecided(write: Write, refusal: Refusal, readSeq: number): void {
    const { call, operation, keyDigests, caller, session } = write;
    const { headSeq } = this.engine;
    if (operation.recordRefusal !== undefined && !write.isDryRun)
      this.engine.transact(causeOf(write), (tx) => {
        const ctx = new CallContext(caller, tx, this.service, session);
        this.asking(call, ctx);
        return operation.recordRefusal!(refusal, ctx);
      });
    const shownSeq = this.engine.headSeq > headSeq ? this.engine.headSeq : readSeq;
    if (keyDigests === undefined) return this.replies.refuse(call, operation, refusal, shownSeq);
    if (!REFUSALS[refusal.code].transient)
      this.engine.transact(causeOf(write), (tx) => (this.idempotency.record(tx, keyDigests, refusal), DONE));
    return this.replies.refuse(call, operation, refusal, this.engine.headSeq);
  }

  /** The reply of a recorded change: the change stands even if the view throws. */
  private replyRecorded(write: Write, readSeq: number, outcome: unknown, outside: unknown): void {
    const { call, operation, ctx, args } = write;
    let body: string | Uint8Array;
    try {
      body = toBody(operation.view(outcome, ctx, args, outside));
    } catch (error) {
      const refusal = this.replies.fault(call, error);
      return this.replies.reply(call, readSeq, toJson(errorRecord(refusal)), 200, refusal);
    }
    return this.replies.reply(call, readSeq, body);
  }
}
