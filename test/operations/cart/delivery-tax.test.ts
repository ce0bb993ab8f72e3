// Catches an order that is taxed by another country than it goes to, because a call named one, and a total that is
// ordered and was never shown.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { runs } from '../../harness/effort.ts';
import type { Cart } from '../cart-reply.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { Goods, freeLine, line } from '../shop.ts';

const rate = (percent: number): RateE6 => (percent * 10_000) as RateE6;
const RULES: Partial<ShopRules> = {
  taxClasses: [
    { name: 'net', calculation: 'added', rates: { DE: rate(19), AT: rate(20), CH: rate(0) } },
    { name: 'full', calculation: 'included', rates: { DE: rate(19), AT: rate(20), CH: rate(0) } },
    { name: 'reduced', calculation: 'included', rates: { DE: rate(7), AT: rate(20), CH: rate(0) } },
    { name: 'free', calculation: 'subtracted', rates: { DE: rate(19), AT: rate(20), CH: rate(0) } },
  ],
};
const CLASSES = ['net', 'full', 'reduced', 'free'];

interface Taxed extends Cart {
  readonly delivery_costs: { readonly sum: number; readonly positions: readonly Reply[] };
}

const opened = async () => {
  const goods = await Goods.open({ rules: RULES });
  const ids: number[] = [];
  for (const [index, taxclass] of CLASSES.entries())
    ids.push(await goods.product([119.9, 0.0149, 19.99, 7][index]!, { metadata: { taxclass } }));
  return { goods, shop: goods.shop, ids };
};

const cartOf = (shop: TestShop, session: string): Promise<Taxed> => shop.call<Taxed>('get_cart', { session });
const deliverTo = (shop: TestShop, session: string, country: string): Promise<Reply> =>
  shop.call('set_order_details', { session, delivery_country: country });

/** What decides the taxes of a cart, without ids and dates. */
const amounts = ({ sum, total, sum_tax, tax_positions, contents, delivery_costs }: Taxed): unknown => ({
  sum,
  total,
  sum_tax,
  tax_positions,
  delivery_costs,
  lines: contents
    .filter(({ type }) => type !== 'DELIVERY_COSTS')
    .map(({ price, sum_price, tax, sum_tax: lineTax, attributes }) => [
      price,
      sum_price,
      tax,
      lineTax,
      attributes['sys_tax']!.value,
    ]),
});

describe('the delivery country', () => {
  test('taxes what a call with another country added, and the reply says so', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'CH' }));
    expect(await cartOf(shop, session)).toMatchObject({ total: 119.9, sum_tax: 0 });
    const said = await deliverTo(shop, session, 'DE');
    expect(said['taxed_again']).toEqual({ country: 'DE', total_before: 119.9, total: 142.68, currency: 'EUR' });
    expect(await cartOf(shop, session)).toMatchObject({ total: 142.68, sum_tax: 22.78 });
    expect(await shop.call('get_order_details', { session })).not.toHaveProperty('taxed_again');
    // Again the same country is no change, and a line that is added later has it, too.
    expect(await deliverTo(shop, session, 'Deutschland')).not.toHaveProperty('taxed_again');
    expect(await shop.call('add_to_cart', line(session, ids[0]!, { country: 'CH' }))).toMatchObject({
      total: 285.36,
      contents: [{ quantity: 2 }],
    });
    const placed = await shop.call<{ id_order: number }>('checkout', { session, expected_total: '285.36' });
    const order = await shop.call<{ cart: Taxed }>('get_order_by_id', { id_order: placed.id_order });
    expect(order.cart).toMatchObject({ total: 285.36, sum_tax: 45.56, tax_positions: [{ rate: 0.19 }] });
    const { explain } = await shop.admin<{ explain: { lines: string[] } }>('explain_order', placed);
    expect(explain.lines).toEqual(['Line 1: 142.6810 × 2 = 285.36 rounded half up, 19 % tax contained 45.56.']);
  });

  test('taxes delivery positions of a class, and leaves those that name their rate', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[1]!));
    await shop.call('add_delivery_costs', {
      session,
      delivery_costs: [
        ['D', 10, 'net'],
        ['E', 10, 0.19],
      ],
    });
    expect((await deliverTo(shop, session, 'CH'))['taxed_again']).toMatchObject({ total_before: 21.91, total: 20.01 });
    expect((await cartOf(shop, session)).delivery_costs.positions).toEqual([
      { name: 'D', price: 10, tax: 0 },
      { name: 'E', price: 10, tax: 0.19 },
    ]);
    await shop.call('add_delivery_costs', { session, delivery_costs: [['D', 10, 'net']], country: 'DE' });
    expect((await cartOf(shop, session)).delivery_costs).toMatchObject({ sum: 10 });
  });

  test('does not change what is taxed by it already: the record holds the details alone', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'AT' }));
    const before = await shop.text('get_cart', { session });
    expect(await deliverTo(shop, session, 'AT')).not.toHaveProperty('taxed_again');
    expect(await shop.text('get_cart', { session })).toBe(before);
  });

  test('a price that its tax takes beyond the limit refuses the country, and nothing changed', async () => {
    const { shop } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, '99999999999.9999', { taxclass: 'net', country: 'CH' }));
    await shop.refused(
      'set_order_details',
      { session, delivery_country: 'DE' },
      'AMOUNT_OUT_OF_RANGE',
      'delivery_country',
    );
    expect(await shop.call('get_order_details', { session })).toMatchObject({ delivery_country: '' });
  });

  test('a repeat under its idempotency key says the same', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'CH' }));
    const call = (): Promise<string> =>
      shop.text('set_order_details', { session, delivery_country: 'DE' }, { key: 'once' });
    const first = await call();
    expect(first).toContain('"taxed_again":{"country":"DE","total_before":119.9,"total":142.68,"currency":"EUR"}');
    expect(await call()).toBe(first);
  });

  test('many lines and lines below lines: the index of a large cart finds them by their new prices', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    for (let made = 0; made < 40; made += 1)
      await shop.call('add_to_cart', freeLine(session, made + 1, { taxclass: 'net', country: 'CH' }));
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'CH', id_parent_element: 1 }));
    await deliverTo(shop, session, 'DE');
    const raised = await shop.call('add_to_cart', {
      ...freeLine(session, 1, { taxclass: 'net', country: 'CH' }),
      element_type: 'FREE_ELEMENT_GR',
    });
    expect(raised).toMatchObject({ last_inserted_element_id: 1, contents: { length: 40 } });
  });
});

