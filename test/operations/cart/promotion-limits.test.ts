// Carts that race for a promotion with a limit. It would catch an order beyond a limit, one that goes without what
// there is still room for, a checkout that changes a total without a word, and a cancelled order that comes back into a
// full promotion. With 10,000 carts in promotion-limits.long.test.ts.
import { expect, test } from 'vitest';
import { race } from './promotion-limits.ts';

const PERCENT = { kind: 'percent', value: 20 };

test('of 60 carts 8 have it', async () => {
  const { orders, uses, told } = await race({ carts: 60, limit: { usesMax: 8 }, gives: PERCENT });
  expect([orders, uses]).toEqual([60, 8]);
  expect(told).toBeGreaterThan(0);
});

test('each of 5 persons has it twice', async () => {
  const { orders, usesOf } = await race({ carts: 60, limit: { perPersonMax: 2 }, gives: PERCENT, persons: 5 });
  expect([orders, ...usesOf.values()]).toEqual([60, 2, 2, 2, 2, 2]);
});

test('a budget is spent to the cent', async () => {
  const gives = { kind: 'percent', value: '7.3' };
  expect(await race({ carts: 60, limit: { budgetCents: 303 }, gives })).toMatchObject({ orders: 60, spentCents: 303 });
});
