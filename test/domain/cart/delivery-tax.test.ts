// Catches a cart of an older version that is ordered with the tax of another country than it goes to, or at a total
// that nobody was shown.
import { describe, expect, it } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { DeliveryPosition } from '../../../src/domain/cart/cart.ts';
import { taxByDelivery } from '../../../src/domain/cart/delivery-tax.ts';
import { deliveryPositions } from '../../../src/domain/cart/delivery-costs.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';
import { FREE_PIECE } from './plain-elements.ts';

/** As older versions wrote a line: nothing says from which price and class its amounts come. */
const oldLine = (shop: MemoryShop, sessionId: number, productId: number, priceE4: number, rateE6: number): void =>
  void good(
    shop.ask('session', sessionId, {
      type: 'add_line',
      line: {
        type: productId === 0 ? 'FREE_ELEMENT' : 'PRODUCT',
        productId,
        elementNumber: '',
        priceE4: priceE4 as PriceE4,
        rateE6: rateE6 as RateE6,
        taxMinor: 0 as Minor,
        name: '',
        description: '',
        attributes: [],
        parentId: 0,
        measures: [],
        markup: 0,
      },
      quantityMilli: 1000 as Milli,
      grouped: false,
      linesMax: 10,
      bytesMax: 100_000,
      currencyDigits: 2,
    }),
  );

const deliverTo = (shop: MemoryShop, sessionId: number, code: string): void =>
  void good(
    shop.transact((tx) =>
      tx.ask('session', sessionId, {
        type: 'set_details',
        subject: 1,
        reservedOrderId: tx.nextId('order'),
        bytesMax: 100_000,
        fields: { delivery_country: code, delivery_country_code: code },
        attributes: {},
      }),
    ),
  );

/** Class `net` has 19 % in DE and 5.5 % in FR. */
const NET = 3;

it('an old line is taxed from its product’s class, back from its gross price', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  oldLine(shop, sessionId, NET, 119_060, 190_000);
  deliverTo(shop, sessionId, 'FR');
  expect(good(shop.transact((tx) => taxByDelivery(tx, sessionId)))).toEqual({
    country: 'FR',
    beforeMinor: 1191,
    totalMinor: 1056,
  });
  // The net price was 10.0050, and 5.5 % of it are 0.5503.
  expect(shop.state('session', sessionId).cart.lines).toMatchObject([
    { priceE4: 105_553, rateE6: 55_000, sumMinor: 1056, sumTaxMinor: 55, basis: [100_050, 'net', 'FR'] },
  ]);
  expect(good(shop.transact((tx) => taxByDelivery(tx, sessionId)))).toBe(undefined);
});

it('a checkout of such a cart is refused once it would come to another total, and asks for the country again', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  oldLine(shop, sessionId, NET, 119_060, 190_000);
  deliverTo(shop, sessionId, 'FR');
  const rows = shop.rows();
  const changed = (shown: string) =>
    refuse(
      'TOTAL_CHANGED',
      'expected_total',
      `The cart comes to 10.56, not to ${shown}: expect that, or set the delivery country again.`,
    );
  expect(shop.transact((tx) => checkout(tx, sessionId))).toEqual(changed('11.91'));
  expect(shop.transact((tx) => checkout(tx, sessionId, { expectedMinor: 1191 }))).toEqual(changed('11.91'));
  expect(shop.rows()).toEqual(rows);
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId, { expectedMinor: 1056 })));
  expect(calculate(shop.state('order', orderId).cart)).toMatchObject({ totalMinor: 1056, sumTaxMinor: 55 });
});

it('where the total stays, the checkout takes the tax of the country without a word', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  oldLine(shop, sessionId, 1, 1_199_000, 190_000);
  deliverTo(shop, sessionId, 'AT');
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
  expect(calculate(shop.state('order', orderId).cart)).toMatchObject({
    totalMinor: 11_990,
    taxPositions: [{ rateE6: 200_000, taxMinor: 1998 }],
  });
});

