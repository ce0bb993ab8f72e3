// A promotion that is only tried. It would catch a trial that says something else than the promotion then does, counts
// orders that do not count, forgets what orders have already, or holds the thread for many lines.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cart } from '../cart-reply.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';
import { TRIAL_STEP, triedOverOrders } from '../../../src/domain/reports/promotion-trial.ts';
import { triedOnSample } from '../../../src/domain/reports/promotion-sample.ts';
import type { Milli, Minor } from '../../../src/domain/money.ts';
import { promotion } from '../../../src/domain/promotions/promotion.ts';
import { runs } from '../../harness/effort.ts';

interface TrialReply {
  readonly orders: number;
  readonly uses: number;
  readonly sums: readonly { readonly currency: string; readonly amount: number; readonly cost: number }[];
  readonly cart?: { readonly sum: number; readonly amount: number; readonly total: number; readonly explain: string[] };
}

const PERCENT_20 = { kind: 'percent', value: 20 };
const FROM = { from_date: '2000-01-01' };

const open = async () => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin' } });
  const { shop } = goods;
  const order = async (lines: readonly (readonly [product: number, pieces: number])[], email = ''): Promise<number> => {
    const session = await shop.session();
    if (email !== '') await shop.call('set_order_details', { session, email });
    for (const [product, pieces] of lines) await shop.call('add_to_cart', line(session, product, { quantity: pieces }));
    return (await shop.call<{ readonly id_order: number }>('checkout', { session })).id_order;
  };
  const trial = (given: Given): Promise<TrialReply> => shop.admin('try_promotion', given);
  return { goods, shop, order, trial };
};

const gives = fc.oneof(
  fc.record({ kind: fc.constant('percent'), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('amount'),
    value: fc.integer({ min: 1, max: 30 }),
    per: fc.constantFrom('piece', 'order'),
  }),
  fc.record({
    kind: fc.constant('buy_get'),
    buy: fc.integer({ min: 1, max: 2 }),
    get: fc.integer({ min: 1, max: 2 }),
  }),
);
const carts = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 3,
});

test('a trial says of orders what the promotion gives them when it runs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        gives,
        when: fc.record({ min_sum: fc.constantFrom(0, 25), min_quantity: fc.constantFrom(0, 3) }),
        uses_max: fc.constantFrom(0, 2),
        uses_per_person_max: fc.constantFrom(0, 1),
        budget_max: fc.constantFrom('0', '7.77'),
      }),
      fc.array(fc.tuple(carts, fc.constantFrom('', 'a@example.org', 'b@example.org')), { minLength: 1, maxLength: 5 }),
      async (terms, orders) => {
        // A budget is of a currency, which a promotion without an amount does not name.
        const given = { ...terms, name: 'Sale' };
        const [without, running] = [await open(), await open()];
        const { id_promotion: id } = await running.shop.admin<{ id_promotion: number }>('create_promotion', given);
        for (const one of [without, running]) {
          const products = [await one.goods.product('10'), await one.goods.product('9.99'), await one.goods.product(3)];
          for (const [cart, email] of orders)
            await one.order(
              cart.map(([at, pieces]) => [products[at]!, pieces]),
              email,
            );
        }
        const tried = await without.trial({ ...given, ...FROM });
        const { promotions } = await running.shop.admin<{
          readonly promotions: readonly { readonly uses: number; readonly spent: readonly { amount: number }[] }[];
        }>('get_promotions', {});
        expect({ orders: tried.orders, uses: tried.uses, amount: tried.sums[0]?.amount ?? 0 }).toEqual({
          orders: orders.length,
          uses: promotions[0]!.uses,
          amount: promotions[0]!.spent[0]?.amount ?? 0,
        });
        expect(tried.sums[0]?.cost, `${id} is beside no other`).toBe(tried.sums[0]?.amount);
      },
    ),
    { numRuns: runs(12) },
  );
});

test('orders that have promotions already are tried beside these; cancelled ones and other days are not', async () => {
  const { goods, shop, order, trial } = await open();
  const [shoe, sock] = [await goods.product('100'), await goods.product('10')];
  await shop.admin('create_promotion', { name: 'Sale', gives: { ...PERCENT_20, goods: { 'main.id': ['=', shoe] } } });
  const first = await order([
    [shoe, 1],
    [sock, 1],
  ]);
  await order([[shoe, 1]]);
  const half = { gives: { kind: 'percent', value: 50 } };
  // The shoes are the other one's, which has the same stack and priority.
  expect(await trial({ ...half, ...FROM })).toEqual({
    object: 'promotion_trial',
    orders: 2,
    uses: 1,
    sums: [{ currency: 'EUR', amount: 5, cost: 5 }],
  });
  expect(await trial({ ...half, ...FROM, priority: 1 })).toMatchObject({ uses: 2, sums: [{ amount: 105, cost: 65 }] });
  await shop.admin('update_order_details', { id_order: first, order_state: 'CANCELED' });
  expect(await trial({ ...half, ...FROM, priority: 1 })).toMatchObject({
    orders: 1,
    uses: 1,
    sums: [{ amount: 50, cost: 30 }],
  });
  expect(await trial({ ...half, ...FROM, to_date: '2000-01-02' })).toMatchObject({ orders: 0, uses: 0, sums: [] });
  expect(await trial(half)).toMatchObject({ orders: 0 });
  await shop.adminRefused(
    'try_promotion',
    { ...half, from_date: '2026-02-01', to_date: '2026-01-01' },
    'PARAMETER_INVALID',
  );
});

