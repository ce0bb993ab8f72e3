// Which price a cart has. It would catch a list that counts for the wrong customers, days or quantities, a price that
// changes without a word, lines of one product that disagree, and a cart that keeps another person's price.
import { expect, test } from 'vitest';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import type { Cart, CartLine } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';

type Priced = Cart & {
  readonly contents: readonly (CartLine & { readonly price_list?: number })[];
  readonly repriced?: readonly Given[];
};

const open = async () => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin' } });
  const { shop } = goods;
  const session = await shop.session();
  const group = async (name: string): Promise<number> =>
    (await shop.admin<{ readonly id_group: number }>('create_group', { name })).id_group;
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  const set = (id: number, ...prices: readonly Given[]) => shop.admin('set_prices', { id_price_list: id, prices });
  const add = (product: number, quantity: number | string = 1, more: Given = {}) =>
    shop.call<Priced>('add_to_cart', line(session, product, { quantity, ...more }));
  const cart = () => shop.call<Priced>('get_cart', { session });
  const unit = ({ contents }: Priced): readonly number[] => contents.map(({ price }) => price);
  return { goods, shop, session, group, list, set, add, cart, unit };
};

test('the price of a list counts for the quantity of all lines of a product, and each change is said', async () => {
  const { goods, list, set, add, cart, unit, shop, session } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'Staffel' });
  expect(
    await set(id, { id_shopobject: product, price: 9 }, { id_shopobject: product, from_quantity: 5, price: '7.5' }),
  ).toMatchObject({ status: 'success', warnings: [] });
  const first = await add(product, 2);
  expect(first.contents).toMatchObject([{ price: 9, sum_price: 18, price_list: id }]);
  expect(first.repriced).toBeUndefined();
  const second = await add(product, 3, { element_type: 'PRODUCT' });
  expect([unit(second), second.sum]).toEqual([[7.5, 7.5], 37.5]);
  expect(second.repriced).toEqual([{ id_element: 1, from: 9, to: 7.5, why: 'quantity' }]);
  expect((await cart()).repriced, 'it is still said').toEqual(second.repriced);
  const fewer = await shop.call<Priced>('set_quantity', { session, id_element: 2, quantity: 2 });
  expect([unit(fewer), fewer.repriced]).toEqual([
    [9, 9],
    [
      { id_element: 1, from: 7.5, to: 9, why: 'quantity' },
      { id_element: 2, from: 7.5, to: 9, why: 'quantity' },
    ],
  ]);
  const less = await shop.call<Priced>('del_from_cart', { session, id_element: 2 });
  expect([unit(less), less.repriced]).toEqual([[9], undefined]);
});

test('a line of a list that has ended is priced anew by another quantity, though no list runs any more', async () => {
  const { goods, list, set, add } = await open();
  const product = await goods.product('10');
  const sale = await list({ name: 'sale' });
  await set(sale, { id_shopobject: product, price: 8 });
  await add(product);
  await goods.shop.admin('end_price_list', { id_price_list: sale });
  const two = await add(product);
  expect(two.contents, 'one product has one price in a cart').toMatchObject([{ quantity: 2, price: 10 }]);
  expect(two.repriced).toEqual([{ id_element: 1, from: 8, to: 10, why: 'quantity' }]);
});

test('what stays as it was is not said to be priced anew', async () => {
  const { goods, list, set, add } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'tiers' });
  await set(id, { id_shopobject: product, price: 8 }, { id_shopobject: product, from_quantity: 2, price: 8 });
  await add(product);
  const two = await add(product);
  expect(two.contents).toMatchObject([{ quantity: 2, price: 8 }]);
  expect(two.repriced).toBeUndefined();
});