it('an old free element, a product sold free of tax and one that is gone keep their amounts', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  oldLine(shop, sessionId, 0, 119_060, 190_000);
  oldLine(shop, sessionId, 4, 65_294, 0);
  oldLine(shop, sessionId, 999, 10_000, 190_000);
  const before = shop.state('session', sessionId).cart;
  deliverTo(shop, sessionId, 'FR');
  expect(good(shop.transact((tx) => taxByDelivery(tx, sessionId)))).toBe(undefined);
  expect(shop.state('session', sessionId).cart).toEqual(before);
});

it('a delivery position that an older record set has no basis, and stays', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  const positions = [{ name: 'D', priceMinor: 490 as Minor, rateE6: 190_000 as RateE6 }];
  good(shop.ask('session', sessionId, { type: 'set_delivery_costs', positions }));
  deliverTo(shop, sessionId, 'FR');
  good(shop.transact((tx) => taxByDelivery(tx, sessionId)));
  expect(shop.state('session', sessionId).cart.deliveryPositions).toEqual([
    { ...positions[0], basis: null, ruleId: 0 },
  ]);
  const [made] = good(
    shop.transact((tx) =>
      deliveryPositions(tx.rules, [{ name: 'D', amount: 10, tax: 'net' }], { country: 'DE', negativeAllowed: false }),
    ),
  );
  expect(made).toEqual({ name: 'D', priceMinor: 1190, rateE6: 190_000, basis: [100_000, 'net', 'DE'], ruleId: 0 });
});

/** A free element, as a call of that country adds it. */
const element = (
  shop: MemoryShop,
  sessionId: number,
  [priceField, taxClass, country]: readonly [string, string, string],
  pieces = 1,
): void => {
  const quantityMilli = (pieces * 1000) as Milli;
  const given = { ...FREE_PIECE, sessionId, priceField, taxClass, country, quantityMilli, backOffice: true };
  good(shop.transact((tx) => addToCart(tx, given)));
};

const positionsOf = (shop: MemoryShop, sessionId: number, positions: readonly DeliveryPosition[]): void =>
  void good(shop.ask('session', sessionId, { type: 'set_delivery_costs', positions }));

/** A delivery position of a tax class and a country. */
const position = (priceE4: number, taxClass: string, country: string, rateE6 = 0): DeliveryPosition => ({
  name: taxClass,
  priceMinor: Math.round(priceE4 / 100) as Minor,
  rateE6: rateE6 as RateE6,
  basis: [priceE4 as PriceE4, taxClass, country],
  ruleId: 0,
});

const taxedBy = (shop: MemoryShop, sessionId: number) => shop.transact((tx) => taxByDelivery(tx, sessionId));

describe('an order that names no country', () => {
  it('of one country’s calls leaves what an older version taxed as it is', () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    oldLine(shop, sessionId, 1, 1_199_000, 190_000);
    element(shop, sessionId, ['5', 'default', 'AT']);
    const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
    expect(shop.state('order', orderId).cart.lines).toMatchObject([{ rateE6: 190_000 }, { rateE6: 200_000 }]);
  });

  it('is taxed by one country once it is ordered, and not before', () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    element(shop, sessionId, ['5', 'default', 'AT']);
    element(shop, sessionId, ['5', 'default', 'FR']);
    const rows = shop.rows();
    expect(taxedBy(shop, sessionId)).toEqual({ ok: true, value: undefined });
    expect(shop.rows()).toEqual(rows);
  });
});

// Catches an order that goes to one country and is taxed by the shop's own, because its calls named several.
it('an order of two countries’ calls that names a third one is taxed by that', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  for (const country of ['DE', 'FR']) element(shop, sessionId, ['5', 'default', country]);
  deliverTo(shop, sessionId, 'AT');
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
  expect(shop.state('order', orderId).cart.lines).toMatchObject([{ rateE6: 200_000 }, { rateE6: 200_000 }]);
});

