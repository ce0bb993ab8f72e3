// Catches a checkout that is refused and leaves a trace: it is one decision, all or nothing (D110).
import { expect, it } from 'vitest';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { refuse } from '../../../src/kernel/result.ts';
import { good, openSession, seededShop } from '../seeded-shop.ts';
import { PIECE } from '../cart/plain-elements.ts';

/** One piece of the first product. */
const ONE = { ...PIECE, productId: 1, nameField: 'title' };

// Catches an order without its next session, stock that is taken for an order that is none, and a coupon that is spent
// on it.
it.each(['order', 'session', 'shop_profile', 'place', 'sell', 'redeem'])(
  'a checkout whose %s is refused says so and changes nothing',
  (what) => {
    const shop = seededShop();
    const sessionId = openSession(shop);
    good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
    const terms = {
      name: '',
      unique: true,
      percentage: false,
      amount: 1,
      startDay: null,
      endDay: null,
      combineable: true,
      currency: '',
      promotionId: 0,
    };
    good(shop.transact((tx) => createCoupons(tx, { terms, count: 1, code: 'one' })));
    good(shop.transact((tx) => addCoupons(tx, sessionId, [{ code: 'one', name: '' }])));
    const before = shop.rows();
    const full = refuse('SESSION_LIMIT_REACHED', what);
    const result = shop.transact((tx) => {
      const create = ((kind, command) => (kind === what ? full : tx.create(kind, command))) as Transaction['create'];
      const ask = ((kind, id, command) =>
        (command as { type: string }).type === what ? full : tx.ask(kind, id, command)) as Transaction['ask'];
      return checkout(Object.assign(Object.create(tx) as Transaction, { create, ask }), sessionId);
    });
    expect(result).toBe(full);
    expect(shop.rows()).toEqual(before);
    expect(shop.transact((tx) => checkout(tx, sessionId)).ok).toBe(true);
  },
);

// Catches a guest whose next session is sealed with keys that nobody keeps track of, and a shopper's that is not
// sealed.
it('the next session belongs to the same person, and to nobody where there was none', () => {
  const shop = seededShop();
  const nextOf = (userId: number) => {
    const sessionId = openSession(shop, userId);
    good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
    return shop.state('session', good(shop.transact((tx) => checkout(tx, sessionId))).next.id);
  };
  expect(nextOf(0)).toMatchObject({ userId: 0, username: '', subject: 0 });
  const { subject, ...shopper } = nextOf(5);
  expect(shopper).toMatchObject({ userId: 5, username: 'u5' });
  expect(subject).toBeGreaterThan(0);
});

// Catches an order that lacks what its shop needs to send it, and a refusal that does not say what.
it('a draft that lacks what the shop requires is no order', () => {
  const shop = seededShop({ checkoutRequires: ['email'] });
  const sessionId = openSession(shop);
  good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
  const before = shop.rows();
  expect(shop.transact((tx) => checkout(tx, sessionId))).toEqual(
    refuse('ORDER_DETAILS_MISSING', 'email', 'An order of this shop needs email.'),
  );
  expect(shop.rows()).toEqual(before);
});

// Catches a shop that sells nothing to countries without postal codes.
it.each([
  ['HK', true],
  ['AE', true],
  ['', false],
  ['DE', false],
])('a postal code is required where the country has them: %s', (country, isPlaced) => {
  const shop = seededShop({ checkoutRequires: ['delivery_zip'] });
  const sessionId = openSession(shop);
  good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
  const fields = { delivery_city: 'x', delivery_country_code: country };
  const change = {
    type: 'set_details',
    subject: 1,
    reservedOrderId: 0,
    bytesMax: 1e6,
    fields,
    attributes: {},
  } as const;
  good(shop.transact((tx) => tx.ask('session', sessionId, change)));
  expect(shop.transact((tx) => checkout(tx, sessionId)).ok).toBe(isPlaced);
});

// Catches a postal code that is asked for of the country of the shop, where the order goes to that of its calls.
it.each([
  ['HK', true],
  ['DE', false],
])('without a country in its draft an order goes where its calls say: %s', (country, isPlaced) => {
  const shop = seededShop({ checkoutRequires: ['delivery_zip'] });
  const sessionId = openSession(shop);
  good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId, country })));
  const placed = shop.transact((tx) => checkout(tx, sessionId));
  expect(placed.ok).toBe(isPlaced);
  if (placed.ok) expect(shop.state('order', placed.value.orderId).details.shopCountry).toBe(country);
});

// Catches an order that is sealed with keys which end before its invoice may, and one whose sessions an erasure does
// not find.
it.each([
  ['guest', 0],
  ['user', 5],
])('the order of a %s has keys that end with it, and names the sessions before and after it', (_who, userId) => {
  const shop = seededShop();
  shop.subjects = 100;
  const start = { type: 'start', nonce: 'n', lifeMs: 1e9, userId, subject: 9, username: 'name' } as const;
  const sessionId = good(shop.transact((tx) => tx.create('session', start)));
  good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
  const { orderId, next } = good(shop.transact((tx) => checkout(tx, sessionId)));
  const { subject, sessions } = shop.state('order', orderId);
  expect(subject).toBe(userId === 0 ? 9 : 101);
  expect(shop.state('session', next.id).subject).toBe(userId === 0 ? 0 : 9);
  const { generation } = shop.state('session', sessionId);
  expect(sessions).toEqual([sessionId, generation, next.id, next.generation]);
});

// Catches a shopper who cannot buy because of everybody else's sessions.
it('the next session is opened also where the shop has as many as it may', () => {
  const shop = seededShop();
  const sessionId = openSession(shop);
  good(shop.transact((tx) => addToCart(tx, { ...ONE, sessionId })));
  const created: object[] = [];
  const result = shop.transact((tx) => {
    const create = ((kind, command) => {
      created.push({ kind, ...(command as object) });
      return tx.create(kind, command);
    }) as Transaction['create'];
    return checkout(Object.assign(Object.create(tx) as Transaction, { create }), sessionId);
  });
  expect(result.ok).toBe(true);
  expect(created).toContainEqual(expect.objectContaining({ kind: 'session', afterCheckout: true }));
});
