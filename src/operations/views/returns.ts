// Returns of orders as clients read them.
import type { OrderReturn } from '../../domain/orders/order-return.ts';
import { returnsOf } from '../../domain/orders/order-return.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Return } from '../replies/returns.ts';
import { dateTime, quantity } from './format.ts';

/** It must be there. `seq`: undefined: it is not shown. */
export const viewReturn = (shop: Reader, id: number, seq: number | undefined): Return => {
  const of = shop.read('order_return', id)!;
  return {
    id,
    id_order: of.orderId,
    state: of.state,
    creation_date: dateTime(of.announcedMs),
    by_buyer: of.announcedBy === 0 ? 1 : 0,
    note: of.note,
    lines: of.lines.map(({ lineId, quantityMilli, reason }) => ({
      id_element: lineId,
      quantity: quantity(quantityMilli),
      reason,
    })),
    ...(of.wish !== '' && { wish: of.wish }),
    ...(of.wished.length > 0 && { wished: [...of.wished] }),
    ...(of.endedMs !== 0 && { end_date: dateTime(of.endedMs) }),
    ...(of.received.length > 0 && {
      received: of.received.map(({ lineId, quantityMilli, reason, isKept, storageId }) => ({
        id_element: lineId,
        quantity: quantity(quantityMilli),
        reason,
        kept: isKept ? (1 as const) : (0 as const),
        ...(storageId !== 0 && { storage: shop.read('storage', storageId)?.name ?? '' }),
      })),
    }),
    ...(of.pictures.length > 0 && { pictures: of.pictures.map((picture) => picture.id) }),
    ...(of.exchangeOrderId !== 0 && { id_exchange_order: of.exchangeOrderId }),
    ...(of.creditId !== 0 && { id_credit: of.creditId }),
    ...(seq !== undefined && { seq }),
  };
};

const sumOf = ({ lines, received }: OrderReturn): number =>
  (received.length > 0 ? received : lines).reduce((sum, { quantityMilli }) => sum + quantityMilli, 0);

/** The returns of an order in short, where it has any. */
export const viewReturnsOf = (shop: Reader, orderId: number) => {
  const returns = returnsOf(shop, orderId).map(([id, of]) => ({
    id,
    state: of.state,
    creation_date: dateTime(of.announcedMs),
    quantity: quantity(sumOf(of)),
  }));
  return returns.length > 0 && { returns };
};
