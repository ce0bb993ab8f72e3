// Where the lowest price of 30 days is said. It would catch a struck price without it, one that is said to a shop
// without lists, another group's, a sale of months that is compared with itself, and a change history full of it.
import { expect, test } from 'vitest';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';

const DAY_MS = 86_400_000;

const open = async () => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin', currencies: [{ code: 'JPY', digits: 0 }] } });
  const { shop } = goods;
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  const set = (id: number, ...prices: readonly Given[]) => shop.admin('set_prices', { id_price_list: id, prices });
  const setAttribute = (id: number, price: number) =>
    shop.admin('update_product', { id_product: id, attributes: { de_DE: { price } } });
  const pass = (days: number) => {
    shop.nowMs += days * DAY_MS;
    applyDueChanges(shop.engine);
  };
  const details = (id: number, more: Given = {}) => shop.call('get_product_details', { id_product: id, ...more });
  const lowest = async (id: number, more: Given = {}) => (await details(id, more))['lowest_30d'];
  return { goods, shop, list, set, setAttribute, pass, details, lowest };
};

test('a struck price comes with the lowest price of the 30 days before the sale, for as long as it lasts', async () => {
  const { goods, shop, list, set, setAttribute, pass, details, lowest } = await open();
  const id = await goods.product('12');
  pass(40);
  await setAttribute(id, 8);
  pass(10);
  await setAttribute(id, 10);
  pass(15);
  // Planned: its prices are shown from its midnight on, and so the sale begins then.
  const sale = await list({ name: 'Sale', start_date: '2026-03-15', priority: 5 });
  await set(sale, { id_shopobject: id, price: 9, compare_at: 12 });
  expect(await lowest(id)).toBeUndefined();
  pass(10);
  const { price, compare_at, lowest_30d } = await details(id);
  expect({ price, compare_at, lowest_30d }).toEqual({ price: 9, compare_at: 12, lowest_30d: 8 });
  const found = await shop.call('search_products', { constraint: { 'main.id': id } });
  expect(found, 'in a search as well').toMatchObject({ result: [{ lowest_30d: 8 }] });
  // Further reductions of a sale that goes on are compared with the price before it.
  pass(50);
  await set(sale, { id_shopobject: id, price: 7, compare_at: 12 });
  pass(50);
  expect(await lowest(id)).toBe(8);
  // A rise begins another one, which is compared with what the sale had.
  await set(sale, { id_shopobject: id, price: 11, compare_at: 12 });
  expect(await lowest(id)).toBe(7);
  await set(sale, { id_shopobject: id, price: 12 });
  expect(await lowest(id)).toBeUndefined();
});

test('the 30 days begin at midnight: a price counts that was shown on the first of them', async () => {
  const { goods, shop, list, set, setAttribute, lowest } = await open();
  const [within, before] = [await goods.product('10'), await goods.product('10')];
  for (const [id, endMs] of [
    [before, Date.UTC(2026, 2, 17, 23)],
    [within, Date.UTC(2026, 2, 17, 23) + 1],
  ] as const) {
    await setAttribute(id, 8);
    shop.nowMs = endMs;
    await setAttribute(id, 10);
  }
  // In between the clocks are set forward.
  shop.nowMs = Date.UTC(2026, 3, 17, 18);
  const sale = await list({ name: 'Sale' });
  for (const id of [within, before]) await set(sale, { id_shopobject: id, price: 9, compare_at: 10 });
  expect([await lowest(within), await lowest(before)]).toEqual([8, 10]);
});

test('a sale that is broken off begins anew, and is then compared with what it had', async () => {
  const { goods, shop, list, set, pass, lowest } = await open();
  const id = await goods.product('10');
  pass(1);
  const sale = await list({ name: 'Sale' });
  await set(sale, { id_shopobject: id, price: 9, compare_at: 10 });
  expect(await lowest(id)).toBe(10);
  for (const active of [0, 1]) {
    pass(1);
    await shop.admin('update_product', { id_product: id, shop_active: active });
  }
  expect(await lowest(id)).toBe(9);
  // What was not shown does not count.
  await shop.admin('update_product', { id_product: id, shop_active: 0 });
  await set(sale, { id_shopobject: id, price: 1 });
  pass(1);
  await set(sale, { id_shopobject: id, price: 8, compare_at: 10 });
  await shop.admin('update_product', { id_product: id, shop_active: 1 });
  expect(await lowest(id)).toBe(9);
});

test('without lists nothing is said but to the office, and a fall is said where lists run', async () => {
  const { goods, shop, list, setAttribute, pass, details, lowest } = await open();
  const id = await goods.product('10');
  pass(5);
  await setAttribute(id, 9);
  const before = await shop.text('get_product_details', { id_product: id });
  expect(before).not.toContain('lowest_30d');
  expect(await shop.admin('explain_price', { id_shopobject: id })).toMatchObject({ price: 9, lowest_30d: 10 });
  await list({ name: 'of others' });
  const { lowest_30d, ...rest } = await details(id);
  expect([lowest_30d, rest]).toEqual([10, JSON.parse(before)]);
  await setAttribute(id, 11);
  expect(await lowest(id)).toBeUndefined();
});

test('each group and each currency has its own, also where a list changes for whom it is', async () => {
  const { goods, shop, list, set, pass, lowest } = await open();
  const id = await goods.product('10');
  const { id_group: groupId } = await shop.admin<{ readonly id_group: number }>('create_group', { name: 'g' });
  const { id: userId } = await verified(shop, 'Anna');
  await shop.admin('set_user_groups', { id_user: userId, groups: [groupId] });
  const [own, yen] = [await list({ name: 'own', groups: [groupId] }), await list({ name: 'yen', currency: 'JPY' })];
  pass(1);
  await set(own, { id_shopobject: id, price: 6 });
  await set(yen, { id_shopobject: id, price: 1500 });
  pass(1);
  await set(own, { id_shopobject: id, price: 7 });
  await set(yen, { id_shopobject: id, price: 1200, compare_at: 1500 });
  pass(1);
  const sale = await list({ name: 'sale', priority: 1 });
  await set(sale, { id_shopobject: id, price: 8, compare_at: 10 });
  const session = await shop.session();
  await loggedIn(shop, 'Anna', session);
  const all = async () => [await lowest(id), await lowest(id, { session }), await lowest(id, { currency: 'JPY' })];
  expect(await all()).toEqual([10, 6, 1500]);
  await shop.admin('update_price_list', { id_price_list: sale, groups: [groupId] });
  expect(await all(), 'a guest has no discount any more').toEqual([undefined, 6, 1500]);
  await shop.restart();
  expect(await all()).toEqual([undefined, 6, 1500]);
});

test('no change history shows what is kept for it', async () => {
  const { goods, shop, list, set, setAttribute, pass } = await open();
  const id = await goods.product('10');
  const sale = await list({ name: 'sale' });
  for (const price of [9, 8]) {
    pass(1);
    await set(sale, { id_shopobject: id, price, compare_at: 10 });
    await setAttribute(id, price);
    await shop.admin('update_price_list', { id_price_list: sale, priority: price });
    await shop.admin('update_product', { id_product: id, shop_active: price % 2 });
  }
  await shop.admin('delete_product', { id_product: id });
  const text = await shop.text('get_changelog', {}, { secret: true });
  expect(text).toContain('[[1,[[0,80000,100000]]]]');
  for (const word of ['past', 'toggled', 'since', 'isRunning']) expect(text).not.toContain(word);
});
