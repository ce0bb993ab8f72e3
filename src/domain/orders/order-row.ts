// An order as its row on the disk has it: fields are only ever appended.
import type { Taken, Wanted } from '../stock/availability.ts';
import { cartFromRow, cartToRow } from '../cart/cart.ts';
import { dayIn } from '../date-time.ts';
import type { DeliveryState, OrderState, PaymentState } from '../lifecycles/lifecycles.ts';
import type { InvoiceNumber, Order, Parcel } from './order.ts';
import { detailsFromRow, detailsToRow } from '../cart/order-details.ts';

const invoiceFromRow = ([prefix, number]: readonly [string, number]): InvoiceNumber => ({ prefix, number });

export const orderToRow = (state: Order): unknown[] => [
  state.createdMs,
  state.modifiedMs,
  state.userId,
  state.subject,
  state.username,
  state.currency,
  state.currencyDigits,
  ...detailsToRow(state.details),
  cartToRow(state.cart),
  [state.states.order, state.states.payment, state.states.delivery],
  state.taken,
  state.backordered,
  [state.invoice.prefix, state.invoice.number],
  state.parcels,
  state.deliveryByHand,
  state.day,
  state.sessions,
  state.profileId,
  state.modifierChannelId,
];

export const orderFromRow = (row: readonly unknown[]): Order => {
  const [order, payment, delivery] = row[12] as [OrderState, PaymentState, DeliveryState];
  return {
    createdMs: row[0] as number,
    modifiedMs: row[1] as number,
    userId: row[2] as number,
    subject: row[3] as number,
    username: row[4] as string,
    currency: row[5] as string,
    currencyDigits: row[6] as number,
    details: detailsFromRow(row.slice(7, 11)),
    cart: cartFromRow(row[11] as unknown[]),
    states: { order, payment, delivery },
    taken: row[13] as Taken[],
    backordered: row[14] as Wanted[],
    invoice: invoiceFromRow(row[15] as [string, number]),
    parcels: row[16] as Parcel[],
    deliveryByHand: row[17] as boolean,
    // Older rows end before it.
    day: (row[18] as number | undefined) ?? dayIn('UTC', row[0] as number),
    sessions: (row[19] as number[] | undefined) ?? [],
    profileId: (row[20] as number | undefined) ?? 0,
    modifierChannelId: (row[21] as number | undefined) ?? 0,
  };
};
