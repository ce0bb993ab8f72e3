// Orders of customers who had ordered before. It would catch the first order of an account among them, and a figure
// that keeps an order which no longer counts.
import { expect, test } from 'vitest';
import { ReturningOrders } from '../../../src/domain/orders/returning-orders.ts';

const EUR = { channelId: 1, currency: 'EUR', digits: 2 };

/** Orders of account 5: 10 on day 20, 11 on day 21, 12 on day 21. */
const three = (): ReturningOrders => {
  const orders = new ReturningOrders();
  orders.add(5, 11, 21, EUR);
  orders.add(5, 12, 21, { ...EUR, channelId: 2 });
  orders.add(5, 10, 20, { ...EUR, currency: 'USD' });
  return orders;
};

const on = (orders: ReturningOrders) => [20, 21].map((day) => orders.on(day, {}));

test('every order of an account but its first one counts on its day, by channel and currency', () => {
  const orders = three();
  expect(on(orders)).toEqual([0, 2]);
  expect([
    orders.on(21, { channelId: 1 }),
    orders.on(21, { channelId: 2 }),
    orders.on(21, { currency: 'USD' }),
  ]).toEqual([1, 1, 0]);
  expect([10, 11, 12, 13].map((id) => orders.has(5, id, id === 10 ? 20 : 21))).toEqual([false, true, true, false]);
  expect([orders.has(6, 11, 21), orders.has(5, 11, 20)]).toEqual([false, false]);
  expect([...orders.figures()].map(([name, value]) => [name.slice(0, 33), value])).toEqual([
    ['orders of returning customers on ', 1],
    ['orders of returning customers on ', 1],
  ]);
});

test('one that was placed between others counts where it stands', () => {
  const orders = new ReturningOrders();
  for (const id of [10, 12, 11]) orders.add(5, id, 20, EUR);
  expect([on(orders), [10, 11, 12].map((id) => orders.has(5, id, 20))]).toEqual([
    [2, 0],
    [false, true, true],
  ]);
  orders.add(5, 9, 20, EUR);
  expect([9, 10].map((id) => orders.has(5, id, 20))).toEqual([false, true]);
  orders.remove(5, 11, 20);
  expect(on(orders)).toEqual([2, 0]);
});

test('one that counts no more is taken away, and the next one is the first', () => {
  const orders = three();
  orders.remove(5, 10, 20);
  expect(on(orders)).toEqual([0, 1]);
  expect([11, 12].map((id) => orders.has(5, id, 21))).toEqual([false, true]);
  orders.remove(5, 12, 21);
  orders.remove(5, 12, 21);
  orders.remove(6, 12, 21);
  expect([on(orders), orders.knows(5)]).toEqual([[0, 0], true]);
  orders.remove(5, 11, 21);
  expect([orders.knows(5), orders.has(5, 11, 21)]).toEqual([false, false]);
  orders.add(5, 11, 21, EUR);
  expect(on(orders)).toEqual([0, 0]);
});

test('scopes are told apart by channel and by currency, and are those of the orders that count', () => {
  const orders = new ReturningOrders();
  const usd = { ...EUR, currency: 'USD', digits: 0 };
  orders.add(5, 10, 20, EUR);
  orders.add(5, 11, 20, usd);
  orders.add(5, 12, 20, { ...usd, channelId: 2 });
  orders.add(5, 13, 20, usd);
  expect(orders.on(20, { currency: 'USD' })).toBe(3);
  expect(orders.on(20, { currency: 'USD', channelId: 1 })).toBe(2);
  orders.remove(5, 10, 20);
  expect([orders.on(20, {}), orders.on(20, { channelId: 1 }), orders.on(20, { channelId: 2 })]).toEqual([2, 1, 1]);
});

test('one of an account that has no others, and one of a day that it was not placed on, are not taken away', () => {
  const orders = three();
  orders.remove(5, 12, 20);
  orders.remove(5, 10, 21);
  expect([on(orders), orders.has(5, 12, 21)]).toEqual([[0, 2], true]);
});

test('one that counts no more is taken from its own day, and the first one stays the first', () => {
  const orders = three();
  orders.remove(5, 12, 21);
  expect([on(orders), orders.on(21, { channelId: 1 }), orders.has(5, 10, 20)]).toEqual([[0, 1], 1, false]);
});

test('guests are nobody', () => {
  const orders = new ReturningOrders();
  for (const id of [1, 2]) orders.add(0, id, 20, EUR);
  expect([on(orders), orders.knows(0)]).toEqual([[0, 0], false]);
});

test('an account is known by its orders, but for one that does not count', () => {
  const orders = new ReturningOrders();
  expect(orders.knows(5)).toBe(false);
  orders.add(5, 10, 20, EUR);
  expect([orders.knows(5), orders.knows(5, 10), orders.knows(5, 11)]).toEqual([true, false, true]);
  orders.add(5, 11, 20, EUR);
  expect([orders.knows(5, 10), orders.knows(5, 11)]).toEqual([true, true]);
});
