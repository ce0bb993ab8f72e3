// Notices of payment providers: verified by the provider's adapter, decided like any write, answered when durable.
import { takePayment } from '../../domain/orders/take-payment.ts';
import { takeRefund } from '../../domain/orders/take-refund.ts';
import { REOPEN_REFUSALS } from '../../domain/orders/unpaid-order.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { NoticeRead } from '../../kernel/payment-provider.ts';
import type { TakenNotice } from '../../domain/orders/take-payment.ts';
import { DONE, mapOk, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { Payments } from '../context/payment-services.ts';

export interface PaymentNoticeOptions {
  readonly payments: Payments;
  readonly nowMs: () => number;
  /** See Dispatch.decideOutside. */
  readonly decide: (
    operation: string,
    decision: (tx: Transaction) => Result<void>,
    done: (refusal: Refusal | undefined) => void,
  ) => void;
  readonly warn: (line: string) => void;
}

/** Decimals of a currency where neither the provider nor the order says how it is counted. */
const DIGITS = 2;

export const paymentNoticeHandler =
  ({ payments, nowMs, decide, warn }: PaymentNoticeOptions) =>
  (
    methodId: number,
    headers: ReadonlyMap<string, string>,
    body: Buffer,
    done: (refusal: Refusal | undefined) => void,
  ): void => {
    const provider = payments.provider(methodId);
    if (provider === undefined) return done(refuse('PAYMENT_METHOD_NOT_FOUND', methodId));
    let taken: TakenNotice | undefined;
    let notice: NoticeRead;
    const settle =
      (reopens: boolean) =>
      (tx: Transaction): Result<void> => {
        taken = undefined;
        if (!notice.ok) return notice;
        if (notice.value === undefined) return DONE;
        const digits = provider.capabilities.unitOf(notice.value.currency)?.digits ?? DIGITS;
        if ('origin' in notice.value) return takeRefund(tx, methodId, notice.value, digits);
        return mapOk(takePayment(tx, methodId, notice.value, { digits, reopens }), (outcome) => void (taken = outcome));
      };
    // Money without a claim is durable before the provider is refused.
    const answer = (refusal: Refusal | undefined): void => {
      if (refusal === undefined && taken !== undefined && taken.unclaimedId !== 0)
        warn(`money came without a claim: number ${taken.unclaimedId} of get_unclaimed_money (docs/sell/payments.md)`);
      done(refusal ?? taken?.refusal);
    };
    // Money for an order that ended unpaid opens it again; where its goods are gone, the money is kept without a claim.
    const take = (read: NoticeRead): void => {
      notice = read;
      decide('payment_notice', settle(true), (refusal) =>
        refusal !== undefined && REOPEN_REFUSALS.includes(refusal.code)
          ? decide('payment_notice', settle(false), answer)
          : answer(refusal),
      );
    };
    const read = provider.notify({ headers, body, nowMs: nowMs() });
    if ('then' in read) void read.then(take);
    else take(read);
  };