test('a line is merged with an equal one at the price that both have then', async () => {
  const { goods, list, set, add } = await open();
  const product = await goods.product('10');
  await set(await list({ name: 'ten' }), { id_shopobject: product, from_quantity: 10, price: 8 });
  expect((await add(product, 9)).contents).toMatchObject([{ quantity: 9, price: 10 }]);
  const ten = await add(product);
  expect(ten.contents).toMatchObject([{ quantity: 10, price: 8, sum_price: 80 }]);
  expect(ten.repriced).toEqual([{ id_element: 1, from: 10, to: 8, why: 'quantity' }]);
});

test('a group has its price after the login, and loses it with the logout', async () => {
  const { goods, list, set, add, cart, unit, group, shop, session } = await open();
  const product = await goods.product('47.29');
  const resellers = await group('Resellers');
  const id = await list({ name: 'Resale', groups: [resellers] });
  await set(id, { id_shopobject: product, price: '40.5' });
  expect(unit(await add(product, 5))).toEqual([47.29]);
  expect((await cart()).sum).toBe(236.45);
  const { id: userId } = await verified(shop, 'Anna');
  await loggedIn(shop, 'Anna', session);
  expect(unit(await cart()), 'in no group').toEqual([47.29]);
  await shop.admin('set_user_groups', { id_user: userId, groups: [resellers, resellers] });
  await loggedIn(shop, 'Anna', session);
  expect(await cart()).toMatchObject({
    sum: 202.5,
    contents: [{ price: 40.5, price_list: id }],
    repriced: [{ id_element: 1, from: 47.29, to: 40.5, why: 'login' }],
  });
  await shop.call('logout_user', { session });
  const left = await cart();
  expect([unit(left), left.repriced]).toEqual([[47.29], [{ id_element: 1, from: 40.5, to: 47.29, why: 'logout' }]]);
  await loggedIn(shop, 'Anna', session);
  const order = await shop.call<{ readonly id_order: number; readonly session: string }>('checkout', { session });
  expect(
    await shop.call('get_order_by_id', { session: order.session, id_order: order.id_order }),
    'an order says nothing of what was before',
  ).toMatchObject({ cart: { sum: 202.5, contents: [{ price: 40.5, price_list: id }] } });
});

test('of lists that fit, the highest priority counts, then the lowest price, then the first list', async () => {
  const { goods, list, set, add, unit, shop, session } = await open();
  const product = await goods.product('10');
  const [dear, cheap, high] = [
    await list({ name: 'dear' }),
    await list({ name: 'cheap' }),
    await list({ name: 'high', priority: 5 }),
  ];
  await set(dear, { id_shopobject: product, price: 9 });
  await set(cheap, { id_shopobject: product, price: 8 });
  expect(unit(await add(product))).toEqual([8]);
  await shop.call('clear_cart', { session });
  await set(high, { id_shopobject: product, price: 12 });
  const one = await add(product);
  expect(one.contents).toMatchObject([{ price: 12, price_list: high }]);
  await shop.call('clear_cart', { session });
  await set(high, { id_shopobject: product, price: null });
  await set(dear, { id_shopobject: product, price: 8 });
  expect((await add(product)).contents, 'of equals the first').toMatchObject([{ price: 8, price_list: dear }]);
});

test('a variation has its own price, else that of its product; another attribute has its own', async () => {
  const { goods, list, set, add, unit } = await open();
  const product = await goods.product('10');
  const [own, plain] = [
    await goods.shop.make('create_variation', { id_product: product, name: 'own', shop_active: 1 }),
    await goods.shop.make('create_variation', { id_product: product, name: 'plain', shop_active: 1 }),
  ];
  const id = await list({ name: 'all' });
  await set(id, { id_shopobject: product, price: 9 }, { id_shopobject: own, price: 6 });
  await add(own);
  expect(unit(await add(plain))).toEqual([6, 9]);
  await list({ name: 'other', field: 'gross' });
  expect(unit(await add(product))).toEqual([6, 9, 9]);
});