describe('expected_total', () => {
  test('another total is refused with TOTAL_CHANGED, and nothing is ordered', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'CH' }));
    const { total } = await cartOf(shop, session);
    await deliverTo(shop, session, 'DE');
    const head = shop.engine.headSeq;
    for (const dry_run of [0, 1])
      expect(await shop.call('checkout', { session, expected_total: total, dry_run })).toEqual({
        object: 'error',
        status: 'error',
        id_order: 0,
        session: '',
        message: 'TOTAL_CHANGED',
        param: 'expected_total',
        detail: expect.stringContaining(String(142.68)),
      });
    expect(shop.engine.headSeq).toBe(head);
    expect(await shop.call('checkout', { session, expected_total: 'much' })).toMatchObject({
      message: 'PARAMETER_INVALID',
      param: 'expected_total',
    });
    for (const expected_total of ['142.684', '142.6801', '14268.4e-2'])
      expect(await shop.call('checkout', { session, expected_total })).toMatchObject({
        message: 'PARAMETER_INVALID',
        param: 'expected_total',
        detail: `expected_total: ${expected_total} has more decimals than the currency: 2.`,
      });
    expect(await shop.call('checkout', { session, expected_total: '142.6800' })).toMatchObject({ status: 'success' });
    // The same checkout again gives the same order, whatever was expected.
    expect(await shop.call('checkout', { session, expected_total: 1 })).toMatchObject({ status: 'success' });
  });
});

const COUNTRIES = ['DE', 'AT', 'CH', 'FR'];
const country = fc.constantFrom(...COUNTRIES);
const call = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      what: fc.nat({ max: 7 }),
      quantity: fc.constantFrom(1, 2, 7),
      grouped: fc.boolean(),
      country,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deliver' as const), what: fc.nat({ max: 3 }), country }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('name' as const), country }) },
);

/** The call as it would be sent, with its own country or with one for all. */
const sent = async (
  { shop, ids }: { readonly shop: TestShop; readonly ids: readonly number[] },
  session: string,
  step: typeof call extends fc.Arbitrary<infer S> ? S : never,
  only?: string,
): Promise<void> => {
  const named = only ?? step.country;
  if (step.does === 'name') return void (await deliverTo(shop, session, named));
  const taxclass = CLASSES[step.what % 4]!;
  if (step.does === 'deliver')
    return void (await shop.call('add_delivery_costs', {
      session,
      delivery_costs: [
        ['D', 4.99, taxclass],
        ['E', 1, 0.07],
      ],
      country: named,
    }));
  const more: Given = { country: named, quantity: step.quantity };
  const end = step.grouped ? '_GR' : '';
  await shop.call(
    'add_to_cart',
    step.what < 4
      ? { ...line(session, ids[step.what]!, more), element_type: `PRODUCT${end}` }
      : { ...freeLine(session, 9.99, { ...more, taxclass }), element_type: `FREE_ELEMENT${end}` },
  );
};

