// What cannot be bought holds nothing: what carts hold is released by the change that makes their lines unbuyable, and
// not by the next change of the cart (the setting cartHoldMs).
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ALL_HELD, AT_ONCE } from '../../../src/domain/catalogue/release-holds.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { runs } from '../../harness/effort.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { Goods, line, makePart } from '../shop.ts';

const HOLD_MS = 600_000;
const PART = { element_number: 'W' };

const stockOf = ({ engine: { tables } }: TestShop): StockItem[] =>
  Array.from(
    { length: tables.stock.nextId - 1 },
    (_, at) => tables.stock.peek(at + 1) as StockItem | undefined,
  ).flatMap((item) => item ?? []);

const heldIn = (shop: TestShop): number =>
  stockOf(shop).reduce((sum, { holds }) => sum + (holds?.heldMilli ?? 0), 0) / 1000;

/** A part W of which 10 lie in two storages, two products of it, and one of a stock of its own with a variation. */
const open = async (shoppers = 2, rules: object = {}) => {
  const goods = await Goods.open({ rules: { cartHoldMs: HOLD_MS, ...rules } });
  const { shop } = goods;
  await makePart(shop, 'W');
  for (const [storage, quantity] of Object.entries({ north: 4, south: 6 }))
    await shop.admin('inventory_place', { storage, ...PART, quantity, note: '' });
  const bound: number[] = [];
  for (let made = 0; made < 2; made += 1) {
    const id_product = await goods.product(1, { availability: { active: 1 } });
    await shop.admin('add_binding', { id_product, ...PART, quantity: 1 });
    bound.push(id_product);
  }
  const own = await goods.stocked(10);
  const variation = await shop.make('create_variation', {
    id_product: own,
    name: 'variation',
    shop_active: 1,
    availability: { quantity: 10, active: 1 },
  });
  const sessions = await Promise.all(Array.from({ length: shoppers }, () => shop.session()));
  const add = (who: number, product: number, quantity: number): Promise<Reply> =>
    shop.call('add_to_cart', line(sessions[who]!, product, { quantity, price_field: 'price' }));
  return { shop, goods, p: bound[0]!, q: bound[1]!, own, variation, sessions, add };
};

type World = Awaited<ReturnType<typeof open>>;

const BY_ONE_CHANGE: readonly (readonly [why: string, change: (world: World) => readonly [string, Given]])[] = [
  ['switched off', ({ p }) => ['update_product', { id_product: p, shop_active: 0 }]],
  ['deleted', ({ p }) => ['delete_product', { id_product: p }]],
  ['not counted any more', ({ p }) => ['update_product', { id_product: p, availability: { active: 0 } }]],
  ['bound to nothing', ({ p }) => ['delete_binding', { id_product: p, ...PART }]],
  ['sold by another step', ({ p }) => ['update_product', { id_product: p, metadata: { quantity_step: '4' } }]],
  [
    'of a class sold by another step',
    () => ['update_class_attributes', { id_class: 1, attributes: [], quantity_step: '4' }],
  ],
];

describe('a cart of ten pieces, and its product is', () => {
  test.each(BY_ONE_CHANGE)('%s: all of them are free, by one record', async (_why, change) => {
    const world = await open();
    const { shop, p, q, add } = world;
    await add(0, p, 10);
    expect(await add(1, q, 4)).toMatchObject({ message: 'SHOPOBJECT_NOT_AVAILABLE' });
    const seq = shop.engine.headSeq;
    expect(await shop.admin(...change(world))).toMatchObject({ status: 'success' });
    expect([heldIn(shop), shop.engine.headSeq]).toEqual([0, seq + 1]);
    expect(await add(1, q, 4)).toMatchObject({ object: 'cart' });
    expect(heldIn(shop)).toBe(4);
    await shop.restart();
    expect(heldIn(shop)).toBe(4);
  });

  test.each([
    ['switched off', 'update_product', { shop_active: 0 }],
    ['deleted', 'delete_product', {}],
  ])('a variation of one that is %s', async (_why, request, change) => {
    const { shop, own, variation, add } = await open();
    await add(0, variation, 3);
    await add(0, own, 2);
    expect(heldIn(shop)).toBe(5);
    expect(await shop.admin(request, { id_product: own, ...change })).toMatchObject({ status: 'success' });
    expect(heldIn(shop)).toBe(0);
  });
});

