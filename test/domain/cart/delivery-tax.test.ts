// Catches a cart of an older version that is ordered with the tax of another country than it goes to, or at a total
// that nobody was shown.
import { expect, it } from 'vitest';
import { taxByDelivery } from '../../../src/domain/cart/delivery-tax.ts';
import { deliveryPositions } from '../../../src/domain/cart/delivery-costs.ts';
import { totalsOf } from '../../../src/domain/cart/totals.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';

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
  expect(shop.transact((tx) => checkout(tx, sessionId, 1191))).toEqual(changed('11.91'));
  expect(shop.rows()).toEqual(rows);
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId, 1056)));
  expect(totalsOf(shop.state('order', orderId).cart)).toMatchObject({ totalMinor: 1056, sumTaxMinor: 55 });
});

it('where the total stays, the checkout takes the tax of the country without a word', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  oldLine(shop, sessionId, 1, 1_199_000, 190_000);
  deliverTo(shop, sessionId, 'AT');
  const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
  expect(totalsOf(shop.state('order', orderId).cart)).toMatchObject({
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
  expect(shop.state('session', sessionId).cart.deliveryPositions).toEqual([{ ...positions[0], basis: null }]);
  const [made] = good(
    shop.transact((tx) =>
      deliveryPositions(tx.rules, [{ name: 'D', amount: 10, tax: 'net' }], { country: 'DE', negativeAllowed: false }),
    ),
  );
  expect(made).toEqual({ name: 'D', priceMinor: 1190, rateE6: 190_000, basis: [100_000, 'net', 'DE'] });
});
