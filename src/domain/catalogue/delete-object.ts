// Deletes a product, a variation or a content, and what price lists say of it. Carts and orders keep what they show.
import { refuse, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { fireContent } from './catalogue-webhooks.ts';
import { family } from './product-family.ts';
import type { ShopObject } from './shop-object.ts';

/**
 * Deletes an object, its variations, its own stock and its prices in lists.
 *
 * Refuses: SHOPOBJECT_NOT_FOUND, also for the other type.
 */
export const deleteObject = (tx: Transaction, id: number, type: ShopObject['type']): Result<void> => {
  const state = tx.read('shopobject', id);
  if (state?.type !== type) return refuse('SHOPOBJECT_NOT_FOUND', id);
  const { own } = tx.index('stock');
  const prices = tx.index('product_prices');
  for (const objectId of family(tx, id)) {
    const deleted = tx.ask('shopobject', objectId, { type: 'delete_shopobject' });
    if (!deleted.ok) return deleted;
    const stockId = own.get(objectId);
    const closed = stockId === undefined ? DONE : tx.ask('stock', stockId, { type: 'close_stock' });
    if (!closed.ok) return closed;
    const pricesId = prices.get(objectId);
    const unpriced = pricesId === undefined ? DONE : tx.ask('product_prices', pricesId, { type: 'delete_prices' });
    if (!unpriced.ok) return unpriced;
  }
  return fireContent(tx, id, state, undefined);
};
