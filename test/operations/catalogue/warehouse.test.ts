// Catches stock operations that move what is not there, or move what a bound product has wrongly.
import { describe, expect, test } from 'vitest';
import type { Checkout, Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const open = async (...numbers: string[]): Promise<Goods> => {
  const goods = await Goods.open();
  await goods.shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  for (const element_number of numbers) {
    await goods.shop.make('create_warehouse_entity', {
      class: 'part',
      name: `part ${element_number}`,
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number },
    });
  }
  return goods;
};

const place = (goods: Goods, storage: string, element_number: string, quantity: number): Promise<unknown> =>
  goods.shop.admin('inventory_place', { storage, element_number, quantity, note: 'in' });

/** Managed and without stock of its own. */
const boundProduct = async (
  goods: Goods,
  bindings: readonly (readonly [string, number])[],
  availability: Given = {},
): Promise<number> => {
  const id = await goods.product(10, { availability: { active: 1, ...availability } });
  for (const [element_number, quantity] of bindings) {
    expect(await goods.shop.admin('add_binding', { id_product: id, element_number, quantity })).toEqual({
      object: 'add_binding',
      status: 'success',
    });
  }
  return id;
};

const buy = async (goods: Goods, ...wanted: (readonly [id: number, quantity: number])[]): Promise<Checkout> => {
  const session = await goods.shop.session();
  for (const [id, quantity] of wanted) {
    expect(
      await goods.shop.call('add_to_cart', line(session, id, { quantity, element_type: 'PRODUCT' })),
    ).toMatchObject({ object: 'cart' });
  }
  return goods.shop.call<Checkout>('checkout', { session });
};

describe('create_warehouse_entity', () => {
  test('answers with the id as text', async () => {
    const goods = await open();
    const params = {
      class: 'part',
      name: 'screw',
      id_manufacturer: 3,
      attributes: '[]',
      metadata: { element_number: 'S' },
    };
    expect(await goods.shop.admin('create_warehouse_entity', params)).toEqual({
      object: 'create_warehouse_entity',
      id: '1',
    });
  });

  test('refusals', async () => {
    const goods = await open('A');
    const base = { class: 'part', name: 'x', id_manufacturer: 0, attributes: {}, metadata: {} };
    const refused = (given: Given, code: string, param?: string) =>
      goods.shop.adminRefused('create_warehouse_entity', { ...base, ...given }, code, param);
    await refused({ class: 'nothing' }, 'CLASS_NOT_FOUND', 'nothing');
    await refused({ class: 'product' }, 'CLASS_TYPE_NOT_VALID', 'product');
    await refused({ name: '' }, 'WAREHOUSE_ENTITY_NAME_NOT_VALID', 'name');
    await refused({ metadata: { element_number: 'A' } }, 'ELEMENT_NUMBER_ALREADY_IN_USE', 'A');
    await refused({ attributes: { de_DE: { size: 1 } } }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'size');
    await refused({ name: undefined }, 'PARAMETER_MISSING', 'name');
    await goods.shop.refused('create_warehouse_entity', base, 'PERMISSION_DENIED');
  });
});

describe('stock', () => {
  test('inventory_place and inventory_take move what a bound product has', async () => {
    const goods = await open('A');
    const id = await boundProduct(goods, [['A', 1]]);
    expect(await goods.left(id)).toBe(0);
    expect(await place(goods, 'north', 'A', 5)).toEqual({ object: 'inventory_place', status: 'success' });
    await place(goods, 'south', 'A', 2);
    expect(await goods.left(id)).toBe(7);
    const take = { storage: 'north', element_number: 'A', quantity: 3, note: 'undefined' };
    expect(await goods.shop.admin('inventory_take', take)).toEqual({ object: 'inventory_take', status: 'success' });
    expect(await goods.left(id)).toBe(4);
  });

  test('inventory_take beyond what is there takes nothing', async () => {
    const goods = await open('A', 'B');
    const id = await boundProduct(goods, [['A', 1]]);
    await place(goods, 'north', 'A', 2);
    await place(goods, 'south', 'A', 9);
    const take = { storage: 'north', element_number: 'A', quantity: 3, note: '' };
    await goods.shop.adminRefused('inventory_take', take, 'INSUFFICIENT_STOCK');
    await goods.shop.adminRefused('inventory_take', { ...take, storage: 'nowhere' }, 'INSUFFICIENT_STOCK');
    await goods.shop.adminRefused('inventory_take', { ...take, element_number: 'B' }, 'INSUFFICIENT_STOCK');
    expect(await goods.left(id)).toBe(11);
  });

  test.each(['inventory_place', 'inventory_take'])('%s: refusals of its parameters', async (request) => {
    const goods = await open('A');
    const base = { storage: 's', element_number: 'A', quantity: 1, note: 'n' };
    const refused = (given: Given, code: string, param: string) =>
      goods.shop.adminRefused(request, { ...base, ...given }, code, param);
    await refused({ element_number: 'Z' }, 'WAREHOUSE_ENTITY_NOT_FOUND', 'Z');
    await refused({ element_number: '' }, 'PARAMETER_MISSING', 'element_number');
    await refused({ storage: undefined }, 'PARAMETER_MISSING', 'storage');
    await refused({ quantity: undefined }, 'PARAMETER_MISSING', 'quantity');
    for (const quantity of ['0', '-1', '1.5', 'x', '1e9', '1000000001'])
      await refused({ quantity }, 'PARAMETER_INVALID', 'quantity');
    await goods.shop.refused(request, base, 'PERMISSION_DENIED');
  });

  test('the same storage is opened once', async () => {
    const goods = await open('A', 'B');
    for (const number of ['A', 'B', 'A']) await place(goods, 'north', number, 1);
    expect(goods.shop.engine.tables.storage.nextId).toBe(2);
  });
});

