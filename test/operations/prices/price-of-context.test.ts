// One price for one context, wherever it is asked for. It would catch a list that is sorted or filtered by another
// price than it shows, one that is charged and not shown, and a reply that is made for one person and sent to another.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { runs } from '../../harness/effort.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const RULES = { currencies: [{ code: 'JPY', digits: 0 }] };

interface Found {
  readonly count: number;
  readonly result: readonly { readonly id: number }[];
}

const open = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const groupId = (await shop.admin<{ readonly id_group: number }>('create_group', { name: 'g' })).id_group;
  const { id: userId } = await verified(shop, 'Anna');
  await shop.admin('set_user_groups', { id_user: userId, groups: [groupId] });
  const [guest, anna, yen] = [await shop.session(), await shop.session(), await shop.session()];
  await loggedIn(shop, 'Anna', anna);
  await shop.call('set_context', { session: yen, currency: 'JPY' });
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  return { goods, shop, groupId, sessions: { guest, anna, yen }, list };
};

const scene = fc.record({
  attributes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 6 }),
  lists: fc.array(
    fc.record({
      ofGroup: fc.boolean(),
      inYen: fc.boolean(),
      priority: fc.integer({ min: 0, max: 1 }),
      prices: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 20 })), { maxLength: 5 }),
    }),
    { maxLength: 4 },
  ),
  bound: fc.integer({ min: 1, max: 20 }),
});

test('sorts and ranges by main.price are those of get_prices, in every context, and a cart charges them', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ attributes, lists, bound }) => {
      const { goods, shop, groupId, sessions, list } = await open();
      const ids: number[] = [];
      for (const price of attributes) ids.push(await goods.product(String(price)));
      for (const [at, { ofGroup, inYen, priority, prices }] of lists.entries()) {
        const id = await list({
          name: `list ${at}`,
          priority,
          ...(ofGroup && { groups: [groupId] }),
          ...(inYen && { currency: 'JPY' }),
        });
        const byProduct = new Map(prices.map(([product, price]) => [ids[product % ids.length]!, price]));
        const given = [...byProduct].map(([productId, price]) => ({ id_shopobject: productId, price }));
        await shop.admin('set_prices', { id_price_list: id, prices: given });
      }
      for (const session of Object.values(sessions)) {
        const prices = new Map<number, number>();
        for (const [at, id] of ids.entries()) {
          const { price, currency } = await shop.admin<Given>('get_prices', { id_shopobject: id, session });
          const counts = (price as number | undefined) ?? (currency === 'EUR' ? attributes[at] : undefined);
          if (counts !== undefined) prices.set(id, counts);
        }
        const inRange = ids.filter((id) => (prices.get(id) ?? -1) >= bound);
        const found = await shop.call<Found>('search_products', {
          session,
          constraint: { 'main.price': ['>=', bound] },
          order_columns: ['main.price', 'main.id'],
          order: 'ASC',
        });
        const wanted = inRange.sort((a, b) => prices.get(a)! - prices.get(b)! || a - b);
        expect(found.result.map(({ id }) => id)).toEqual(wanted);
        for (const id of ids) {
          const cart = await shop.call<{ readonly contents?: readonly { readonly price: number }[] }>(
            'add_to_cart',
            line(session, id),
          );
          expect(cart.contents?.at(-1)?.price).toBe(prices.get(id));
        }
      }
    }),
    { numRuns: runs(4, 25, 300) },
  );
});

test('an interrupted order by price is never of two moments, and a list that ends leaves no cached price', async () => {
  const { goods, shop, sessions, list } = await open();
  const [one, other] = [await goods.product('10'), await goods.product('20')];
  const sale = await list({ name: 'sale' });
  await shop.admin('set_prices', { id_price_list: sale, prices: [{ id_shopobject: other, price: 5 }] });
  const order = async () =>
    (
      await shop.call<Found>('search_products', {
        session: sessions.guest,
        constraint: {},
        order_columns: ['main.price'],
      })
    ).result.map(({ id }) => id);
  expect(await order()).toEqual([other, one]);
  await shop.admin('end_price_list', { id_price_list: sale });
  expect(await order()).toEqual([one, other]);
});

/** Every operation whose replies are kept and that shows prices to somebody. */
const KEPT = [...OPERATIONS].flatMap(([name, operation]) =>
  operation.effect === 'read' && operation.cacheable && Object.hasOwn(operation.params, 'session') ? [name] : [],
);

test('what is kept for one context is never sent to another, whoever asks first and whatever happens between', async () => {
  const { goods, shop, groupId, sessions, list } = await open();
  const id = await goods.product('10', { seo: { de_DE: { permalink: 'p' } }, categories: [goods.categoryId] });
  await shop.admin('update_category', { id_category: goods.categoryId, seo: { de_DE: { permalink: 'goods' } } });
  const [ofGroup, inYen] = [
    await list({ name: 'group', groups: [groupId] }),
    await list({ name: 'yen', currency: 'JPY' }),
  ];
  await shop.admin('set_prices', { id_price_list: ofGroup, prices: [{ id_shopobject: id, price: 7 }] });
  await shop.admin('set_prices', { id_price_list: inYen, prices: [{ id_shopobject: id, price: 1500 }] });
  // The product is in one order with another one.
  const buyer = await shop.session();
  const beside = await goods.product('3');
  for (const bought of [id, beside]) await shop.call('add_to_cart', line(buyer, bought));
  await shop.call('checkout', { session: buyer });
  const given = (name: string): Given => {
    if (name.startsWith('search_')) return { constraint: {} };
    if (name === 'suggest_products') return { text: 'ware' };
    if (name === 'get_bought_together') return { id_product: beside };
    if (name.endsWith('_in_category'))
      return name.startsWith('seo_') ? { permalink: 'goods' } : { id_category: goods.categoryId };
    if (name === 'dump_category') return { id_category: goods.categoryId };
    return name.startsWith('seo_') ? { permalink: 'p' } : { id_product: id };
  };
  const shown = KEPT.filter((name) => !/content|record/.test(name));
  expect(shown.length).toBeGreaterThan(6);
  const priceIn = async (name: string, session: string): Promise<string | undefined> =>
    /"price":([\d.]+)/.exec(await shop.text(name, { ...given(name), session }))?.[1];
  for (const name of shown)
    for (let round = 0; round < 3; round += 1) {
      expect([name, await priceIn(name, sessions.anna)]).toEqual([name, '7']);
      expect([name, await priceIn(name, sessions.guest)]).toEqual([name, undefined]);
      expect([name, await priceIn(name, sessions.yen)]).toEqual([name, '1500']);
    }
  // The same bytes are another context's once the person has gone, and the currency is another one.
  await shop.call('logout_user', { session: sessions.anna });
  await shop.call('set_context', { session: sessions.yen, currency: 'EUR' });
  for (const name of shown)
    for (const session of [sessions.anna, sessions.yen])
      expect([name, await priceIn(name, session)]).toEqual([name, undefined]);
});
