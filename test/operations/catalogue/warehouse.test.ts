// Catches stock operations that move what is not there, or move what a bound product has wrongly.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';
import { boundProduct, buy, open, place } from './warehouse-shop.ts';

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

describe('a product that is bound', () => {
  test('is counted from then on, unless the call says that it is not', async () => {
    const goods = await open('A', 'B');
    await place(goods, 'north', 'A', 2);
    const states: unknown[] = [];
    for (const given of [{}, { active: 1 }, { active: 0 }]) {
      const id = await goods.product(10);
      await goods.shop.admin('add_binding', { id_product: id, element_number: 'A', quantity: 1, ...given });
      const product = await goods.shop.call('get_product_details', { id_product: id });
      states.push((product as { availability: { active: number } }).availability.active);
    }
    expect(states).toEqual([1, 1, 0]);
  });

  test('by create_product is counted, too, unless its availability says that it is not', async () => {
    const goods = await open('A');
    const states: unknown[] = [];
    for (const availability of [undefined, { quantity_warning: 3 }, { active: 0 }]) {
      const given = { metadata: { element_number: 'A' }, add_binding: 1, availability };
      const product = await goods.shop.call('get_product_details', { id_product: await goods.product(10, given) });
      states.push((product as { availability: { active: number } }).availability.active);
    }
    expect(states).toEqual([1, 1, 0]);
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

  test('parts of a piece are placed and taken, too, to the thousandth', async () => {
    const goods = await open('A');
    const id = await boundProduct(goods, [['A', 1]]);
    await place(goods, 'north', 'A', 9.501);
    expect(await goods.left(id), 'whole pieces of a product that is made of it').toBe(9);
    const take = { storage: 'north', element_number: 'A', quantity: '0.067', note: '' };
    await goods.shop.admin('inventory_take', take);
    const stock = await goods.shop.admin('get_stock', { element_number: 'A' });
    expect(stock).toMatchObject({ quantity: 9.434, storages: [{ storage: 'north', quantity: 9.434 }] });
    await goods.shop.adminRefused('inventory_take', { ...take, quantity: 9.435 }, 'INSUFFICIENT_STOCK');
    await goods.shop.admin('inventory_take', { ...take, quantity: 9.434 });
    expect(await goods.shop.admin('get_stock', { element_number: 'A' })).toMatchObject({ quantity: 0 });
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
    for (const quantity of ['0', '-1', '1.0001', '1,5', 'x', '1e9', '1000000001'])
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
    await goods.shop.admin('add_binding', { id_product: id, element_number: 'A', quantity: 1, active: 0 });
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