describe('bindings', () => {
  test('availability is the least over all bindings, over all storages, in whole pieces', async () => {
    const goods = await open('leg', 'top');
    const table = await boundProduct(
      goods,
      [
        ['leg', 4],
        ['top', 1],
      ],
      { quantity: 99 },
    );
    expect(await goods.left(table), 'a sent quantity is ignored').toBe(0);
    await place(goods, 'north', 'leg', 7);
    await place(goods, 'south', 'leg', 4);
    await place(goods, 'north', 'top', 9);
    expect(await goods.left(table)).toBe(2);
    expect(
      await goods.shop.admin('add_binding', { id_product: table, element_number: 'leg', quantity: 3 }),
    ).toMatchObject({ status: 'success' });
    expect(await goods.left(table), 'binding again changes the quantity').toBe(3);
  });

  test.each([0, undefined, 'undefined', ''])('quantity %j means 1', async (quantity) => {
    const goods = await open('A');
    const id = await goods.product(1, { availability: { active: 1 } });
    await goods.shop.admin('add_binding', { id_product: id, element_number: 'A', quantity });
    await place(goods, 's', 'A', 3);
    expect(await goods.left(id)).toBe(3);
  });

  test('add_binding refuses what is not there', async () => {
    const goods = await open('A');
    const id = await goods.product();
    await goods.shop.adminRefused(
      'add_binding',
      { id_product: 99, element_number: 'A', quantity: 1 },
      'SHOPOBJECT_NOT_FOUND',
      99,
    );
    await goods.shop.adminRefused(
      'add_binding',
      { id_product: id, element_number: 'Z', quantity: 1 },
      'WAREHOUSE_ENTITY_NOT_FOUND',
      'Z',
    );
    await goods.shop.adminRefused(
      'add_binding',
      { id_product: id, element_number: 'A', quantity: -1 },
      'PARAMETER_INVALID',
      'quantity',
    );
    await goods.shop.refused('add_binding', { id_product: id, element_number: 'A', quantity: 1 }, 'PERMISSION_DENIED');
  });

  test('create_product with add_binding binds to the entity of the same element number', async () => {
    const goods = await open('A');
    await place(goods, 's', 'A', 6);
    const id = await goods.product(1, {
      add_binding: 'true',
      metadata: { element_number: 'A' },
      availability: { active: 1 },
    });
    expect(await goods.left(id)).toBe(6);
  });

  test('a bound product that is not managed is always available', async () => {
    const goods = await open('A');
    const id = await goods.product();
    await goods.shop.admin('add_binding', { id_product: id, element_number: 'A', quantity: 1 });
    expect(await buy(goods, [id, 5])).toMatchObject({ status: 'success' });
  });
});

