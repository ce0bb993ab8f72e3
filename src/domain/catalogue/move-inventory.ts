// Places pieces of a warehouse entity in a storage, and takes them out. Every movement is kept (D107).
import { atOnce } from '../../kernel/many.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { moveStock } from '../stock/move-stock.ts';
import type { Transaction } from '../transaction.ts';
import { entityNumbered } from './find-warehouse-entity.ts';

interface Movement {
  readonly storage: string;
  readonly elementNumber: string;
  readonly quantityMilli: number;
  readonly note: string;
}

const itemIn = (tx: Transaction, storageId: number, entityId: number): number | undefined => {
  const items = tx.index('stock').ofEntity.of(entityId);
  tx.track(items);
  return atOnce(items.ids, 'storages that hold one entity').find((id) => tx.read('stock', id)?.storageId === storageId);
};

/** A storage is made by its first placement. Refuses: WAREHOUSE_ENTITY_NOT_FOUND, STORAGE_NAME_NOT_VALID. */
export const placeInventory = (tx: Transaction, given: Movement): Result<void> => {
  const entity = entityNumbered(tx, given.elementNumber);
  if (!entity.ok) return entity;
  const { quantityMilli, note } = given;
  const known = tx.index('storage').get(given.storage);
  const item = known === undefined ? undefined : itemIn(tx, known, entity.value);
  if (item !== undefined) return moveStock(tx, item, { type: 'place', quantityMilli, note });
  const storage = known === undefined ? tx.create('storage', { type: 'open_storage', name: given.storage }) : ok(known);
  if (!storage.ok) return storage;
  const opened = tx.create('stock', {
    type: 'open_stock',
    storageId: storage.value,
    holderId: entity.value,
    quantityMilli: 0,
  });
  return opened.ok ? moveStock(tx, opened.value, { type: 'place', quantityMilli, note }) : opened;
};

/** Refuses: WAREHOUSE_ENTITY_NOT_FOUND, INSUFFICIENT_STOCK. */
export const takeInventory = (tx: Transaction, given: Movement): Result<void> => {
  const entity = entityNumbered(tx, given.elementNumber);
  if (!entity.ok) return entity;
  const storage = tx.index('storage').get(given.storage);
  const item = storage === undefined ? undefined : itemIn(tx, storage, entity.value);
  if (item === undefined) {
    tx.trackAbsence('stock');
    return refuse('INSUFFICIENT_STOCK', given.elementNumber);
  }
  return moveStock(tx, item, { type: 'take', quantityMilli: given.quantityMilli, note: given.note });
};
