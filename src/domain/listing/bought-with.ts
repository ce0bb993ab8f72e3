// Which products were ordered with one, most often first, as far as a caller may see them.
import { rootOf } from '../catalogue/product-family.ts';
import { objectSeen } from '../catalogue/find-object.ts';
import { ORDERS_MAX } from '../orders/bought-together.ts';
import type { Reader } from '../transaction.ts';
import { shownFamily } from './categories-of-product.ts';

interface BoughtWith {
  /** A product, and no variation. */
  readonly id: number;
  /** Orders that have both. */
  readonly count: number;
}

export interface Together {
  /** Latest orders of the product, or of a variation of it, that have another product. */
  readonly orders: number;
  /** By `count`, the highest first, then by id. */
  readonly products: readonly BoughtWith[];
}

/** For a variation what its product has. `inactive`: also what is not on sale. */
export const boughtWith = (shop: Reader, productId: number, limit: number, inactive: boolean): Together => {
  const { together } = shop.index('order').reports;
  const [own, roots] = [rootOf(shop, productId), new Map<number, number>()];
  const bought = new Map<number, Set<number>>();
  for (const member of shownFamily(shop, own === 0 ? productId : own, true)) {
    const list = together.find(member);
    shop.track(list ?? together.begun);
    for (const [orderId, others] of list?.orders() ?? []) {
      let inOrder = bought.get(orderId);
      if (inOrder === undefined) bought.set(orderId, (inOrder = new Set()));
      for (const other of others) {
        let root = roots.get(other);
        if (root === undefined) roots.set(other, (root = rootOf(shop, other)));
        if (root !== 0 && root !== own) inOrder.add(root);
      }
    }
  }
  const latest = [...bought].filter(([, inOrder]) => inOrder.size > 0).sort(([a], [b]) => b - a);
  const counts = new Map<number, number>();
  for (const [, inOrder] of latest.slice(0, ORDERS_MAX))
    for (const id of inOrder) counts.set(id, (counts.get(id) ?? 0) + 1);
  const products = [...counts]
    .filter(([id]) => objectSeen(shop, id, 'product', inactive).ok)
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .slice(0, limit)
    .map(([id, count]) => ({ id, count }));
  return { orders: Math.min(latest.length, ORDERS_MAX), products };
};