describe('selling', () => {
  test('storages give in the order in which they were made', async () => {
    const goods = await open('A');
    const id = await boundProduct(goods, [['A', 1]]);
    await place(goods, 'first', 'A', 2);
    await place(goods, 'second', 'A', 5);
    expect(await buy(goods, [id, 3])).toMatchObject({ status: 'success' });
    const take = (storage: string, quantity: number) =>
      goods.shop.admin('inventory_take', { storage, element_number: 'A', quantity, note: '' });
    expect(await take('first', 1)).toMatchObject({ message: 'INSUFFICIENT_STOCK' });
    expect(await take('second', 5)).toMatchObject({ message: 'INSUFFICIENT_STOCK' });
    expect(await take('second', 4)).toMatchObject({ status: 'success' });
  });

  test('two products bound to one entity cannot both have its last pieces', async () => {
    const goods = await open('A');
    const one = await boundProduct(goods, [['A', 2]]);
    const two = await boundProduct(goods, [['A', 3]]);
    await place(goods, 's', 'A', 4);
    const failed = await buy(goods, [one, 1], [two, 1]);
    expect(failed).toMatchObject({ status: 'error', message: 'SHOPOBJECT_NOT_AVAILABLE' });
    expect([String(one), String(two)]).toContain(failed.param);
    expect([await goods.left(one), await goods.left(two)]).toEqual([2, 1]);
    await place(goods, 's', 'A', 1);
    expect(await buy(goods, [one, 1], [two, 1])).toMatchObject({ status: 'success' });
    expect([await goods.left(one), await goods.left(two)]).toEqual([0, 0]);
  });

  test('an override sale takes what is there and records the rest; cancelling returns only what was taken', async () => {
    const goods = await Goods.open();
    const id = await goods.stocked(2, { allow_override: 1 });
    const placed = await buy(goods, [id, 5]);
    expect(placed).toMatchObject({ status: 'success' });
    expect(await goods.left(id)).toBe(0);
    const order = await goods.shop.call('get_order_by_id', { id_order: placed.id_order, language: 'de_DE' });
    expect(order['backordered']).toEqual([{ id_product: id, quantity: 3 }]);
    const cancel = { id_order: placed.id_order, order_state: 'CANCELED' };
    expect(await goods.shop.admin('update_order_details', cancel)).toMatchObject({ status: 'success' });
    expect(await goods.left(id)).toBe(2);
  });

  test('a storage never goes below zero, whatever is sold past zero', async () => {
    const goods = await open('A');
    const id = await boundProduct(goods, [['A', 1]], { allow_override: 1 });
    await place(goods, 's', 'A', 1);
    for (let round = 0; round < 3; round += 1) expect(await buy(goods, [id, 2])).toMatchObject({ status: 'success' });
    expect(await goods.left(id)).toBe(0);
  });
});

describe('update_warehouse_entity', () => {
  const found = async (goods: Goods) =>
    (
      await goods.shop.admin<{ result: Given[] }>('search_warehouse_entities', {
        constraint: { id: 1 },
        language: 'de_DE',
      })
    ).result[0]!;

  test('changes what is sent, merges metadata, and the same again is no event', async () => {
    const goods = await open('A');
    const params = { id_warehouse_entity: 1, name: 'new', id_manufacturer: 7, metadata: { ean: '4' } };
    const changed = { object: 'update_warehouse_entity', status: 'success' };
    expect(await goods.shop.admin('update_warehouse_entity', params)).toEqual(changed);
    expect(await found(goods)).toMatchObject({
      name: 'new',
      id_manufacturer: 7,
      metadata: { element_number: 'A', ean: '4' },
    });
    const { headSeq } = goods.shop.engine;
    expect(await goods.shop.admin('update_warehouse_entity', params)).toEqual(changed);
    expect(await goods.shop.admin('update_warehouse_entity', { id_warehouse_entity: 1 })).toEqual(changed);
    expect(goods.shop.engine.headSeq).toBe(headSeq);
  });

  test('a new element number is found, the old one is not; its own may be sent again', async () => {
    const goods = await open('A');
    for (const element_number of ['B', 'B'])
      await goods.shop.admin('update_warehouse_entity', { id_warehouse_entity: 1, metadata: { element_number } });
    expect(await place(goods, 's', 'A', 1)).toMatchObject({ message: 'WAREHOUSE_ENTITY_NOT_FOUND' });
    expect(await place(goods, 's', 'B', 1)).toMatchObject({ status: 'success' });
  });

  test('refusals', async () => {
    const goods = await open('A', 'B');
    const refused = (given: Given, code: string, param: string | number) =>
      goods.shop.adminRefused('update_warehouse_entity', { id_warehouse_entity: 1, ...given }, code, param);
    await refused({ id_warehouse_entity: 9 }, 'WAREHOUSE_ENTITY_NOT_FOUND', 9);
    await refused({ name: 'x'.repeat(256) }, 'WAREHOUSE_ENTITY_NAME_NOT_VALID', 'name');
    await refused({ metadata: { element_number: 'B' } }, 'ELEMENT_NUMBER_ALREADY_IN_USE', 'B');
    await refused({ attributes: { de_DE: { size: 1 } } }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'size');
    await goods.shop.refused('update_warehouse_entity', { id_warehouse_entity: 1 }, 'PERMISSION_DENIED');
  });
});

