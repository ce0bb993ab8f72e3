// Binds products to the warehouse entities of which they consist.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { entityNumbered } from './find-warehouse-entity.ts';
import type { ShopObject } from './shop-object.ts';

/**
 * Binding again changes the quantity. `isManaged`: the pieces of the product count from now on (D373).
 *
 * Refuses: SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND.
 */
export const addBinding = (
  tx: Transaction,
  productId: number,
  elementNumber: string,
  perPieceMilli: number,
  isManaged: boolean,
): Result<void> => {
  const product: ShopObject | undefined = tx.read('shopobject', productId);
  if (product === undefined || product.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const entity = entityNumbered(tx, elementNumber);
  if (!entity.ok) return entity;
  const bound = tx.ask('shopobject', productId, { type: 'bind', entityId: entity.value, perPieceMilli });
  return bound.ok && isManaged
    ? tx.ask('shopobject', productId, { type: 'update_shopobject', availability: { managed: true } })
    : bound;
};

/** Refuses: SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND, BINDING_NOT_FOUND. */
export const deleteBinding = (tx: Transaction, productId: number, elementNumber: string): Result<void> => {
  const product: ShopObject | undefined = tx.read('shopobject', productId);
  if (product === undefined || product.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const entity = entityNumbered(tx, elementNumber);
  if (!entity.ok) return entity;
  const entityId = entity.value;
  if (!product.bindings.some((binding) => binding.entityId === entityId))
    return refuse('BINDING_NOT_FOUND', elementNumber);
  return tx.ask('shopobject', productId, { type: 'unbind', entityId });
};
