// Asks payment providers for refunds, and records their answers.
//
// Guaranteed: a provider is asked for refunds whose record is durable, and always under one key, so that a crash or an
// answer that nobody received leads to the same question again and to no second payment. Only the leader asks. The
// calls have no state of their own on the disk. Not promised: an answer; after the last attempt, or 20 hours, a person
// says what became of it (D521).
import { deferRefund, refundKey, takeAnswer } from '../../domain/orders/take-refund.ts';
import type { Payment } from '../../domain/orders/payment.ts';
import type { Refund, RefundIndex } from '../../domain/orders/refund.ts';
import type { PaymentProvider, RefundAnswer } from '../../kernel/payment-provider.ts';
import { Fault } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { CallsUnderWay } from './calls-under-way.ts';

/** Milliseconds between attempts; after the last one it is asked no more. */
export const REFUND_RETRIES_MS = [5000, 60_000, 600_000, 3_600_000, 14_400_000] as const;
/** Its provider gives no money back, such as an extension without `refund`: a person does. */
const NO_WAY = 'The payment method has no provider that gives money back.';
/** Providers remember a key for 24 hours. */
export const KEY_MS_MAX = 20 * 3_600_000;
const CALLS_MAX = 4;

const CAUSE = maintenanceCause('refund');

export interface RefundCallsOptions {
  /** Undefined: the payment method has none. */
  readonly provider: (methodId: number) => PaymentProvider | undefined;
  /** Receives one line for each refund that is asked for no more. */
  readonly warn: (line: string) => void;
}

export class RefundCalls {
  private readonly engine: Engine;
  private readonly options: RefundCallsOptions;
  private readonly calls = new CallsUnderWay();

  constructor(engine: Engine, options: RefundCallsOptions) {
    this.engine = engine;
    this.options = options;
  }

  /** Starts the calls that are due; the server calls it every few milliseconds. */
  tick(): void {
    if (!this.mayAsk) return;
    for (const id of (this.engine.tables.refund.index as RefundIndex).toAsk) {
      if (this.calls.count >= CALLS_MAX) return;
      if (this.calls.has(id) || this.due(id) === undefined) continue;
      this.calls.begin(id, this.ask(id));
    }
  }

  /** Whether calls are under way. */
  get isCalling(): boolean {
    return this.calls.count > 0;
  }

  /** Starts no new calls. Those under way may take `waitMs`, then `breakOff` ends them; the next start repeats them. */
  stop(waitMs: number, breakOff: () => void): Promise<void> {
    return this.calls.stop(waitMs, breakOff);
  }

  private get mayRecord(): boolean {
    const { hasFailed, mayWrite, isLeading } = this.engine;
    return !hasFailed && mayWrite && isLeading;
  }

  private get mayAsk(): boolean {
    return !this.calls.isStopping && this.mayRecord;
  }

  /** The refund, if its provider may be asked now. Read it again after every `await`. */
  private due(id: number): { readonly refund: Refund; readonly seq: number } | undefined {
    const actor = this.engine.tables.refund.get(id);
    const refund = actor?.state as Refund | undefined;
    if (actor === undefined || refund === undefined || refund.state !== 'asked' || refund.nextMs < 0) return undefined;
    // What was set before a step back of time, and so ahead of the present, is due now.
    const nowMs = this.engine.nowMs();
    return refund.nextMs <= nowMs || refund.askedMs > nowMs ? { refund, seq: actor.seq } : undefined;
  }

  private async ask(id: number): Promise<void> {
    try {
      const seq = this.due(id)?.seq;
      if (seq === undefined) return;
      await this.engine.whenDurable(seq);
      const due = this.mayAsk ? this.due(id) : undefined;
      if (due === undefined) return;
      const answer = await this.answerOf(id, due.refund);
      // A stop may have broken the call off, which says nothing about the provider.
      if (this.mayRecord && (typeof answer !== 'string' || !this.calls.isStopping)) this.note(id, answer);
    } catch (error) {
      // The engine has failed or is closed, and reports that itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  /** Its answer, or why there is none. */
  private async answerOf(id: number, refund: Refund): Promise<RefundAnswer | string> {
    const { engine, options } = this;
    const { orderId, paymentId, askedMs, amountMinor, currency } = refund;
    const { methodId, reference, transaction } = engine.tables.payment.get(paymentId)!.state as Payment;
    const provider = options.provider(methodId);
    if (provider === undefined) return 'The payment method has no provider.';
    if (provider.refund === undefined) return NO_WAY;
    if (engine.nowMs() - askedMs > KEY_MS_MAX) return 'The provider may have forgotten the key of the refund.';
    const key = refundKey(id, refund);
    const asked = { key, orderId, reference, transaction, amountMinor, currency };
    const answer = await provider.refund(asked, engine.nowMs());
    return answer.ok ? answer.value : (answer.detail ?? answer.code);
  }

  private note(id: number, answer: RefundAnswer | string): void {
    const { engine } = this;
    if (typeof answer !== 'string') {
      engine.transact(CAUSE, (tx) => takeAnswer(tx, id, answer));
      return;
    }
    // A notice may have moved it while its provider was asked.
    const { state, attempts, askedMs } = engine.tables.refund.get(id)!.state as Refund;
    if (state !== 'asked') return;
    const isOver = answer === NO_WAY || engine.nowMs() - askedMs > KEY_MS_MAX;
    const waitMs = isOver ? undefined : REFUND_RETRIES_MS[attempts];
    const nextMs = waitMs === undefined ? -1 : engine.nowMs() + waitMs;
    engine.transact(CAUSE, (tx) => deferRefund(tx, id, answer, nextMs));
    if (nextMs < 0)
      this.options.warn(`the refund ${id} has no answer of its provider: say what became of it by settle_refund`);
  }
}
