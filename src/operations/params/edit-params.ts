// How an edit of a placed order is made, by commit_order_edit and by edit_order: parameters, refusals, what is owed.
import { amountGiven } from './price-params.ts';
import { outstandingOf } from '../../domain/orders/credits.ts';
import { refundOrder } from '../../domain/orders/refund-order.ts';
import type { Reader, Transaction } from '../../domain/transaction.ts';
import { guard, oneOf as oneOfParam, optional, text as textParam } from '../../kernel/params.ts';
import { mapOk, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { COUPON_REFUSALS } from './checkout-refusals.ts';
import { dryRunParam } from './dry-run.ts';
import { reasonCode } from './order-lines.ts';
import { returnsBy } from './refund-ways.ts';

export const EDITABLE = [
  'ORDER_NOT_FOUND',
  'CHANGED_MEANWHILE',
  'ORDER_ERASED',
  'ORDER_CANCELED',
  'ORDER_COMPLETED',
  'ORDER_HAS_CREDITS',
  'INVOICE_ISSUED',
  'MONTH_CLOSED',
  'CURRENCY_NOT_FOUND',
] as const;

export const EDIT_COMMON = {
  area: 'orders',
  roles: ['support'],
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;

/** How an edit is made. */
export const COMMIT = {
  settle: optional(
    oneOfParam('how money that is owed goes back: by the payment that brought it, or by hand', ['payment', 'manual']),
    undefined,
    'it is owed, and `refund` gives it back',
  ),
  reason: reasonCode,
  expected_total: guard(
    textParam('the total that was shown; another one is refused with TOTAL_CHANGED', { max: 40 }),
    '',
  ),
  dry_run: dryRunParam,
};

export const COMMIT_REFUSALS = [
  'ORDER_EMPTIED',
  'LINE_SENT',
  'PAYMENT_PENDING',
  'CART_TOTAL_NEGATIVE',
  'TOTAL_CHANGED',
  'DELIVERY_METHOD_NOT_AVAILABLE',
  'QUANTITY_INVALID',
  'SHOPOBJECT_NOT_AVAILABLE',
  'AMOUNT_OUT_OF_RANGE',
  ...COUPON_REFUSALS,
  'CREDIT_LIMIT_REACHED',
  'ORDER_STATE_TRANSITION_INVALID',
  'REFUND_PENDING',
  'REFUND_EXCEEDED',
  'PAYMENT_NOT_FOUND',
] as const;

/** The total that a caller was shown, in the minor unit; undefined: any. Refuses: AMOUNT_OUT_OF_RANGE. */
export const totalExpected = (shop: Reader, orderId: number, given: string): Result<number | undefined> =>
  amountGiven(given, shop.read('order', orderId)?.currencyDigits ?? 0, 'expected_total');

interface Made {
  readonly orderId: number;
  readonly creditId: number;
}

interface Settling {
  readonly settle: 'payment' | 'manual' | undefined;
  readonly reason: string;
}

/** What the order owes, and nothing more. */
const OWED = { ifSeq: undefined, amountMinor: undefined, lines: undefined, note: '' } as const;

/** Gives back what is owed once an edit is made, where that is asked for. */
export const settle = (
  { shop, service, channelId: by }: Context<Transaction>,
  made: Made,
  { settle: to, reason }: Settling,
): Result<Made & { readonly refundIds: readonly number[] }> => {
  const { orderId } = made;
  if (to === undefined || outstandingOf(shop.read('order', orderId)!) >= 0) return ok({ ...made, refundIds: [] });
  const refunded = refundOrder(shop, { ...OWED, orderId, to, reason, by, returns: returnsBy(service) });
  return mapOk(refunded, ({ refundIds }) => ({ ...made, refundIds }));
};
