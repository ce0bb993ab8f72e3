// Decisions over warehouse entities, what storages hold of them, and what products consist of (S 4.11).
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Given } from '../attributes/attributes.ts';
import { fitChanges, fitTexts } from '../attributes/attributes.ts';
import { entityMilli } from '../stock/availability.ts';
import { classNamed } from './classes.ts';
import { checkTaxClass } from '../rules.ts';
import { moveStock } from '../stock/stock-movements.ts';
import type { ShopObject } from './shop-object.ts';
import type { FullMetadata, MetadataChange } from '../attributes/metadata.ts';
import type { Transaction } from '../transaction.ts';

/** Refuses: WAREHOUSE_ENTITY_NOT_FOUND. */
export const entityNumbered = (tx: Transaction, elementNumber: string): Result<number> => {
  const id = tx.index('warehouse_entity').byElementNumber.get(elementNumber);
  if (id !== undefined && tx.read('warehouse_entity', id) !== undefined) return ok(id);
  tx.missed('warehouse_entity');
  return refuse('WAREHOUSE_ENTITY_NOT_FOUND', elementNumber);
};

export interface NewWarehouseEntity {
  readonly className: string;
  readonly name: string;
  readonly manufacturerId: number;
  readonly attributes: Given;
  readonly metadata: FullMetadata;
}

/**
 * Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, WAREHOUSE_ENTITY_NAME_NOT_VALID, ELEMENT_NUMBER_ALREADY_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for an unknown tax class.
 */
export const createWarehouseEntity = (tx: Transaction, given: NewWarehouseEntity): Result<number> => {
  const { className, name, manufacturerId, metadata } = given;
  const found = classNamed(tx, className, 'warehouse_entity');
  if (!found.ok) return found;
  const [classId, { attributes: definitions }] = found.value;
  const attributes = fitTexts(definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const taxClass = checkTaxClass(tx.rules, metadata);
  if (!taxClass.ok) return taxClass;
  const number = metadata.element_number;
  if (number !== '' && entityNumbered(tx, number).ok) return refuse('ELEMENT_NUMBER_ALREADY_IN_USE', number);
  return tx.create('warehouse_entity', {
    type: 'create_warehouse_entity',
    name,
    classId,
    manufacturerId,
    attributes: attributes.value,
    metadata,
  });
};

/** What is left out stays; attributes and metadata merge per member, as those of a product do. */
export interface WarehouseEntityUpdate {
  readonly name?: string | undefined;
  readonly manufacturerId?: number | undefined;
  readonly attributes?: Given;
  readonly metadata?: MetadataChange;
}

/**
 * The same values again are no event.
 *
 * Refuses: WAREHOUSE_ENTITY_NOT_FOUND, WAREHOUSE_ENTITY_NAME_NOT_VALID, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for an unknown tax class, ELEMENT_NUMBER_ALREADY_IN_USE.
 */
export const updateWarehouseEntity = (tx: Transaction, id: number, update: WarehouseEntityUpdate): Result<void> => {
  const state = tx.read('warehouse_entity', id);
  if (state === undefined) return refuse('WAREHOUSE_ENTITY_NOT_FOUND', id);
  const attributes = fitChanges(tx.read('class', state.classId)!.attributes, update.attributes ?? {});
  if (!attributes.ok) return attributes;
  const taxClass = checkTaxClass(tx.rules, update.metadata ?? {}, state.metadata.taxclass);
  if (!taxClass.ok) return taxClass;
  const number = update.metadata?.element_number ?? '';
  const holder = number === '' ? ok(id) : entityNumbered(tx, number);
  if (holder.ok && holder.value !== id) return refuse('ELEMENT_NUMBER_ALREADY_IN_USE', number);
  return tx.ask('warehouse_entity', id, { type: 'update_warehouse_entity', ...update, attributes: attributes.value });
};

/** With its empty stock items. Refuses: WAREHOUSE_ENTITY_NOT_FOUND, WAREHOUSE_ENTITY_IN_USE (Decision 37). */
export const deleteWarehouseEntity = (tx: Transaction, id: number): Result<void> => {
  if (tx.read('warehouse_entity', id) === undefined) return refuse('WAREHOUSE_ENTITY_NOT_FOUND', id);
  const inUse = (why: string): Result<void> => refuse('WAREHOUSE_ENTITY_IN_USE', id, why);
  if (entityMilli(tx, id) > 0) return inUse('Its storages still hold pieces.');
  const bound = tx.index('shopobject').bound.of(id);
  tx.see(bound);
  if (bound.ids.length > 0) return inUse('Products are still bound to it.');
  const { ids } = tx.index('stock').ofEntity.of(id);
  const { owed } = tx.index('order');
  tx.see(owed);
  if (ids.some((stockId) => owed.has(stockId))) return inUse('An open order took from it.');
  for (const stockId of ids) {
    const closed = tx.ask('stock', stockId, { type: 'close_stock' });
    if (!closed.ok) return closed;
  }
  return tx.ask('warehouse_entity', id, { type: 'delete_warehouse_entity' });
};

export interface Movement {
  readonly storage: string;
  readonly elementNumber: string;
  readonly quantityMilli: number;
  readonly note: string;
}

const itemIn = (tx: Transaction, storageId: number, entityId: number): number | undefined => {
  const items = tx.index('stock').ofEntity.of(entityId);
  tx.see(items);
  return items.ids.find((id) => tx.read('stock', id)?.storageId === storageId);
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
    tx.missed('stock');
    return refuse('INSUFFICIENT_STOCK', given.elementNumber);
  }
  return moveStock(tx, item, { type: 'take', quantityMilli: given.quantityMilli, note: given.note });
};

/** Binding again changes the quantity. Refuses: SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND. */
export const addBinding = (
  tx: Transaction,
  productId: number,
  elementNumber: string,
  perPieceMilli: number,
): Result<void> => {
  const product: ShopObject | undefined = tx.read('shopobject', productId);
  if (product === undefined || product.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const entity = entityNumbered(tx, elementNumber);
  if (!entity.ok) return entity;
  return tx.ask('shopobject', productId, { type: 'bind', entityId: entity.value, perPieceMilli });
};

/** Refuses: SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND, BINDING_NOT_FOUND. */
export const deleteBinding = (tx: Transaction, productId: number, elementNumber: string): Result<void> => {
  const product: ShopObject | undefined = tx.read('shopobject', productId);
  if (product === undefined || product.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const entity = entityNumbered(tx, elementNumber);
  if (!entity.ok) return entity;
  const entityId = entity.value;
  if (!product.bindings.some((one) => one.entityId === entityId)) return refuse('BINDING_NOT_FOUND', elementNumber);
  return tx.ask('shopobject', productId, { type: 'unbind', entityId });
};
