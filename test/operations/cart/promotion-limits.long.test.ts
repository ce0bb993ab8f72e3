// Thousands of carts (10,000 at night) that race for a promotion with a limit, among cancellations and orders that are
// opened again: what promotion-limits.test.ts catches, where a limit is reached, given back and reached again a hundred
// times.
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { race } from './promotion-limits.ts';
import type { Outcome } from './promotion-limits.ts';

const CARTS = runs(10_000, 2_500, 10_000);

const hadAll = ({ orders, told, cancelled, reopened, usedUp }: Outcome): void => {
  expect(orders).toBe(CARTS);
  expect(Math.min(told, cancelled, reopened, usedUp), 'each has happened often').toBeGreaterThan(CARTS / 200);
};

test('exactly 100 orders have it', async () => {
  const outcome = await race({ carts: CARTS, limit: { usesMax: 100 }, gives: { kind: 'percent', value: 20 } });
  hadAll(outcome);
  expect(outcome.uses).toBe(100);
});

test('each of some hundred persons has it 3 times', async () => {
  const gives = { kind: 'amount', value: '0.5' };
  const persons = CARTS / 25;
  const outcome = await race({ carts: CARTS, limit: { perPersonMax: 3 }, gives, persons });
  hadAll(outcome);
  expect([...new Set(outcome.usesOf.values())]).toEqual([3]);
  expect(outcome.uses).toBe(3 * persons);
});

test('a budget is spent to the cent, and by none above it', async () => {
  const budgetCents = 10 * CARTS + 3;
  const gives = { kind: 'percent', value: '7.3', per: 'order' };
  const outcome = await race({ carts: CARTS, limit: { budgetCents }, gives });
  hadAll(outcome);
  expect(outcome.spentCents).toBe(budgetCents);
});
