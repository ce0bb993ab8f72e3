// Warehouse entities, stock and bindings.
import { addBinding, deleteBinding } from '../domain/catalogue/bind-product.ts';
import { createWarehouseEntity } from '../domain/catalogue/create-warehouse-entity.ts';
import { deleteWarehouseEntity } from '../domain/catalogue/delete-warehouse-entity.ts';
import { placeInventory, takeInventory } from '../domain/catalogue/move-inventory.ts';
import { updateWarehouseEntity } from '../domain/catalogue/update-warehouse-entity.ts';
import { flag, int, optional, text } from '../kernel/params.ts';
import type { Code } from '../kernel/refusals.ts';
import { dryRunParam } from './params/dry-run.ts';
import { write } from './context/operation.ts';
import type { Operation } from './context/operation.ts';
import { fullMetadata, metadataChange } from './params/metadata-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { attributes, name, nameChange } from './params/shop-params.ts';
import { perPieceMilli, piecesMilli } from './params/stock-params.ts';
import { writeSeen } from './params/seen-write.ts';
import { created, done } from './replies/plain.ts';

const MOVEMENT = {
  storage: text('storage name'),
  element_number: text('element number of the warehouse entity', { max: 10_000 }),
  quantity: piecesMilli,
  note: optional(text('why', { max: 1000 }), ''),
  dry_run: dryRunParam,
};

export const create_warehouse_entity = write({
  area: 'warehouse',
  summary: 'Makes a warehouse entity without stock.',
  credential: 'secret',
  session: 'none',
  params: {
    class: text('name of a warehouse entity class'),
    name,
    id_manufacturer: optional(int('manufacturer id'), 0),
    attributes,
    metadata: fullMetadata,
  },
  handle: (args, { shop }) =>
    createWarehouseEntity(shop, {
      className: args.class,
      name: args.name,
      manufacturerId: args.id_manufacturer,
      attributes: args.attributes,
      metadata: args.metadata,
    }),
  refusals: [
    'CLASS_NOT_FOUND',
    'CLASS_TYPE_NOT_VALID',
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'WAREHOUSE_ENTITY_NAME_NOT_VALID',
    'ELEMENT_NUMBER_ALREADY_IN_USE',
  ],
  ...created('create_warehouse_entity', 'warehouse entity'),
});

export const update_warehouse_entity = write({
  area: 'warehouse',
  summary: 'Changes a warehouse entity; what is left out stays.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_warehouse_entity: int('warehouse entity id'),
    name: nameChange,
    id_manufacturer: optional(int('manufacturer id; stays when it is left out'), undefined),
    attributes,
    metadata: metadataChange,
    if_seq: ifSeq('warehouse entity', 'search_warehouse_entities'),
  },
  handle: ({ id_warehouse_entity: id, id_manufacturer: manufacturerId, if_seq: seen, ...change }, { shop }) =>
    updateWarehouseEntity(shop, id, { ...change, manufacturerId, ifSeq: seen }),
  refusals: [
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'WAREHOUSE_ENTITY_NOT_FOUND',
    'CHANGED_MEANWHILE',
    'WAREHOUSE_ENTITY_NAME_NOT_VALID',
    'ELEMENT_NUMBER_ALREADY_IN_USE',
  ],
  ...done('update_warehouse_entity'),
});

export const delete_warehouse_entity = writeSeen(
  {
    kind: 'warehouse_entity',
    id: (args) => args.id_warehouse_entity,
    called: 'warehouse entity',
    shownBy: 'search_warehouse_entities',
  },
  {
    area: 'warehouse',
    summary: 'Deletes a warehouse entity without stock, bindings and open orders that took from it.',
    credential: 'secret',
    session: 'none',
    params: { id_warehouse_entity: int('warehouse entity id') },
    handle: (args, { shop }) => deleteWarehouseEntity(shop, args.id_warehouse_entity),
    refusals: ['WAREHOUSE_ENTITY_NOT_FOUND', 'WAREHOUSE_ENTITY_IN_USE'],
    ...done('delete_warehouse_entity'),
  },
);

const inventoryMovement = (
  operation: string,
  summary: string,
  refusals: readonly Code[],
  move: typeof placeInventory,
): Operation =>
  write({
    area: 'warehouse',
    summary,
    credential: 'secret',
    level: 'manager',
    session: 'none',
    params: MOVEMENT,
    handle: ({ storage, element_number: elementNumber, quantity: quantityMilli, note }, { shop }) =>
      move(shop, { storage, elementNumber, quantityMilli, note }),
    refusals,
    dryRun: () => ({ object: operation, status: 'success' }) as const,
    ...done(operation),
  });

export const inventory_place = inventoryMovement(
  'inventory_place',
  'Puts pieces into a storage; the first placement makes the storage.',
  ['WAREHOUSE_ENTITY_NOT_FOUND', 'STORAGE_NAME_NOT_VALID', 'AMOUNT_OUT_OF_RANGE'],
  placeInventory,
);

export const inventory_take = inventoryMovement(
  'inventory_take',
  'Takes pieces out of a storage, all or none.',
  ['WAREHOUSE_ENTITY_NOT_FOUND', 'INSUFFICIENT_STOCK'],
  takeInventory,
);

export const add_binding = write({
  area: 'warehouse',
  summary: 'Makes a product consist of pieces of a warehouse entity.',
  credential: 'secret',
  session: 'none',
  params: {
    id_product: int('product id'),
    element_number: text('element number of the warehouse entity', { max: 10_000 }),
    quantity: perPieceMilli,
    active: optional(flag('1: the stock of the product is managed from now on; 0: that stays as it is'), true),
  },
  handle: (args, { shop }) => addBinding(shop, args.id_product, args.element_number, args.quantity, args.active),
  refusals: ['SHOPOBJECT_NOT_FOUND', 'WAREHOUSE_ENTITY_NOT_FOUND'],
  ...done('add_binding'),
});

export const delete_binding = writeSeen(
  { kind: 'shopobject', id: (args) => args.id_product, called: 'product', shownBy: 'get_shopobject_languages' },
  {
    area: 'warehouse',
    summary: 'Ends a product’s binding to a warehouse entity; without any it has its own stock again.',
    credential: 'secret',
    session: 'none',
    params: {
      id_product: int('product id'),
      element_number: text('element number of the warehouse entity', { max: 10_000 }),
    },
    handle: (args, { shop }) => deleteBinding(shop, args.id_product, args.element_number),
    refusals: ['SHOPOBJECT_NOT_FOUND', 'WAREHOUSE_ENTITY_NOT_FOUND', 'BINDING_NOT_FOUND'],
    ...done('delete_binding'),
  },
);
