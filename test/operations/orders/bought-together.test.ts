// What is bought together: counts of orders as they are now. Catches a cancelled order that goes on counting, a product
// that shoppers may not see, an order of a product by its variations that is counted twice, and a start that has other
// counts than the shop before it, lists that verify passes by, and an edit of an order that breaks the lists of others.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BoughtTogether,
  ORDERS_MAX,
  PRODUCTS_MAX,
  productsAfterEdit,
} from '../../../src/domain/orders/bought-together.ts';
import type { IndexOf } from '../../../src/domain/kind-types.ts';
import { reportsAgree } from '../../../src/engine/recovery/verify-reports.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, line } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

interface Reply {
  readonly orders: number;
  readonly products: readonly { readonly count: number; readonly product: { readonly id: number } }[];
}

const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  for (let at = 0; at < 4; at += 1) await goods.product(at + 1, { availability: { active: 0 } });
  const order = async (...ids: readonly number[]): Promise<number> => {
    const session = await shop.session();
    for (const id of ids) await shop.call('add_to_cart', line(session, id));
    return (await shop.call<Checkout>('checkout', { session })).id_order;
  };
  const together = async (id: number, more: object = {}): Promise<(readonly [id: number, count: number])[]> => {
    const reply = await shop.call<Reply>('get_bought_together', { id_product: id, ...more });
    return reply.products.map(({ count, product }) => [product.id, count] as const);
  };
  return { ...goods, shop, goods, order, together };
};

test('orders that have both are counted, cancelled ones no more, and what may be seen is shown', async () => {
  const { shop, order, together } = await open();
  const first = await order(1, 2, 3);
  await order(1, 2);
  await order(1);
  await order(3, 4);
  expect(await together(1)).toEqual([
    [2, 2],
    [3, 1],
  ]);
  expect(await together(1, { limit: 1 })).toEqual([[2, 2]]);
  await shop.admin('update_order_details', { id_order: first, order_state: 'CANCELED' });
  const canceled = await together(1);
  await shop.admin('update_product', { id_product: 2, shop_active: 0 });
  expect(canceled).toEqual([[2, 1]]);
  expect(await together(1)).toEqual([]);
  await shop.admin('update_product', { id_product: 2, shop_active: 1 });
  await shop.restart();
  expect(await together(1)).toEqual([[2, 1]]);
  await shop.admin('delete_product', { id_product: 2 });
  expect(await together(1)).toEqual([]);
  await shop.refused('get_bought_together', { id_product: 2 }, 'SHOPOBJECT_NOT_FOUND', 2);
});

test('variations count for their product, each order once, and a product is not bought with itself', async () => {
  const { shop, order, together } = await open();
  const vary = (name: string): Promise<number> =>
    shop.make('create_variation', { id_product: 1, name, shop_active: 1, attributes: { de_DE: { price: 2 } } });
  const [red, blue] = [await vary('red'), await vary('blue')];
  await order(red, blue, 3);
  await order(red, blue);
  expect(await together(1)).toEqual([[3, 1]]);
  expect(await together(red)).toEqual([[3, 1]]);
  expect(await together(3)).toEqual([[1, 1]]);
});

test('orders of two sizes of one product push no companion out', async () => {
  const { shop, order, together } = await open();
  const vary = (name: string): Promise<number> =>
    shop.make('create_variation', { id_product: 1, name, shop_active: 1, attributes: { de_DE: { price: 2 } } });
  const [small, large] = [await vary('small'), await vary('large')];
  await order(small, large, 3);
  for (let at = 0; at < ORDERS_MAX; at += 1) await order(small, large);
  expect(await together(1)).toEqual([[3, 1]]);
  expect(await together(large)).toEqual([[3, 1]]);
  const { together: kept } = (shop.engine.tables.order.index as IndexOf<'order'>).reports;
  expect([small, large].map((id) => kept.find(id))).toEqual([undefined, undefined]);
  expect([...reportsAgree(shop.engine.tables)]).toEqual([]);
});

test('an order that an older version placed counts by its lines, beside those that know their products', () => {
  const together = new BoughtTogether();
  const cart = { lines: [11, 12, 3].map((productId) => ({ type: 'PRODUCT', productId })) as never[] };
  together.set(1, { cart, states: { order: 'OPEN' }, products: [] }, 1);
  together.set(2, { cart, states: { order: 'OPEN' }, products: [1, 3] }, 2);
  const rows = (id: number): unknown => [...(together.find(id)?.orders() ?? [])].map(([at, others]) => [at, ...others]);
  expect([1, 3, 11].map(rows)).toEqual([
    [[2, 3]],
    [
      [1, 11, 12],
      [2, 1],
    ],
    [[1, 12, 3]],
  ]);
});