describe('another country says so', () => {
  // A price after tax may stay where the rate does not, and the rate where the price does not.
  it.each([
    ['the rate of a line', [['5', 'default', 'DE']], [], 500, 500],
    [
      'the price of one line of two',
      [
        ['5', 'reduced', 'DE'],
        ['119', 'export', 'DE'],
      ],
      [],
      10_500,
      10_417,
    ],
    ['the rate of a position', [], [position(50_000, 'default', 'DE', 190_000)], 500, 500],
    [
      'one position of two',
      [],
      [position(50_000, 'reduced', 'DE', 70_000), position(1e6, 'export', 'DE')],
      10_500,
      8833,
    ],
  ] as const)('where it changes %s', (_what, lines, positions, beforeMinor, totalMinor) => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    for (const line of lines) element(shop, sessionId, line);
    positionsOf(shop, sessionId, positions);
    deliverTo(shop, sessionId, 'AT');
    expect(taxedBy(shop, sessionId)).toEqual({ ok: true, value: { country: 'AT', beforeMinor, totalMinor } });
  });

  it('and not where all amounts stay; what it has taxed is not written again', () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    element(shop, sessionId, ['5', 'reduced', 'DE']);
    positionsOf(shop, sessionId, [position(50_000, 'reduced', 'DE', 70_000)]);
    deliverTo(shop, sessionId, 'AT');
    expect(taxedBy(shop, sessionId)).toEqual({ ok: true, value: undefined });
    const { lines, deliveryPositions: positions } = shop.state('session', sessionId).cart;
    expect([...lines, ...positions].map(({ basis }) => basis)).toEqual([
      [50_000, 'reduced', 'AT'],
      [50_000, 'reduced', 'AT'],
    ]);
    const { length } = shop.log;
    expect(taxedBy(shop, sessionId)).toEqual({ ok: true, value: undefined });
    expect(shop.log).toHaveLength(length);
  });
});

describe('a country whose tax takes an amount beyond the limit is refused', () => {
  const MOST_E4 = 999_999_999_999_900;
  const beyond = refuse(
    'AMOUNT_OUT_OF_RANGE',
    'delivery_country',
    'A price with the tax of this country is out of range.',
  );

  it('for one line of two', () => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    element(shop, sessionId, ['5', 'net', 'FR']);
    element(shop, sessionId, ['90000000000', 'net', 'FR']);
    deliverTo(shop, sessionId, 'DE');
    expect(taxedBy(shop, sessionId)).toEqual(beyond);
  });

  it.each([1, -1])('for one delivery position of two, of sign %d, and not for one at the limit', (sign) => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    deliverTo(shop, sessionId, 'DE');
    positionsOf(shop, sessionId, [position(50_000, 'net', 'FR'), position(sign * MOST_E4, 'net', 'FR')]);
    expect(taxedBy(shop, sessionId)).toEqual(beyond);
    positionsOf(shop, sessionId, [position(sign * MOST_E4, 'default', 'FR')]);
    expect(taxedBy(shop, sessionId)).toMatchObject({ ok: true, value: { country: 'DE' } });
  });

  it.each(['', '-'])('for all lines together, of sign “%s”, and not where they are just within it', (sign) => {
    const ofPieces = (pieces: number) => {
      const shop = seededShop();
      const sessionId = openSession(shop);
      element(shop, sessionId, [`${sign}80000000000`, 'net', 'FR'], pieces);
      deliverTo(shop, sessionId, 'DE');
      return taxedBy(shop, sessionId);
    };
    expect(ofPieces(105)).toMatchObject({ ok: true, value: { country: 'DE' } });
    expect(ofPieces(106)).toEqual(refuse('AMOUNT_OUT_OF_RANGE', 'delivery_country'));
  });
});
