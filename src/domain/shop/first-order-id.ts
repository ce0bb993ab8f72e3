// The number from which orders are numbered: one that is below a given number would be no beginning.
import type { Reader } from '../transaction.ts';

/** Whether this id, or a higher one, was given to an order or to a draft. */
export const isOrderIdGiven = (shop: Reader, id: number): boolean =>
  shop.isReserved('order', id) || shop.read('order', id) !== undefined;
