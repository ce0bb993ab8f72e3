// Why a price counts, and the prices of one list. It would catch a reason that is not the reason, a list that is said
// to count and does not, a group's price shown for others, and a page of a list that skips or repeats a product.
import { expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';
import { verified } from '../accounts/accounts.ts';

const open = async () => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin' } });
  const { shop } = goods;
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  const group = async (name: string): Promise<number> =>
    (await shop.admin<{ readonly id_group: number }>('create_group', { name })).id_group;
  const set = (id: number, ...prices: readonly Given[]) => shop.admin('set_prices', { id_price_list: id, prices });
  const explain = (product: number, more: Given = {}) =>
    shop.admin<Reply>('explain_price', { id_shopobject: product, ...more });
  return { goods, shop, list, group, set, explain };
};

const whys = (reply: Reply): readonly string[] =>
  (reply['lists'] as readonly { readonly why: string }[]).map(({ why }) => why);

test('each list says why it counts or does not', async () => {
  const { goods, shop, list, group, set, explain } = await open();
  const product = await goods.product('10');
  const resellers = await group('Resellers');
  const lists = [
    await list({ name: 'for all' }),
    await list({ name: 'resale', groups: [resellers], priority: 5 }),
    await list({ name: 'next year', start_date: '2099-01-01' }),
    await list({ name: 'austria', countries: ['AT'] }),
    await list({ name: 'many' }),
    await list({ name: 'dear' }),
    await list({ name: 'over' }),
    await list({ name: 'same' }),
  ];
  for (const [at, id] of lists.entries())
    await set(id, { id_shopobject: product, price: [9, 8, 1, 1, 1, 9.5, 1, 9][at], from_quantity: at === 4 ? 10 : 0 });
  await shop.admin('end_price_list', { id_price_list: lists[6] });
  const guest = await explain(product);
  expect(guest).toMatchObject({ price: 9, attribute: 10, price_list: lists[0], groups: [] });
  const rest = ['planned', 'other_countries', 'too_few', 'dearer', 'ended', 'made_later'];
  expect(whys(guest)).toEqual(['counts', 'other_groups', ...rest]);
  const { id: userId } = await verified(shop, 'Anna');
  await shop.admin('set_user_groups', { id_user: userId, groups: [resellers] });
  const low = ['planned', 'other_countries', 'too_few', 'lower_priority', 'ended', 'lower_priority'];
  for (const whom of [{ id_user: userId }, { groups: [resellers] }]) {
    const reply = await explain(product, whom);
    expect(reply).toMatchObject({ price: 8, price_list: lists[1], groups: [resellers] });
    expect(whys(reply)).toEqual(['lower_priority', 'counts', ...low]);
  }
  expect(await explain(product, { country: 'AT', quantity: 10 })).toMatchObject({ price: 1, price_list: lists[3] });
  expect(await shop.admin('explain_price', { id_shopobject: product, groups: [4711] })).toMatchObject({
    message: 'GROUP_NOT_FOUND',
  });
  expect(await explain(product, { id_channel: 4711 })).toMatchObject({ message: 'CHANNEL_NOT_FOUND' });
  expect(await explain(product, { id_user: userId, groups: [resellers] })).toMatchObject({
    message: 'PARAMETER_INVALID',
  });
});

test('without a list the attribute is the price, and a variation has the prices of its product', async () => {
  const { goods, shop, list, set, explain } = await open();
  const product = await goods.product('10');
  expect(await explain(product)).toMatchObject({ price: 10, attribute: 10, lists: [] });
  const id = await list({ name: 'sale' });
  await set(id, { id_shopobject: product, price: 7, compare_at: 10 });
  const { id: variation } = await shop.admin<{ readonly id: number }>('create_variation', {
    id_product: product,
    name: 'red',
  });
  expect(await explain(Number(variation))).toMatchObject({
    price: 7,
    compare_at: 10,
    price_list: id,
    lists: [{ why: 'counts', id_shopobject: product, tiers: [{ from_quantity: 0, price: 7, compare_at: 10 }] }],
  });
});

test('the prices of a list come by pages, or of the products that are named', async () => {
  const { goods, shop, list, set } = await open();
  const products: number[] = [];
  for (let at = 0; at < 7; at += 1) products.push(await goods.product('10'));
  const id = await list({ name: 'sale' });
  for (const [at, product] of products.entries())
    await set(id, { id_shopobject: product, price: at }, { id_shopobject: product, from_quantity: 5, price: at / 2 });
  const page = (more: Given) => shop.admin<Reply>('get_list_prices', { id_price_list: id, ...more });
  const idsOf = (reply: Reply) =>
    (reply['result'] as readonly { readonly id_shopobject: number }[]).map(({ id_shopobject: one }) => one);
  expect(await page({ limit: 1 })).toMatchObject({
    count: 7,
    result: [
      {
        id_shopobject: products[0],
        tiers: [
          { from_quantity: 0, price: 0 },
          { from_quantity: 5, price: 0 },
        ],
      },
    ],
  });
  expect(idsOf(await page({ skip: 5, limit: 5 }))).toEqual(products.slice(5));
  await set(
    id,
    { id_shopobject: products[2], price: null },
    { id_shopobject: products[2], from_quantity: 5, price: null },
  );
  const rest = await page({});
  expect([rest['count'], idsOf(rest)]).toEqual([6, products.filter((_, at) => at !== 2)]);
  expect(await page({ products: [products[2], products[3]] })).toMatchObject({
    result: [
      { id_shopobject: products[2], tiers: [] },
      { id_shopobject: products[3], tiers: [{ price: 3 }, { price: 1.5 }] },
    ],
  });
  expect(await shop.admin('get_price_lists', {})).toMatchObject({ price_lists: [{ id, products: 6 }] });
  expect(await shop.admin('get_list_prices', { id_price_list: 4711 })).toMatchObject({
    message: 'PRICE_LIST_NOT_FOUND',
  });
});

test('accounts are found by their groups', async () => {
  const { shop, group } = await open();
  const [one, other] = [await group('One'), await group('Other')];
  const ids: number[] = [];
  for (const name of ['Anna', 'Bernd', 'Cleo']) ids.push((await verified(shop, name)).id);
  await shop.admin('set_user_groups', { id_user: ids[0], groups: [one] });
  await shop.admin('set_user_groups', { id_user: ids[2], groups: [one, other] });
  const members = async (id: number) =>
    (
      await shop.admin<{ readonly result: readonly { readonly id_user: number }[] }>('search_users', {
        constraint: { 'main.groups': id },
      })
    ).result.map(({ id_user: userId }) => userId);
  expect(await members(one)).toEqual([ids[0], ids[2]]);
  expect(await members(other)).toEqual([ids[2]]);
  await shop.admin('set_user_groups', { id_user: ids[2], groups: [] });
  expect([await members(one), await members(other)]).toEqual([[ids[0]], []]);
});