test('a list counts on its days of the shop, and one record begins and ends it', async () => {
  const { goods, list, set, unit, shop } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'May', start_date: '2026-01-03', end_date: '2026-01-04' });
  await set(id, { id_shopobject: product, price: 5 });
  const state = async (): Promise<unknown> =>
    (await shop.admin<{ readonly price_lists: readonly Given[] }>('get_price_lists')).price_lists[0]!['state'];
  const priceNow = async (): Promise<number> => {
    const own = await shop.session();
    return unit(await shop.call<Priced>('add_to_cart', line(own, product)))[0]!;
  };
  expect([await state(), await priceNow()]).toEqual(['planned', 10]);
  const begin = Date.UTC(2026, 0, 2, 23);
  shop.nowMs = begin - 1;
  applyDueChanges(shop.engine);
  expect(await priceNow()).toBe(10);
  shop.nowMs = begin;
  const before = shop.engine.headSeq;
  applyDueChanges(shop.engine);
  applyDueChanges(shop.engine);
  expect(shop.engine.headSeq).toBe(before + 1);
  expect([await state(), await priceNow()]).toEqual(['running', 5]);
  shop.nowMs = Date.UTC(2026, 0, 4, 23);
  applyDueChanges(shop.engine);
  expect([await state(), await priceNow()]).toEqual(['ended', 10]);
  await shop.adminRefused('update_price_list', { id_price_list: id, end_date: '2027-01-01' }, 'PRICE_LIST_ENDED');
  await shop.adminRefused('set_prices', { id_price_list: id, prices: [] }, 'PRICE_LIST_ENDED');
});

test('a product shows the price that its line would have, to each person theirs', async () => {
  const { goods, list, set, add, unit, group, shop, session } = await open();
  const product = await goods.product('10');
  const variation = await shop.make('create_variation', { id_product: product, name: 'large', shop_active: 1 });
  const shown = async (more: Given = {}): Promise<readonly unknown[]> => {
    const asked = { language: 'de_DE', country: 'DE', ...more };
    const details = await shop.call('get_product_details', { id_product: product, ...asked });
    const found = await shop.call<Reply & { readonly result: readonly Reply[] }>('search_products', {
      constraint: { id: product },
      ...asked,
    });
    const listed = await shop.call<Reply & { readonly products: { readonly [name: string]: Reply } }>(
      'get_products_in_category',
      {
        id_category: goods.categoryId,
        ...asked,
      },
    );
    const all = [details, ...found.result, ...Object.values(listed.products)];
    const first = all[0]!;
    for (const one of all) expect([one['price'], one['price_list']]).toEqual([first['price'], first['price_list']]);
    const [large] = first['variations'] as unknown as readonly Reply[];
    return [first['price'], first['compare_at'], first['price_list'], large!['price']];
  };
  expect(await shown(), 'as before, where no list runs').toEqual([undefined, undefined, undefined, undefined]);
  const resellers = await group('Resellers');
  const resale = await list({ name: 'Resale', groups: [resellers], priority: 1 });
  const sale = await list({ name: 'Sale' });
  await set(sale, { id_shopobject: product, price: 9, compare_at: 10 }, { id_shopobject: variation, price: '9.5' });
  await set(resale, { id_shopobject: product, price: 7 });
  const guest = [9, 10, sale, 9.5];
  expect(await shown()).toEqual(guest);
  const { id: userId } = await verified(shop, 'Anna');
  await shop.admin('set_user_groups', { id_user: userId, groups: [resellers] });
  expect(await shown({ session })).toEqual(guest);
  await loggedIn(shop, 'Anna', session);
  expect(await shown({ session })).toEqual([7, undefined, resale, 7]);
  expect(unit(await add(product))).toEqual([7]);
  expect(unit(await add(variation))).toEqual([7, 7]);
  expect(await shown(), 'a guest beside it').toEqual(guest);
  await shop.call('logout_user', { session });
  expect(await shown({ session })).toEqual(guest);
  expect(await shown({ session: 'x'.repeat(42) }), 'a code that opens nothing').toEqual(guest);
  await set(sale, { id_shopobject: product, price: 8 });
  expect(await shown()).toEqual([8, undefined, sale, 9.5]);
});

