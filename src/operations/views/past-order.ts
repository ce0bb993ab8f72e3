// Orders of another system as clients read them.
import { PAST_ADDRESS_FIELDS } from '../../domain/history/past-order.ts';
import type { PastAddress } from '../../domain/history/past-order.ts';
import { ERASED } from '../../domain/accounts/user-events.ts';
import { decimal } from '../../domain/money.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { PastOrder } from '../replies/past-orders.ts';
import { dateTime } from './format.ts';

type Address = PastOrder['delivery'];

const addressOf = (address: PastAddress): Address =>
  Object.fromEntries(PAST_ADDRESS_FIELDS.map((field) => [field, address[field] ?? ''])) as Address;

const ERASED_PERSON = { email: ERASED, phone: ERASED, note: ERASED, delivery: {}, invoice: {} } as const;

/** It must be there. */
export const viewPastOrder = (shop: Reader, id: number): PastOrder => {
  const order = shop.read('past_order', id)!;
  const person = order.person ?? ERASED_PERSON;
  const amount = (minor: number): number => decimal(minor, order.currencyDigits);
  return {
    object: 'past_order',
    id,
    source: order.source,
    number: order.number,
    creation_date: dateTime(order.placedMs),
    cancellation_date: dateTime(order.canceledMs),
    id_user: order.userId,
    email: person.email,
    phone: person.phone,
    note: person.note,
    delivery: addressOf(person.delivery),
    invoice: addressOf(person.invoice),
    payment_state: order.paymentState,
    delivery_state: order.deliveryState,
    payment_method: order.paymentMethod,
    delivery_method: order.deliveryMethod,
    discount_code: order.discountCode,
    currency: order.currency,
    currency_digits: order.currencyDigits,
    subtotal: amount(order.goodsMinor),
    delivery_costs: amount(order.deliveryMinor),
    tax: amount(order.taxMinor),
    discount: amount(order.discountMinor),
    total: amount(order.totalMinor),
    refunded: amount(order.refundedMinor),
    taxes: order.taxes.map(({ name, amountMinor }) => ({ name, amount: amount(amountMinor) })),
    lines: order.lines.map(({ name, elementNumber, quantityMilli, priceMinor, discountMinor }) => ({
      name,
      element_number: elementNumber,
      quantity: quantityMilli / 1000,
      price: amount(priceMinor),
      discount: amount(discountMinor),
    })),
  };
};