test('what the same cart can still buy stays held, and as long as before', async () => {
  const { shop, p, q, own, add } = await open();
  await add(0, p, 3);
  await add(0, q, 5);
  await add(0, own, 2);
  shop.nowMs += HOLD_MS - 1;
  await shop.admin('update_product', { id_product: p, shop_active: 0 });
  expect(heldIn(shop)).toBe(7);
  shop.nowMs += 1;
  const sweeper = new ExpirySweeper(shop.engine);
  for (let sweep = 0; sweep < 4; sweep += 1) sweeper.sweep(10);
  expect(heldIn(shop)).toBe(0);
});

test('a product that needs fewer pieces holds fewer; switched on again, it holds with the next change', async () => {
  const { shop, p, add, sessions } = await open();
  await shop.admin('add_binding', { id_product: p, ...PART, quantity: 2 });
  await add(0, p, 4);
  expect(heldIn(shop)).toBe(8);
  await shop.admin('add_binding', { id_product: p, ...PART, quantity: 1 });
  expect(heldIn(shop)).toBe(4);
  await shop.admin('update_product', { id_product: p, shop_active: 0 });
  await shop.admin('update_product', { id_product: p, shop_active: 1 });
  expect(heldIn(shop)).toBe(0);
  await shop.call('sub_from_cart', { session: sessions[0], id_element: 1 });
  expect(heldIn(shop)).toBe(3);
});