test('a sample cart is what the promotion would make of it', async () => {
  const { goods, shop, trial } = await open();
  const [shoe, sock] = [await goods.product('100'), await goods.product('9.99')];
  await shop.admin('create_promotion', {
    name: 'Two socks',
    when: { min_quantity: 9 },
    gives: { kind: 'amount', value: 1 },
  });
  const given = {
    name: '20 % on shoes',
    by: 'code',
    when: { first_order: 1, countries: ['AT'], goods: { 'main.id': ['=', shoe] } },
    gives: PERCENT_20,
  };
  const lines = [
    { id_shopobject: shoe, quantity: 1 },
    { id_shopobject: sock, quantity: 1 },
    { id_shopobject: shoe, quantity: '1' },
  ];
  const { cart } = await trial({ ...given, lines, delivery_costs: '4.90' });
  expect(cart).toEqual({
    currency: 'EUR',
    sum: 209.99,
    amount: 40,
    total: 174.89,
    explain: [
      'Promotion 20 % on shoes: takes 40.00 off, line 1 bears 40.00 for 2; tax contained 6.38.',
      'Promotion Two socks: nothing, because 6 more of its goods are needed.',
    ],
  });
  expect(await trial({ gives: { kind: 'free_delivery' }, lines, delivery_costs: '4.90' })).toMatchObject({
    cart: { amount: 4.9, total: 209.99 },
  });
  const { id_promotion: id } = await shop.admin<{ id_promotion: number }>('create_promotion', {
    name: 'Sale',
    gives: PERCENT_20,
  });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, shoe, { quantity: 2 }));
  const bought = await shop.call<Cart>('add_to_cart', line(session, sock));
  await shop.admin('end_promotion', { id_promotion: id });
  expect((await trial({ gives: PERCENT_20, lines })).cart!.total, 'as a cart').toBe(bought.total);
  await shop.adminRefused(
    'try_promotion',
    { gives: PERCENT_20, lines: [{ id_shopobject: 99, quantity: 1 }] },
    'SHOPOBJECT_NOT_FOUND',
    99,
  );
  for (const quantity of [0, -1, 'two'])
    await shop.adminRefused(
      'try_promotion',
      { gives: PERCENT_20, lines: [{ id_shopobject: shoe, quantity }] },
      'PARAMETER_INVALID',
    );
  await shop.adminRefused('try_promotion', { gives: { kind: 'percent', value: 101 } }, 'AMOUNT_OUT_OF_RANGE');
  expect(await shop.admin('get_promotions', {})).toMatchObject({ promotions: [{ id: 1 }, { id }] });
});

test('a step of a trial is as long as the lines that it judges', async () => {
  const { goods, shop, order } = await open();
  const [one, other] = [await goods.product('10'), await goods.product('5')];
  for (let placed = 0; placed < 4; placed += 1)
    await order([
      [one, 1],
      [other, 1],
    ]);
  const terms = { ...promotion.state.initial().terms, value: 100_000 };
  const stepsOf = (): number => {
    const steps = triedOverOrders(shop.engine.readContext(), terms, [0, 1_000_000]);
    let taken = 0;
    for (let step = steps.next(); step.done !== true; step = steps.next()) taken += 1;
    return taken;
  };
  const whole = stepsOf();
  const { lines } = TRIAL_STEP;
  TRIAL_STEP.lines = 4;
  try {
    expect(stepsOf()).toBe(whole + 1);
  } finally {
    TRIAL_STEP.lines = lines;
  }
});

test('a cart is tried in steps of 64 products that are asked for', async () => {
  const { goods, shop } = await open();
  const products = [await goods.product('10'), await goods.product('5'), await goods.product('3')];
  for (let made = 0; made < 50; made += 1)
    await shop.admin('create_promotion', {
      name: `P${made}`,
      gives: { ...PERCENT_20, goods: { 'main.name': ['LIKE', `%${made}%`] } },
    });
  const reader = shop.engine.readContext();
  const amongGoods = reader.amongGoods.bind(reader);
  let asked = 0;
  reader.amongGoods = (product) => ({
    ...amongGoods(product),
    isAmong: (named) => {
      asked += 1;
      return amongGoods(product).isAmong(named);
    },
  });
  const steps = triedOnSample(
    reader,
    { ...promotion.state.initial().terms, value: 100_000 },
    {
      goods: products.map((productId) => ({ productId, quantityMilli: 1000 as Milli })),
      deliveryMinor: 0 as Minor,
      channelId: 1,
    },
  );
  const inEach: number[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    inEach.push(asked);
    asked = 0;
    if (step.done === true) break;
  }
  expect(inEach).toEqual([64, 64, 22]);
});