test('the tax of an order is that of its delivery country, whatever the calls before named', async () => {
  const scene = await opened();
  const { shop } = scene;
  await shop.admin('create_coupons', { name: 'ten', type: 'MULTIPLE_PERCENTAGE', amount: 10, code: 'TEN', count: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), country, async (given, last) => {
      // Lines of two countries are two until both are taxed alike: their taxes are rounded each by itself.
      const isOne = given.every((step) => step.country === last);
      const steps = given.map((step) => (step.does === 'add' ? { ...step, grouped: step.grouped && isOne } : step));
      const [session, other] = [await shop.session(), await shop.session()];
      // The same calls, by whom the country is named before everything else.
      await deliverTo(shop, other, last);
      for (const step of steps) {
        await sent(scene, session, step);
        await sent(scene, other, step, last);
      }
      await shop.call('add_coupons', { session, coupons: ['TEN', 'ten'] });
      await shop.call('add_coupons', { session: other, coupons: ['TEN', 'ten'] });
      const before = await cartOf(shop, session);
      const named = steps.findLast(({ does }) => does === 'name')?.country;
      const again = named === last ? undefined : (await deliverTo(shop, session, last))['taxed_again'];
      const shown = await cartOf(shop, session);
      expect(amounts(shown)).toEqual(amounts(await cartOf(shop, other)));
      if (again === undefined) expect(amounts(shown)).toEqual(amounts(before));
      else expect(again).toEqual({ country: last, total_before: before.total, total: shown.total, currency: 'EUR' });
      const cents = (amount: number): number => Math.round(amount * 100);
      expect(shown.tax_positions.reduce((sum, { gross }) => sum + cents(gross), 0)).toBe(cents(shown.total));
      const placed = await shop.call<{ id_order: number }>('checkout', { session });
      if (shown.contents.length === 0) return;
      // The total that was shown is the total that is ordered.
      const order = await shop.call<{ cart: Taxed }>('get_order_by_id', { id_order: placed.id_order });
      expect(amounts(order.cart)).toEqual(amounts(shown));
    }),
    { numRuns: runs(40) },
  );
});

describe('an order without a delivery country', () => {
  const orderOf = (shop: TestShop, id_order: unknown) =>
    shop.call<{ cart: Taxed } & Reply>('get_order_by_id', { id_order });
  const rates = ({ tax_positions }: Taxed): unknown => tax_positions.map(({ rate }) => rate);

  test('goes to the country that its calls named, whose tax it has', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'AT' }));
    await shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.99, 'full']], country: 'Österreich' });
    const shown = await cartOf(shop, session);
    const { id_order } = await shop.call('checkout', { session, expected_total: shown.total });
    const order = await orderOf(shop, id_order);
    expect(order).toMatchObject({ order_delivery_country: 'AT', order_delivery_country_code: 'AT' });
    expect(rates(order.cart)).toEqual([0.2]);
    expect(order.cart.total).toBe(shown.total);
    const found = (country: string) =>
      shop.admin('search_orders', { constraint: { delivery_country: ['=', country] } });
    expect(await found('AT')).toMatchObject({ count: 1 });
    expect(await found('DE')).toMatchObject({ count: 0 });
    await shop.restart();
    expect(await orderOf(shop, id_order)).toEqual(order);
  });

  test('that calls of several countries have taxed is taxed by the shop’s own, at a total that was shown', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[0]!, { country: 'AT' }));
    await shop.call('add_to_cart', line(session, ids[1]!, { country: 'DE' }));
    const before = await cartOf(shop, session);
    expect(await shop.call('checkout', { session })).toMatchObject({
      message: 'TOTAL_CHANGED',
      param: 'expected_total',
    });
    expect(await cartOf(shop, session)).toEqual(before);
    // 119.9 and 19 %, and 0.0149 that hold it.
    const { id_order } = await shop.call('checkout', { session, expected_total: 142.69 });
    const order = await orderOf(shop, id_order);
    expect(order).toMatchObject({ order_delivery_country: 'DE', cart: { total: 142.69 } });
    expect(rates(order.cart)).toEqual([0.19]);
  });

  test('is ordered without a word where the total stays, as that of goods with included prices', async () => {
    const { shop, ids } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, ids[1]!, { country: 'AT' }));
    await shop.call('add_to_cart', line(session, ids[1]!, { country: 'CH' }));
    const { id_order } = await shop.call('checkout', { session });
    const order = await orderOf(shop, id_order);
    expect(order).toMatchObject({ order_delivery_country: 'DE' });
    expect(rates(order.cart)).toEqual([0.19]);
  });

  test('whose elements name no class of tax goes to the shop’s own', async () => {
    const { shop } = await opened();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 5));
    const { id_order } = await shop.call('checkout', { session });
    expect(await orderOf(shop, id_order)).toMatchObject({ order_delivery_country: 'DE' });
  });
});
