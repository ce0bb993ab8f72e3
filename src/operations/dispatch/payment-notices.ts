// Notices of payment providers: verified by the provider's adapter, decided like any write, answered when durable.
import { takePayment } from '../../domain/orders/take-payment.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { Payments } from '../context/payment-services.ts';

export interface PaymentNoticeOptions {
  readonly payments: Payments;
  readonly nowMs: () => number;
  /** `Dispatch.decide`. */
  readonly decide: (
    operation: string,
    decision: (tx: Transaction) => Result<void>,
    done: (refusal: Refusal | undefined) => void,
  ) => void;
}

export const paymentNoticeHandler =
  ({ payments, nowMs, decide }: PaymentNoticeOptions) =>
  (
    methodId: number,
    headers: ReadonlyMap<string, string>,
    body: Buffer,
    done: (refusal: Refusal | undefined) => void,
  ): void => {
    const provider = payments.provider(methodId);
    if (provider === undefined) return done(refuse('PAYMENT_METHOD_NOT_FOUND', methodId));
    const settle = (tx: Transaction): Result<void> => {
      const notice = provider.notify({ headers, body, nowMs: nowMs() });
      if (!notice.ok) return notice;
      return notice.value === undefined ? DONE : takePayment(tx, methodId, notice.value);
    };
    return decide('payment_notice', settle, done);
  };