test('more pieces for less money are set, and warned of', async () => {
  const { goods, list, set } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'odd' });
  expect(
    await set(id, { id_shopobject: product, price: 10 }, { id_shopobject: product, from_quantity: 10, price: '8.9' }),
  ).toMatchObject({ warnings: [{ code: 'TIER_INVERTED', id_shopobject: product, from_quantity: 10 }] });
  expect(await set(id, { id_shopobject: product, from_quantity: 10, price: 9 })).toMatchObject({ warnings: [] });
});

test('what makes no sense is refused by name, and nothing is half done', async () => {
  const { goods, list, group, shop } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'one' });
  const refused = (given: Given, code: string) =>
    shop.adminRefused('create_price_list', { name: 'two', ...given }, code);
  await refused({ name: 'ONE' }, 'PRICE_LIST_NAME_ALREADY_IN_USE');
  await refused({ groups: [7] }, 'GROUP_NOT_FOUND');
  await refused({ channels: [77] }, 'CHANNEL_NOT_FOUND');
  await refused({ countries: ['Nowhere'] }, 'COUNTRY_NOT_FOUND');
  await refused({ currency: 'USD' }, 'CURRENCY_NOT_FOUND');
  await refused({ start_date: '2026-02-02', end_date: '2026-02-01' }, 'PARAMETER_INVALID');
  const set = (code: string, ...prices: readonly Given[]) =>
    shop.adminRefused('set_prices', { id_price_list: id, prices }, code);
  await set('SHOPOBJECT_NOT_FOUND', { id_shopobject: product, price: 1 }, { id_shopobject: 999, price: 1 });
  await set('PARAMETER_INVALID', { id_shopobject: product, price: -1 });
  await set('PARAMETER_INVALID', { id_shopobject: product, price: 'much' });
  await set('PARAMETER_INVALID', { id_shopobject: product, from_quantity: -1, price: 1 });
  await set('PARAMETER_INVALID', { id_shopobject: product, price: 1 }, { id_shopobject: product, price: 2 });
  await set('AMOUNT_OUT_OF_RANGE', { id_shopobject: product, price: '1e15' });
  await shop.adminRefused('set_prices', { id_price_list: 99, prices: [] }, 'PRICE_LIST_NOT_FOUND');
  const used = await group('used');
  await shop.admin('update_price_list', { id_price_list: id, groups: [used] });
  await shop.adminRefused('delete_group', { id_group: used }, 'GROUP_IN_USE');
  await shop.admin('end_price_list', { id_price_list: id });
  expect(await shop.admin('delete_group', { id_group: used })).toMatchObject({ status: 'success' });
  expect(await shop.admin('get_prices', { id_shopobject: product })).toEqual({
    object: 'prices',
    id_shopobject: product,
    field: 'price',
    currency: 'EUR',
    lists: [],
  });
});

test('what lists say of a product goes with it, that of its variations, too', async () => {
  const { goods, list, set, shop } = await open();
  const [product, other] = [await goods.product('10'), await goods.product('20')];
  const variation = await shop.make('create_variation', { id_product: product, name: 'own', shop_active: 1 });
  const id = await list({ name: 'all' });
  await set(id, ...[product, variation, other].map((one) => ({ id_shopobject: one, price: 9 })));
  const shown = async () => {
    const { price_lists: lists } = await shop.admin<{ readonly price_lists: readonly Given[] }>('get_price_lists');
    const { result, count } = await shop.admin<{ readonly result: readonly Given[]; readonly count: number }>(
      'get_list_prices',
      { id_price_list: id },
    );
    return [lists[0]!['products'], count, result.map((one) => one['id_shopobject'])];
  };
  expect(await shown()).toEqual([3, 3, [product, other, variation].toSorted((a, b) => a - b)]);
  await shop.admin('delete_product', { id_product: product });
  expect(await shown()).toEqual([1, 1, [other]]);
  await shop.restart();
  expect(await shown()).toEqual([1, 1, [other]]);
});
