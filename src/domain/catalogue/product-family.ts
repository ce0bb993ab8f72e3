// The products above and below a product.
import { NONE, atOnce } from '../../kernel/many.ts';
import type { Reader } from '../transaction.ts';
import type { ShopObject } from './shop-object.ts';

/** The products above it, the nearest first. */
export const above = (shop: Reader, { productId }: ShopObject): number[] => {
  const ids: number[] = [];
  for (let id = productId; id !== 0; id = shop.read('shopobject', id)?.productId ?? 0) ids.push(id);
  return ids;
};

/** The product that a variation is one of, else itself; 0: it is gone. */
export const rootOf = (shop: Reader, id: number): number => {
  const state = shop.read('shopobject', id);
  return state === undefined ? 0 : (above(shop, state).at(-1) ?? id);
};

/** A product and all that hangs below it. */
export const family = (shop: Reader, id: number): number[] => {
  const { variations } = shop.index('shopobject');
  const ids = [id];
  for (const objectId of ids) ids.push(...atOnce(variations.find(objectId)?.ids ?? NONE, 'variations of one product'));
  return ids;
};