test('verify compares the lists with the orders, and names the product of one that differs', async () => {
  const { shop, order } = await open();
  const first = await order(1, 2, 3);
  await order(1, 2);
  await shop.admin('update_order_details', { id_order: first, order_state: 'CANCELED' });
  const { tables } = shop.engine;
  expect([...reportsAgree(tables)]).toEqual([]);
  const { together } = (tables.order.index as IndexOf<'order'>).reports;
  together.find(3)!.set(first, [1, 2, 3], 3, false, 0);
  expect([...reportsAgree(tables)]).toEqual([
    'the report orders of product 3 with others says 1, the orders make 0',
    `the report ids of the orders of product 3 with others, added up, says ${first}, the orders make 0`,
    'the report ids of what was ordered with product 3, added up, says 3, the orders make 0',
  ]);
});

test('the latest 100 orders of a product are kept, the same ones in whatever order they come', () => {
  const orders = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 90, maxLength: 180 });
  const law = fc.property(orders, fc.infiniteStream(fc.boolean()), (ids, drawn) => {
    const isCanceled = new Map(ids.map((id) => [id, drawn.next().value as boolean]));
    const placed = (id: number, state: string) => ({
      cart: { lines: [1, 2, 2 + (id % 3)].map((productId) => ({ type: 'PRODUCT_GR', productId })) as never[] },
      states: { order: state },
      products: [],
    });
    const kept = (inTurn: readonly number[]): unknown => {
      const together = new BoughtTogether();
      for (const id of inTurn) together.set(id, placed(id, 'OPEN'), id);
      for (const id of inTurn) if (isCanceled.get(id) === true) together.set(id, placed(id, 'CANCELED'), 1000 + id);
      return [...(together.find(1)?.orders() ?? [])].map(([id, others]) => [id, ...others]);
    };
    const latest = ids.toSorted((a, b) => a - b).slice(-ORDERS_MAX);
    const counted = latest.filter((id) => isCanceled.get(id) !== true);
    const expected = counted.map((id) => [id, ...new Set([2, 2 + (id % 3)])]);
    expect(kept(ids)).toEqual(expected);
    expect(kept(ids.toSorted((a, b) => b - a))).toEqual(expected);
  });
  fc.assert(law, { numRuns: runs(50) });
});

const product = fc.integer({ min: 1, max: 6 });
const change = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  products: fc.uniqueArray(product, { minLength: 1, maxLength: 4 }),
  isCanceled: fc.boolean(),
});

/** What is kept after orders were placed, edited and cancelled, and what a start makes of them as they are then. */
const foldedLaw = (after: typeof productsAfterEdit) =>
  fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
    const together = new BoughtTogether();
    const orders = new Map<number, Parameters<BoughtTogether['set']>[1]>();
    for (const [at, { id, products, isCanceled }] of changes.entries()) {
      const cart = { lines: products.map((productId) => ({ type: 'PRODUCT', productId })) as never[] };
      const before = orders.get(id);
      const had = before === undefined ? products : after(before, products);
      orders.set(id, { cart, products: had, states: { order: isCanceled ? 'CANCELED' : 'OPEN' } });
      together.set(id, orders.get(id)!, at);
    }
    const again = new BoughtTogether();
    for (const [id, order] of [...orders].toReversed()) again.set(id, order, 0);
    const rows = (of: BoughtTogether) =>
      Array.from({ length: 6 }, (_, at) => [...(of.find(at + 1)?.orders() ?? [])].map(([id, all]) => [id, ...all]));
    expect(rows(together)).toEqual(rows(again));
  });

test('edited orders are kept as a start finds them', () => {
  fc.assert(foldedLaw(productsAfterEdit), { numRuns: runs(100) });
});

test('canary: a product that an edit takes out of an order stays in lists that a start has not', () => {
  expect(
    fc.check(
      foldedLaw((_, edited) => edited),
      { numRuns: 200 },
    ).failed,
  ).toBe(true);
});

test('an order keeps its products in an edit, and gets no more of them than say anything', () => {
  const cart = { lines: [11, 12].map((productId) => ({ type: 'PRODUCT', productId })) as never[] };
  expect(productsAfterEdit({ cart, products: [1] }, [2, 3])).toEqual([1, 2, 3]);
  expect(productsAfterEdit({ cart, products: [] }, [12, 3])).toEqual([11, 12, 3]);
  const many = Array.from({ length: PRODUCTS_MAX }, (_, at) => at + 1);
  expect(productsAfterEdit({ cart, products: [50] }, many)).toHaveLength(PRODUCTS_MAX);
  expect(productsAfterEdit({ cart, products: [99] }, many)).toEqual([99]);
});

test('an order that an edit gives another product is counted with it, and orders after it are counted', async () => {
  const { shop, order, together } = await open();
  const first = await order(1, 2);
  await order(1, 2);
  const { session, id_edit } = await shop.admin<{ session: string; id_edit: string }>('begin_order_edit', {
    id_order: first,
  });
  await shop.call('add_to_cart', line(session, 3));
  await shop.admin('commit_order_edit', { id_edit });
  await order(1, 4);
  expect(await together(1)).toEqual([
    [2, 2],
    [3, 1],
    [4, 1],
  ]);
  expect([...reportsAgree(shop.engine.tables)]).toEqual([]);
});
