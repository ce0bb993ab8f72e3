// Attempts to pay an order, and money without a claim.
import { decimal } from '../../domain/money.ts';
import type { UnclaimedReason } from '../../domain/orders/payment-notice.ts';
import { claimlessMinor } from '../../domain/orders/unclaimed-money.ts';
import { nameIn } from '../../domain/rules.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Refund, UnclaimedMoney } from '../replies/payments.ts';
import { dateTime } from './format.ts';

/** Its number where the settings do not have it any more. */
export const methodTitle = ({ language, paymentMethods }: ShopRules, methodId: number): string =>
  nameIn(paymentMethods.find((method) => method.id === methodId)?.name ?? String(methodId), '', language);

/** It must be there, and be money. */
export const viewMoney = (shop: Reader, id: number): UnclaimedMoney => {
  const notice = shop.read('payment_notice', id)!;
  return {
    id,
    id_order: notice.orderId,
    id_attempt: notice.paymentId,
    payment_method: methodTitle(shop.rules, notice.methodId),
    reference: notice.reference,
    transaction: notice.transaction,
    amount: decimal(notice.amountMinor, notice.currencyDigits),
    left: decimal(claimlessMinor(shop, notice), notice.currencyDigits),
    currency: notice.currency,
    reason: notice.reason as UnclaimedReason,
    creation_date: dateTime(notice.keptMs),
    settled_date: dateTime(notice.settledMs),
    note: notice.note,
  };
};

/** It must be there. */
export const viewRefund = (shop: Reader, id: number): Refund => {
  const refund = shop.read('refund', id)!;
  const money = (minor: number): number => decimal(minor, refund.currencyDigits);
  return {
    id,
    id_order: refund.orderId,
    id_attempt: refund.paymentId,
    id_credit: refund.creditId,
    amount: money(refund.amountMinor),
    counted: money(refund.countedMinor),
    currency: refund.currency,
    to: refund.to,
    origin: refund.origin,
    reason: refund.reason,
    note: refund.note,
    transaction: refund.transaction,
    state: refund.state,
    failure: refund.failure,
    attempts: refund.attempts,
    creation_date: dateTime(refund.askedMs),
    next_date: dateTime(refund.state === 'asked' ? Math.max(0, refund.nextMs) : 0),
    end_date: dateTime(refund.endedMs),
  };
};
