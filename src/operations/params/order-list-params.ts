// Several orders at once: their ids as a call sends them, and as many of them as one document has room for.
import type { Order } from '../../domain/orders/order.ts';
import { openLines } from '../../domain/orders/to-ship.ts';
import { Type, int, json, map } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { visibleOrder } from '../access/visible-order.ts';
import type { Context } from '../context/operation.ts';

const ORDERS_MAX = 200;
/** Lines of all orders of a document, which is then made within half a second; one order has all of its own. */
const LINES_MAX = 500;

const orderId = int('order id', { min: 1 });

/** Each once, in the order of the call. */
export const orderIds = map(
  json(
    Type.Array(Type.Union([Type.Number(), Type.String({ maxLength: 20 })]), {
      minItems: 1,
      maxItems: ORDERS_MAX,
      description: `order ids, at most ${ORDERS_MAX}`,
    }),
  ),
  (given, param): Result<readonly number[]> => {
    const ids = new Set<number>();
    for (const [index, entry] of given.entries()) {
      const id = orderId.read(String(entry), `${param}[${index}]`);
      if (!id.ok) return { ...id, param };
      ids.add(id.value);
    }
    return ok([...ids]);
  },
);

export interface Slice {
  /** In the document, with something to send each. */
  readonly orders: readonly (readonly [orderId: number, order: Order])[];
  /** Orders with nothing to send. */
  readonly sent: readonly number[];
  /** The document has no room for these. */
  readonly left: readonly number[];
}

const hasOpenLines = (order: Order): boolean => openLines(order).length > 0;

/** Takes orders, from the first on, until the document is full. Refuses: ORDER_NOT_FOUND. */
export const sliceOf = (ctx: Context, ids: readonly number[], isWanted = hasOpenLines): Result<Slice> => {
  const orders: (readonly [number, Order])[] = [];
  const sent: number[] = [];
  let lines = 0;
  for (const [index, id] of ids.entries()) {
    const order = visibleOrder(ctx, id);
    if (!order.ok) return order;
    const { length } = order.value.cart.lines;
    if (index > 0 && lines + length > LINES_MAX) return ok({ orders, sent, left: ids.slice(index) });
    if (isWanted(order.value)) orders.push([id, order.value]);
    else sent.push(id);
    lines += length;
  }
  return ok({ orders, sent, left: [] });
};