describe('delete_binding and delete_warehouse_entity', () => {
  const remove = { id_warehouse_entity: 1 };

  // Catches a start that forgets what orders on the disk hold, and a look at every open order on the way to the answer.
  test('orders at rest on the disk keep an entity, and are not read for it', async () => {
    const goods = await open('A', 'B');
    const id = await boundProduct(goods, [['A', 1]]);
    await place(goods, 's', 'A', 1);
    const { id_order } = await buy(goods, [id, 1]);
    const other = await goods.product(5);
    for (let at = 0; at < 20; at += 1) await buy(goods, [other, 1]);
    await goods.shop.admin('delete_binding', { id_product: id, element_number: 'A' });
    await goods.shop.admin('update_order_details', { id_order, order_state: 'PROCESSING' });
    for (let round = 0; round < 2; round += 1) {
      await goods.shop.restart();
      const { resident } = goods.shop.engine.tables.order;
      const before = resident.size;
      await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_IN_USE', 1);
      expect([before, resident.size]).toEqual([0, 0]);
    }
    await goods.shop.admin('update_order_details', { id_order, order_state: 'CLOSED' });
    await goods.shop.restart();
    expect(await goods.shop.admin('delete_warehouse_entity', remove)).toMatchObject({ status: 'success' });
    expect(goods.shop.engine.tables.order.resident.size).toBe(0);
  });

  test('an entity with stock, a binding or an open order stays; a closed order lets it go', async () => {
    const goods = await open('A');
    const id = await boundProduct(goods, [['A', 1]]);
    await place(goods, 's', 'A', 2);
    await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_IN_USE', 1);
    const { id_order } = await buy(goods, [id, 2]);
    await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_IN_USE', 1);
    expect(await goods.shop.admin('delete_binding', { id_product: id, element_number: 'A' })).toEqual({
      object: 'delete_binding',
      status: 'success',
    });
    for (const order_state of ['OPEN', 'PROCESSING']) {
      await goods.shop.admin('update_order_details', { id_order, order_state });
      await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_IN_USE', 1);
    }
    await goods.shop.admin('update_order_details', { id_order, order_state: 'CLOSED' });
    expect(await goods.shop.admin('delete_warehouse_entity', remove)).toEqual({
      object: 'delete_warehouse_entity',
      status: 'success',
    });
    await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_NOT_FOUND', 1);
    expect(await place(goods, 's', 'A', 1)).toMatchObject({ message: 'WAREHOUSE_ENTITY_NOT_FOUND' });
    await goods.shop.restart();
    await goods.shop.adminRefused('delete_warehouse_entity', remove, 'WAREHOUSE_ENTITY_NOT_FOUND', 1);
    expect(await goods.shop.admin('update_order_details', { id_order, order_state: 'CANCELED' })).toMatchObject({
      status: 'success',
    });
  });

  test('delete_binding: refusals', async () => {
    const goods = await open('A');
    const id = await goods.product();
    const base = { id_product: id, element_number: 'A' };
    await goods.shop.adminRefused('delete_binding', base, 'BINDING_NOT_FOUND', 'A');
    await goods.shop.adminRefused('delete_binding', { ...base, id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
    await goods.shop.adminRefused(
      'delete_binding',
      { ...base, element_number: 'Z' },
      'WAREHOUSE_ENTITY_NOT_FOUND',
      'Z',
    );
    await goods.shop.refused('delete_binding', base, 'PERMISSION_DENIED');
  });
});

test('who placed and took pieces is in the audit, what was sold stands with the order', async () => {
  const goods = await open('A');
  const { shop } = goods;
  const id = await boundProduct(goods, [['A', 1]]);
  await place(goods, 'north', 'A', 5);
  await place(goods, 'north', 'A', 2);
  await shop.admin('inventory_take', { storage: 'north', element_number: 'A', quantity: 3, note: 'broken' });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, id));
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
  const own = await goods.product(10, { availability: { active: 1, quantity: 4 } });
  await shop.admin('update_product', { id_product: own, availability: { quantity: 9 } });
  const { records } = (await shop.admin('get_changelog', {})) as unknown as {
    readonly records: readonly { readonly [name: string]: unknown }[];
  };
  const moves = records.filter(({ object }) => String(object).startsWith('stock/'));
  expect(
    moves.map(({ object, change, field, before, after, operation }) => [
      object,
      change,
      field,
      before,
      after,
      operation,
    ]),
  ).toEqual([
    ['stock/2', 'created', '', null, null, 'inventory_place'],
    ['stock/2', 'changed', 'quantity', 5, 7, 'inventory_place'],
    ['stock/2', 'changed', 'quantity', 7, 4, 'inventory_take'],
    ['stock/3', 'changed', 'quantity', 4, 9, 'update_product'],
  ]);
  expect(await shop.admin('get_changelog', { object: 'stock/3' })).toMatchObject({
    records: [{ field: 'quantity', channel: expect.any(String) as unknown }],
  });
});
