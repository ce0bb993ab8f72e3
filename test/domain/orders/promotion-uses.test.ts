// How often promotions were used. It would catch an order that counts although it is cancelled or a trial, one that
// goes and leaves something behind, currencies that are added up, and a person who is counted as another one.
import { expect, test } from 'vitest';
import { NO_DETAILS } from '../../../src/domain/cart/order-details.ts';
import { personOf } from '../../../src/domain/cart/person.ts';
import { PromotionUses } from '../../../src/domain/orders/promotion-uses.ts';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { CartPromotion } from '../../../src/domain/cart/cart.ts';
import type { Minor } from '../../../src/domain/money.ts';

type Used = Parameters<PromotionUses['count']>[0];

const use = (id: number, minor: number): CartPromotion => ({
  id,
  usedMinor: minor as Minor,
  taxMinor: 0 as Minor,
  parts: [],
  delivery: [],
  kept: [],
  name: '',
  labels: {},
});

const order = (uses: readonly CartPromotion[], more: Partial<Used> = {}): Used => ({
  cart: { ...emptyCart(0), sumMinor: 1000 as Minor, promotions: uses },
  credits: [],
  states: { order: 'OPEN' },
  currency: 'EUR',
  currencyDigits: 2,
  isTrial: false,
  userId: 0,
  details: NO_DETAILS,
  ...more,
});

const ANNA = order([use(1, 100)], { userId: 3 });

test('an order that comes and goes leaves nothing', () => {
  const tallies = new PromotionUses();
  tallies.count(ANNA, 1, 4);
  expect(tallies.seq).toBe(4);
  expect([tallies.of(1).uses, tallies.spentMinor(1, 'EUR'), tallies.ofPerson(1, personOf(ANNA))]).toEqual([1, 100, 1]);
  expect(tallies.of(1).spent.get('EUR')).toEqual({ minor: 100, revenueMinor: 900, digits: 2 });
  tallies.count(ANNA, 1, 5);
  tallies.count(ANNA, -1, 6);
  expect([tallies.of(1).uses, tallies.spentMinor(1, 'EUR'), tallies.ofPerson(1, personOf(ANNA))]).toEqual([1, 100, 1]);
  tallies.count(ANNA, -1, 7);
  expect([tallies.of(1).uses, tallies.spentMinor(1, 'EUR'), tallies.ofPerson(1, personOf(ANNA))]).toEqual([0, 0, 0]);
  expect([...tallies.figures()]).toEqual([]);
  expect(tallies.seq).toBe(7);
});

test('cancelled orders, trials and those without a promotion count nowhere', () => {
  const tallies = new PromotionUses();
  tallies.count({ ...ANNA, states: { order: 'CANCELED' } }, 1, 1);
  tallies.count({ ...ANNA, isTrial: true }, 1, 2);
  tallies.count(order([]), 1, 3);
  expect([...tallies.figures()]).toEqual([]);
  expect(tallies.seq, 'nothing that was read has changed').toBe(0);
});

test('each promotion, currency and person is counted by itself', () => {
  const tallies = new PromotionUses();
  tallies.count(ANNA, 1, 1);
  tallies.count(order([use(1, 30), use(2, 5)], { currency: 'JPY', currencyDigits: 0, userId: 4 }), 1, 2);
  tallies.count(order([use(2, 7)]), 1, 3);
  expect([...tallies.figures()]).toEqual([
    ['uses of promotion 1', 2],
    ['EUR of promotion 1', 100],
    ['EUR of orders with promotion 1', 900],
    ['JPY of promotion 1', 30],
    ['JPY of orders with promotion 1', 965],
    ['uses of promotion 2', 2],
    ['JPY of promotion 2', 5],
    ['JPY of orders with promotion 2', 965],
    ['EUR of promotion 2', 7],
    ['EUR of orders with promotion 2', 993],
  ]);
  expect(tallies.of(1).spent.get('JPY')!.digits).toBe(0);
  expect([tallies.ofPerson(1, 'u3'), tallies.ofPerson(1, 'u4'), tallies.ofPerson(2, 'u4')]).toEqual([1, 1, 1]);
  expect([tallies.ofPerson(2, ''), tallies.ofPerson(2, 'u3'), tallies.ofPerson(9, 'u3')]).toEqual([0, 0, 0]);
  expect([tallies.of(9).uses, tallies.spentMinor(9, 'EUR'), tallies.spentMinor(1, 'USD')]).toEqual([0, 0, 0]);
});
