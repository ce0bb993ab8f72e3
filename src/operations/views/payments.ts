// Attempts to pay an order, and money without a claim.
import { decimal } from '../../domain/money.ts';
import type { UnclaimedReason } from '../../domain/orders/payment-notice.ts';
import { nameIn } from '../../domain/rules.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { UnclaimedMoney } from '../replies/payments.ts';
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
    currency: notice.currency,
    reason: notice.reason as UnclaimedReason,
    creation_date: dateTime(notice.keptMs),
    settled_date: dateTime(notice.settledMs),
    note: notice.note,
  };
};