describe('more is held than a change looks at, and the step of a class changes', () => {
  const asItIs = { ...AT_ONCE };
  beforeEach(() => void Object.assign(AT_ONCE, { holdsMax: 2, cartsMax: 1 }));
  afterEach(() => void Object.assign(AT_ONCE, asItIs));
  const changeStep = (shop: TestShop): Promise<Reply> =>
    shop.admin('update_class_attributes', { id_class: 1, attributes: [], quantity_step: '4' });

  test('what cannot be bought is released a few at a time, by records of their own; all else stays held', async () => {
    const { shop, p, q, own, variation, add } = await open();
    await add(0, p, 5);
    await add(1, q, 4);
    await add(0, own, 3);
    await add(1, own, 4);
    await add(0, variation, 8);
    expect(heldIn(shop)).toBe(24);
    const seq = shop.engine.headSeq;
    expect(await changeStep(shop)).toMatchObject({ status: 'success' });
    expect([heldIn(shop), shop.engine.headSeq]).toEqual([24, seq + 1]);
    const sweeper = new ExpirySweeper(shop.engine);
    sweeper.sweep(1, () => false);
    expect(shop.engine.headSeq).toBe(seq + 1);
    const held: number[] = [];
    for (let sweep = 0; sweep < 8; sweep += 1) {
      sweeper.sweep(1);
      held.push(heldIn(shop));
    }
    // The other cart of each item can still buy what it holds.
    expect(held.at(-1)).toBe(4 + 4 + 8);
    expect(new Set(held).size, 'not all at once').toBeGreaterThan(1);
    expect(shop.engine.headSeq).toBe(seq + 3);
    expect(await add(1, p, 4)).toMatchObject({ object: 'cart' });
    await shop.restart();
    expect(heldIn(shop)).toBe(20);
  });

  test('a second change while that is under way is looked at as well', async () => {
    const { shop, p, own, add } = await open();
    await add(0, p, 8);
    await add(0, own, 4);
    await changeStep(shop);
    const sweeper = new ExpirySweeper(shop.engine);
    sweeper.sweep(1);
    await shop.admin('update_class_attributes', { id_class: 1, attributes: [], quantity_step: '3' });
    for (let sweep = 0; sweep < 8; sweep += 1) sweeper.sweep(1);
    expect(heldIn(shop)).toBe(0);
  });

  // Would catch a bound that counts stock items: thousands of carts may hold one of them.
  test.each<readonly [of: string, change: (id: number) => readonly [string, Given]]>([
    ['of a class', () => ['update_class_attributes', { id_class: 1, attributes: [], quantity_step: '4' }]],
    ['of a product', (id_product) => ['update_product', { id_product, metadata: { quantity_step: '4' } }]],
    ['of the switch of a product', (id_product) => ['update_product', { id_product, shop_active: 0 }]],
  ])('many carts hold one item: a change %s releases some of them by each record', async (_of, change) => {
    AT_ONCE.cartsMax = 2;
    const { shop, own, add } = await open(5);
    for (let who = 0; who < 5; who += 1) await add(who, own, 1);
    const seq = shop.engine.headSeq;
    const [request, given] = change(own);
    expect(await shop.admin(request, given)).toMatchObject({ status: 'success' });
    expect([heldIn(shop), shop.engine.headSeq]).toEqual([5, seq + 1]);
    const sweeper = new ExpirySweeper(shop.engine);
    const held = Array.from({ length: 3 }, () => {
      sweeper.sweep(1);
      return heldIn(shop);
    });
    expect([held, shop.engine.headSeq]).toEqual([[3, 1, 0], seq + 4]);
  });

  test('the products of an item are read once in a sweep, however many records its carts take', async () => {
    const reads: number[] = [];
    for (const carts of [3, 7]) {
      const { shop, own, add } = await open(carts);
      for (let who = 0; who < carts; who += 1) await add(who, own, 1);
      await shop.admin('update_product', { id_product: own, metadata: { quantity_step: '4' } });
      const sweeper = new ExpirySweeper(shop.engine);
      const { headSeq } = shop.engine;
      const spies = [shop.engine.readContext(), shop.engine.begin()].map((reader) =>
        vi.spyOn(Object.getPrototypeOf(reader) as typeof reader, 'read'),
      );
      sweeper.sweep(10);
      const calls = spies.flatMap((spy) => spy.mock.calls as (readonly [kind: string, id: number])[]);
      for (const spy of spies) spy.mockRestore();
      reads.push(calls.filter(([kind, id]) => kind === 'shopobject' && id === own).length);
      expect([heldIn(shop), shop.engine.headSeq]).toEqual([0, headSeq + carts]);
    }
    expect(reads[0]).toBeGreaterThan(0);
    expect(reads[1]).toBe(reads[0]);
  });

  test('a product that is sold again while that is under way stays held by the carts that are left', async () => {
    const { shop, own, add } = await open(4);
    for (let who = 0; who < 4; who += 1) await add(who, own, 1);
    await shop.admin('update_product', { id_product: own, shop_active: 0 });
    const sweeper = new ExpirySweeper(shop.engine);
    sweeper.sweep(1);
    expect(heldIn(shop)).toBe(3);
    await shop.admin('update_product', { id_product: own, shop_active: 1 });
    for (let sweep = 0; sweep < 6; sweep += 1) sweeper.sweep(1);
    expect(heldIn(shop)).toBe(3);
  });

  test('of a cart that holds in two storages, what its lines need stays held, in whichever order they come', async () => {
    const { shop, p, add } = await open(3);
    await add(0, p, 5);
    await add(1, p, 4);
    await add(2, p, 1);
    await changeStep(shop);
    expect(heldIn(shop)).toBe(10);
    const sweeper = new ExpirySweeper(shop.engine);
    for (let sweep = 0; sweep < 6; sweep += 1) sweeper.sweep(1);
    expect(heldIn(shop)).toBe(4);
  });

  // Would catch a look at all that is held for a class by which nothing is sold.
  test('a class that no product has: nothing is looked at', async () => {
    const { shop, p, own, variation, add } = await open();
    await add(0, p, 5);
    await add(0, own, 3);
    await add(1, variation, 8);
    const id_class = await shop.make('create_class', { name: 'other', type: 'product' });
    await shop.admin('update_class_attributes', { id_class, attributes: [], quantity_step: '4' });
    expect([...shop.engine.heldToCheck]).toEqual([]);
    await changeStep(shop);
    expect([...shop.engine.heldToCheck]).toEqual([ALL_HELD]);
  });

  // Would catch looks that come behind those at sessions, which take a whole slice where there are many.
  test('sessions that take a whole slice of the background do not keep the holds from their turn', async () => {
    const { shop, own, add } = await open(6);
    for (let who = 0; who < 3; who += 1) await add(who, own, 1);
    await changeStep(shop);
    const sweeper = new ExpirySweeper(shop.engine);
    for (let sweep = 0; sweep < 4; sweep += 1) {
      let looks = 3;
      sweeper.sweep(256, () => (looks -= 1) >= 0);
    }
    expect(heldIn(shop)).toBe(0);
  });
});

