// Placed orders among faults. Claims: the numbers of invoices have no gaps, invoices of parcels are parts of their
// order (invoice-claims.ts), and an order comes to what was acknowledged.
import type { Order } from '../../src/domain/orders/order.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Claim } from './claims.ts';
import { wrongParts } from './invoice-claims.ts';

/** What an order came to before promotions and coupons when it was placed; 0: it is not there. */
export const placedSum = (order: Order | undefined): number => (order?.past[0] ?? order)?.cart.sumMinor ?? 0;

/** `orders`: by number, its sum when it was acknowledged. */
export const checkPlaced = (
  { tables: { order: table } }: Engine,
  orders: ReadonlyMap<number, number>,
  claim: (claim: Claim, holds: boolean, message: () => string) => void,
): void => {
  const numbers: number[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const order = table.peek(id) as Order | undefined;
    if (order === undefined) continue;
    const invoices = order.isInvoicedByParcel ? order.partials : [...order.past, order];
    numbers.push(...new Set(invoices.map(({ invoice }) => invoice.number)));
    const wrong = wrongParts(order);
    claim('numbers', wrong === '', () => `order ${id} ${wrong}`);
  }
  const sorted = numbers.sort((a, b) => a - b);
  const hasNoGap = sorted.every((number, index) => number === sorted[0]! + index);
  claim('numbers', hasNoGap, () => `invoices ${sorted.join()}`);
  for (const [id, sum] of orders) {
    const placed = placedSum(table.peek(id) as Order | undefined);
    claim('order', placed === sum, () => `order ${id} of ${sum} was placed with ${placed}`);
  }
};
