// Catches an attribute of an order, a line or a category that its class does not know, or that is kept as its type does
// not write it, and a shop without such classes that takes less than before.
import { describe, expect, test } from 'vitest';
import { Goods, line, openShop } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';

const withClass = async (shop: TestShop, type: string, attributes: readonly object[]): Promise<number> => {
  const id = await shop.make('create_class', { name: `${type}_fields`, type });
  expect(await shop.admin('create_class_attributes', { id_class: id, attributes })).toMatchObject({
    status: 'success',
  });
  return id;
};

const FIELDS = [
  { name: 'gift', type: 'BOOL' },
  { name: 'pieces', type: 'INT' },
  { name: 'day', type: 'DATE' },
  { name: 'words', type: 'CHAR' },
];

const UNKNOWN = 'SHOPOBJECT_ATTRIBUTE_UNKNOWN';
const INVALID = 'SHOPOBJECT_ATTRIBUTE_INVALID';

describe('the class of a type', () => {
  test('is one at most, and has values that are written in a line', async () => {
    const shop = openShop();
    const id = await withClass(shop, 'order', FIELDS);
    const another = { name: 'more', type: 'order' };
    const { detail } = await shop.adminRefused('create_class', another, 'PARAMETER_INVALID', 'type');
    expect(detail).toContain('order_fields');
    const picture = { id_class: id, attributes: [{ name: 'photo', type: 'IMG' }] };
    await shop.adminRefused('create_class_attributes', picture, 'PARAMETER_INVALID', 'attributes');
    await shop.make('create_class', { name: 'lines', type: 'line' });
    await shop.admin('delete_class', { id_class: id });
    await shop.restart();
    expect(await shop.make('create_class', another)).toBeGreaterThan(id);
  });
});

describe('attributes of an order', () => {
  test('are free without a class, and then fit it; what was there before can go', async () => {
    const { shop } = await Goods.open();
    const session = await shop.session();
    const set = (attributes: Given) => ({ session, attributes });
    const shown = async () => (await shop.call('get_order_details', { session }))['attributes'];
    await shop.call('set_order_details', set({ anything: 'free', words: 'a' }));
    await withClass(shop, 'order', FIELDS);
    await shop.refused('set_order_details', set({ other: 1 }), UNKNOWN, 'other');
    await shop.refused('set_order_details', set({ pieces: 'many' }), INVALID, 'pieces');
    await shop.refused('set_order_details', set({ day: '2026-02-30' }), INVALID, 'day');
    await shop.call('set_order_details', set({ gift: 'yes', pieces: '1e1', day: '2026-02-28' }));
    expect(JSON.stringify(await shown())).toContain('free');
    const values = Object.values((await shown()) as { [at: string]: { name: string; value: string } });
    expect(values.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['gift', '1'],
        ['pieces', '10'],
        ['day', '2026-02-28'],
        ['words', 'a'],
      ]),
    );
  });

  test('are searched as what they are', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    await withClass(shop, 'order', FIELDS);
    const product = await goods.product();
    for (const pieces of [9, 10]) {
      const session = await shop.session();
      await shop.call('add_to_cart', line(session, product));
      await shop.call('set_order_details', { session, attributes: { pieces } });
      expect(await shop.call('checkout', { session })).toHaveProperty('id_order');
    }
    const search = async (constraint: Given) =>
      (await shop.admin<{ count: number }>('search_orders', { constraint, strict: 1 })).count;
    expect(await search({ pieces: ['>', 9] })).toBe(1);
    expect(await search({ pieces: 9 })).toBe(1);
    const id_order = 1;
    const office = { id_order, attributes: { pieces: 'x' } };
    const orders = await shop.admin<{ result: readonly { id: number }[] }>('search_orders', { constraint: {} });
    await shop.adminRefused('update_order_details', { ...office, id_order: orders.result[0]!.id }, INVALID, 'pieces');
  });

  test('are no number, and nothing that is sorted, where a text from before the class is none', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product();
    const ids: number[] = [];
    for (const pieces of ['abc', '5', '1,5', '', '7', 'x', '3']) {
      const session = await shop.session();
      await shop.call('add_to_cart', line(session, product));
      await shop.call('set_order_details', { session, attributes: { pieces } });
      ids.push(Number((await shop.call('checkout', { session }))['id_order']));
    }
    await withClass(shop, 'order', FIELDS);
    const search = async (constraint: Given, more: Given = {}) =>
      (await shop.admin<{ result: readonly { id: number }[] }>('search_orders', { constraint, ...more })).result.map(
        ({ id }) => ids.indexOf(Number(id)),
      );
    for (const [operator, bound] of [
      ['>', 100],
      ['<', 3],
      ['=', 0],
    ])
      expect(await search({ pieces: [operator, bound] }), `${operator} ${bound}`).toEqual([]);
    const sorted = { order_columns: ['pieces'], order: 'ASC' };
    expect((await search({}, sorted)).slice(0, 3)).toEqual([6, 1, 4]);
    const pages = [0, 2, 4, 6].map((left_limit) => search({}, { ...sorted, left_limit, right_limit: 2 }));
    expect((await Promise.all(pages)).flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

test('attributes of a line fit the class of lines', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product();
  await withClass(shop, 'line', FIELDS);
  const session = await shop.session();
  const add = (attributes: unknown) => line(session, product, { attributes });
  await shop.refused('add_to_cart', add({ engraving: 'A' }), UNKNOWN, 'engraving');
  await shop.refused('add_to_cart', add({ gift: 'perhaps' }), INVALID, 'gift');
  // A client that copies a line sends what the shop computed along.
  const reply = await shop.call(
    'add_to_cart',
    add([
      ['gift', 'true'],
      ['sys_tax', 1],
    ]),
  );
  expect(JSON.stringify(reply)).toContain('"gift"');
  await shop.call('add_to_cart', add({ gift: 1 }));
  expect(JSON.stringify(await shop.call('get_cart', { session })), 'both mean the same line').toContain('"quantity":2');
});

test('attributes of a category fit its class, for every language and for one', async () => {
  const shop = openShop();
  await withClass(shop, 'category', FIELDS);
  const make = (attributes: Given) => ({ id_parent: 0, name: 'goods', attributes });
  await shop.adminRefused('create_category', make({ colour: 'red' }), UNKNOWN, 'colour');
  await shop.adminRefused('create_category', make({ de_DE: { pieces: 'x' } }), INVALID, 'pieces');
  const id = await shop.make('create_category', make({ pieces: '12', de_DE: { words: 7 } }));
  const shown = await shop.call<{ categories: readonly { attributes: unknown }[] }>('get_categories', {
    id_parent: 0,
    language: 'de_DE',
  });
  expect(shown.categories[0]!.attributes).toEqual({
    pieces: { name: 'pieces', value: 12 },
    words: { name: 'words', value: '7' },
  });
  const late = { id_category: id, attributes: { gift: 'x' } };
  await shop.adminRefused('update_category', late, INVALID, 'gift');
  await shop.admin('update_category', { id_category: id, attributes: { gift: 'no', de_DE: null, other: null } });
});