test('the cart of a session that ends holds nothing, those of others go on', async () => {
  const { shop, p, own, add, sessions } = await open(1, { sessionTtlMs: HOLD_MS / 2 });
  await add(0, p, 3);
  await add(0, own, 1);
  shop.nowMs += HOLD_MS / 4;
  await shop.call('add_to_cart', line(await shop.session(), p, { quantity: 2 }));
  shop.nowMs += HOLD_MS / 4;
  const seq = shop.engine.headSeq;
  new ExpirySweeper(shop.engine).sweep(10);
  expect(await shop.call('get_cart', { session: sessions[0] })).toMatchObject({ message: 'SESSION_INVALID' });
  expect([heldIn(shop), shop.engine.headSeq]).toEqual([2, seq + 1]);
});

/** What a cart may hold of an item and its siblings at most, by the rules of docs/sell/stock.md, the slow way. */
const mayHold = ({ engine: { tables } }: TestShop, cart: Session['cart'], item: StockItem): number => {
  const product = (id: number) => tables.shopobject.peek(id) as ShopObject | undefined;
  let sumMilli = 0;
  for (const { productId, quantityMilli } of cart.lines) {
    const own = product(productId);
    if (own === undefined) continue;
    const parent = own.productId === 0 ? own : product(own.productId)!;
    const step = Number(own.metadata.quantity_step ?? parent.metadata.quantity_step ?? 1) * 1000;
    if (!own.active || !parent.active || !own.availability.managed || quantityMilli % step !== 0) continue;
    const binding = own.bindings.find(({ entityId }) => item.storageId !== 0 && entityId === item.holderId);
    const isOwn = item.storageId === 0 && item.holderId === productId && own.bindings.length === 0;
    sumMilli += binding !== undefined ? (quantityMilli * binding.perPieceMilli) / 1000 : isOwn ? quantityMilli : 0;
  }
  return sumMilli;
};

const SHOPPERS = 3;
const product = fc.nat(3);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      who: fc.nat(SHOPPERS - 1),
      product,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      product,
      change: fc.constantFrom<Given>(
        { shop_active: 0 },
        { shop_active: 1 },
        { availability: { active: 0 } },
        { availability: { active: 1 } },
        { metadata: { quantity_step: '1' } },
        { metadata: { quantity_step: '2' } },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('bind' as const), product, quantity: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), product }) },
);

test('property: no cart ever holds more than its lines can buy', { timeout: 120_000 }, async () => {
  // Catches: a way to make a line unbuyable that releases nothing, a hold of another line that is released with it.
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { shop, p, q, own, variation, add } = await open(SHOPPERS);
      const products = [p, q, own, variation];
      for (const one of steps) {
        const id_product = products[one.product]!;
        const before = heldIn(shop);
        if (one.type === 'add') await add(one.who, id_product, one.quantity);
        else if (one.type === 'update') await shop.admin('update_product', { id_product, ...one.change });
        else if (one.type === 'delete') await shop.admin('delete_product', { id_product });
        else if (one.quantity === 0) await shop.admin('delete_binding', { id_product, ...PART });
        else await shop.admin('add_binding', { id_product, ...PART, quantity: one.quantity, active: 0 });
        const held = new Map<string, { heldMilli: number; mayMilli: number }>();
        for (const item of stockOf(shop)) {
          for (const [sessionId, , milli] of item.holds?.entries ?? []) {
            const { cart } = shop.engine.tables.session.peek(sessionId) as Session;
            const key = `${sessionId} ${item.storageId === 0 ? 'own' : 'part'} ${item.holderId}`;
            const { heldMilli = 0 } = held.get(key) ?? {};
            held.set(key, { heldMilli: heldMilli + milli, mayMilli: mayHold(shop, cart, item) });
          }
        }
        for (const [key, { heldMilli, mayMilli }] of held)
          expect(heldMilli, `${key} after ${JSON.stringify(one)}`).toBeLessThanOrEqual(mayMilli);
        // A switch that says what it said before, or more, takes nothing from anybody.
        if (one.type === 'update' && one.change['shop_active'] === 1) expect(heldIn(shop)).toBe(before);
      }
    }),
    { numRuns: runs(15) },
  );
});
