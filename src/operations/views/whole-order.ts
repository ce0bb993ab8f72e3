// A placed order with what has become of it: its refunds and its returns.
import type { Order } from '../../domain/orders/order.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Shown } from '../../kernel/json.ts';
import type * as Replies from '../replies/orders.ts';
import { refundsShown, viewOrder } from './order.ts';
import { viewReturnsOf } from './returns.ts';

/** `language`: '': that of the order. */
export const viewWholeOrder = (
  shop: Reader,
  id: number,
  order: Order,
  language: string,
  showsSeq: boolean,
): Shown<Replies.Order> => {
  const rules = rulesOf(shop, order);
  const shown = {
    ...viewOrder(id, order, rules, language || rules.language),
    ...refundsShown(shop, id),
    ...viewReturnsOf(shop, id),
  };
  return showsSeq ? { ...shown, seq: shop.seqOf('order', id) } : shown;
};
