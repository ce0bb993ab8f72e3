// Catches changes and deletions of warehouse entities and bindings that lose stock or its audit.
import { describe, expect, test } from 'vitest';
import type { Given, Goods } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { line } from '../shop.ts';
import { boundProduct, buy, open, place } from './warehouse-shop.ts';

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
