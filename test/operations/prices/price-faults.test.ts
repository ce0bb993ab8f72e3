// Faults that other shop systems had with prices of groups, regions and currencies, each by its symptom, and prices
// that make no sense. It would catch a member of two groups who gets no list's price, a region that pays the price of
// another, and a bad price that is half set.
import { expect, test } from 'vitest';
import type { Cart } from '../cart-reply.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const open = async () => {
  const goods = await Goods.open({ rules: { currencies: [{ code: 'JPY', digits: 0 }] } });
  const { shop } = goods;
  const session = await shop.session();
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  const set = (id: number, ...prices: readonly Given[]) => shop.admin('set_prices', { id_price_list: id, prices });
  const add = (product: number, more: Given = {}) =>
    shop.call<Cart>('add_to_cart', line(session, product, { quantity: 1, ...more }));
  const tiers = async (id: number) =>
    (await shop.admin<{ readonly result: readonly Given[] }>('get_list_prices', { id_price_list: id })).result;
  return { goods, shop, session, list, set, add, tiers };
};

test('who is in two groups gets the better price of their lists', async () => {
  const { goods, shop, session, list, set, add } = await open();
  const product = await goods.product('10');
  const groups: number[] = [];
  for (const [name, price] of [
    ['Resellers', 8],
    ['Friends', 9],
  ] as const) {
    const { id_group: group } = await shop.admin<{ readonly id_group: number }>('create_group', { name });
    groups.push(group);
    await set(await list({ name, groups: [group] }), { id_shopobject: product, price });
  }
  const { id: userId } = await verified(shop, 'Anna');
  await shop.admin('set_user_groups', { id_user: userId, groups });
  await loggedIn(shop, 'Anna', session);
  expect((await add(product)).contents).toMatchObject([{ price: 8 }]);
  expect(await shop.call('get_product_details', { id_product: product, session })).toMatchObject({ price: 8 });
});

test('a lower price of another region is neither shown nor charged, whatever was asked before', async () => {
  const { goods, shop, session, list, set, add } = await open();
  const product = await goods.product('10');
  await set(await list({ name: 'Austria', countries: ['Austria'] }), { id_shopobject: product, price: 7 });
  const shown = async (given: Given) =>
    (await shop.call<Given>('get_product_details', { id_product: product, ...given }))['price'];
  expect([await shown({ country: 'AT' }), await shown({ country: 'DE' }), await shown({ session })]).toEqual([
    7,
    undefined,
    undefined,
  ]);
  await shop.call('set_context', { session, country: 'DE' });
  expect((await add(product, { country: 'AT' })).contents, 'the session says where it goes').toMatchObject([
    { price: 10 },
  ]);
  const sent = await shop.call<{ readonly sum: number }>('set_context', { session, country: 'AT' });
  expect(sent.sum).toBe(7);
  await shop.call('set_order_details', { session, delivery_country: 'DE' });
  expect(await shop.call('get_cart', { session })).toMatchObject({ sum: 10, repriced: [{ from: 7, to: 10 }] });
});

test('tiers are in order however they are sent, and a bad one leaves all as they were', async () => {
  const { goods, shop, list, set, tiers } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'one' });
  const tier = (from: number | string, price: number | string | null, more: Given = {}) => ({
    id_shopobject: product,
    from_quantity: from,
    price,
    ...more,
  });
  await set(id, tier(10, 7), tier(0, 9), tier('5', 8));
  const before = await tiers(id);
  expect(before).toMatchObject([{ tiers: [{ from_quantity: 0 }, { from_quantity: 5 }, { from_quantity: 10 }] }]);
  for (const bad of [tier(5, -1), tier(5, 6, { compare_at: -1 }), tier(-5, 6), tier('5', 'cheap'), tier('x', 6)])
    await shop.adminRefused(
      'set_prices',
      { id_price_list: id, prices: [tier(0, 1), bad] },
      'PARAMETER_INVALID',
      'prices',
    );
  expect(await tiers(id)).toEqual(before);
});

