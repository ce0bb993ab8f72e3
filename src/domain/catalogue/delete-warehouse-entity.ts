// Deletes a warehouse entity that nothing needs any more: no pieces, no bound product, no open order
// (docs/sell/stock.md).
import { atOnce } from '../../kernel/many.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { entityMilli } from '../stock/availability.ts';
import type { Transaction } from '../transaction.ts';

/** Deletes an entity and its empty stock items. Refuses: WAREHOUSE_ENTITY_NOT_FOUND, WAREHOUSE_ENTITY_IN_USE. */
export const deleteWarehouseEntity = (tx: Transaction, id: number): Result<void> => {
  if (tx.read('warehouse_entity', id) === undefined) return refuse('WAREHOUSE_ENTITY_NOT_FOUND', id);
  const inUse = (why: string): Result<void> => refuse('WAREHOUSE_ENTITY_IN_USE', id, why);
  if (entityMilli(tx, id) > 0) return inUse('Its storages still hold pieces.');
  const bound = tx.index('shopobject').bound.of(id);
  tx.track(bound);
  if (bound.ids.length > 0) return inUse('Products are still bound to it.');
  const ids = atOnce(tx.index('stock').ofEntity.of(id).ids, 'storages that hold one entity');
  const { owed } = tx.index('order');
  tx.track(owed);
  if (ids.some((stockId) => owed.has(stockId))) return inUse('An open order took from it.');
  for (const stockId of ids) {
    const closed = tx.ask('stock', stockId, { type: 'close_stock' });
    if (!closed.ok) return closed;
  }
  return tx.ask('warehouse_entity', id, { type: 'delete_warehouse_entity' });
};