test('a price has four decimals in every currency, and a line those of its currency', async () => {
  const { goods, shop, session, list, set, add, tiers } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'Japan', currency: 'JPY' });
  await set(id, { id_shopobject: product, price: '12.50004' });
  expect(await tiers(id)).toMatchObject([{ tiers: [{ price: 12.5 }] }]);
  await shop.call('set_context', { session, currency: 'JPY' });
  expect(await add(product, { quantity: 3 })).toMatchObject({ sum: 38, contents: [{ price: 12.5, sum_price: 38 }] });
  const { id_order: order } = await shop.call<{ readonly id_order: number }>('checkout', { session });
  // Documents have the decimals of the order's currency, and go on having them when the shop has given it up.
  const textOf = async (name: string) => {
    const reply = await shop.admin<Given>(`get_${name}`, { id_order: order, args: { format: 'html' } });
    return Buffer.from(String(reply[name]), 'base64').toString();
  };
  await shop.admin('end_price_list', { id_price_list: id });
  expect(await shop.admin('update_shop_settings', { currencies: [] })).toMatchObject({ currencies: [] });
  for (const name of ['order_confirmation', 'invoice']) {
    const text = await textOf(name);
    expect(text).toMatch(/class="amount">12,5(0|&#160;)/);
    expect(text).toMatch(/class="amount">38&#160;/);
    expect(text).not.toMatch(/38,00|&#8364;/);
  }
});

test('a context that names nothing is refused by name, and the session stays', async () => {
  const { shop, session } = await open();
  await shop.refused('set_context', { session, currency: 'USD' }, 'CURRENCY_NOT_FOUND', 'currency');
  await shop.refused('set_context', { session, currency: 'jpy' }, 'CURRENCY_NOT_FOUND', 'currency');
  await shop.refused('set_context', { session, country: 'Nowhere' }, 'COUNTRY_NOT_FOUND', 'country');
  await shop.refused('set_context', { session, currency: 'JPY', country: 'Nowhere' }, 'COUNTRY_NOT_FOUND', 'country');
  expect(await shop.call('get_cart', { session })).toMatchObject({ currency: 'EUR' });
});

test('a list whose attribute is gone shows no price that cannot be paid', async () => {
  const { goods, shop, session, list, set, add } = await open();
  const product = await goods.product('10');
  const id = await list({ name: 'one' });
  await set(id, { id_shopobject: product, price: 7 }, { id_shopobject: product, from_quantity: 5, price: 6 });
  await shop.admin('delete_class_attributes', { id_class: 1, attributes: ['price'] });
  const shown = await shop.call<Given>('get_product_details', { id_product: product });
  expect([shown['price'], shown['price_list'], shown['quantity_prices']]).toEqual([undefined, undefined, undefined]);
  expect(await shop.admin('get_prices', { id_shopobject: product })).not.toHaveProperty('price');
  const search = { constraint: { 'main.price': ['>', 0] } };
  expect(await shop.call('search_products', search)).toMatchObject({ count: 0 });
  expect(await add(product)).toMatchObject({ message: 'PRICE_FIELD_INVALID' });
  expect(await shop.call('get_cart', { session })).toMatchObject({ contents: [] });
});

const MARKET = { name: 'Market', description: '', shop_active: 1, server_output: 'json' };

test('a list and a promotion of a channel that is gone are for nobody, and are not widened by it', async () => {
  const { goods, shop, list, set, add } = await open();
  const product = await goods.product('10');
  await shop.admin('create_channel', MARKET);
  const { channels } = await shop.admin<{ readonly channels: readonly { id: number; name: string }[] }>('get_channels');
  const channel = channels.find(({ name }) => name === 'Market')!.id;
  const id = await list({ name: 'market', channels: [channel] });
  await set(id, { id_shopobject: product, price: 7 });
  const gives = { kind: 'amount', value: 1 };
  await shop.admin('create_promotion', { name: 'Market', when: { channels: [channel] }, gives });
  const inMarket = await shop.admin<Given>('explain_price', { id_shopobject: product, id_channel: channel });
  expect(inMarket).toMatchObject({ price: 7 });
  expect(await shop.admin('delete_channel', { id_channel: channel })).toMatchObject({ status: 'success' });
  expect((await add(product)).sum).toBe(10);
  await shop.adminRefused(
    'explain_price',
    { id_shopobject: product, id_channel: channel },
    'CHANNEL_NOT_FOUND',
    channel,
  );
  // A channel that is made later is another one.
  await shop.admin('create_channel', MARKET);
  expect((await add(product)).total).toBe(20);
  await shop.adminRefused('create_price_list', { name: 'other', channels: [channel] }, 'CHANNEL_NOT_FOUND', channel);
  await shop.admin('update_price_list', { id_price_list: id, priority: 3 });
  const { price_lists: lists } = await shop.admin<{ readonly price_lists: readonly Given[] }>('get_price_lists');
  expect(lists).toMatchObject([{ channels: [channel], priority: 3 }]);
});
