// What carts hold of one stock item.
import { expect, test } from 'vitest';
import { HOLDS_MAX, Holds, freeMilli } from '../../../src/domain/stock/hold.ts';
import { stock } from '../../../src/domain/stock/stock-item.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';

const item = (quantityMilli: number): StockItem => ({
  ...stock.state.initial(),
  quantityMilli,
  placedMilli: quantityMilli,
});
const hold = (state: StockItem, sessionId: number, quantityMilli: number, generation = 0, atMs = 0): boolean => {
  const decided = stock.decide(
    state,
    { type: 'hold', holder: { sessionId, generation }, quantityMilli, lifeMs: 10 },
    atMs,
  );
  if (!decided.ok) return false;
  for (const event of decided.value) stock.apply(state, event, atMs, 1);
  return true;
};

test('the next user of a session’s slot holds nothing of what the last one held', () => {
  const state = item(5000);
  expect(hold(state, 1, 3000)).toBe(true);
  expect([
    freeMilli(state, { sessionId: 1, generation: 0 }),
    freeMilli(state, { sessionId: 1, generation: 1 }),
    freeMilli(state, undefined),
  ]).toEqual([5000, 2000, 2000]);
  expect(hold(state, 1, 3000, 1)).toBe(false);
  expect(hold(state, 1, 2000, 1)).toBe(true);
  expect(state.holds?.heldMilli).toBe(2000);
});

test('what has passed its end goes, the rest stays, and nothing is left of nothing', () => {
  const state = item(9000);
  for (const [sessionId, atMs] of [
    [1, 0],
    [2, 5],
    [3, 9],
  ] as const)
    hold(state, sessionId, 1000, 0, atMs);
  const expire = (atMs: number): number => {
    const decided = stock.decide(state, { type: 'expire_holds' }, atMs);
    if (decided.ok) for (const event of decided.value) stock.apply(state, event, atMs, 1);
    return state.holds?.size ?? 0;
  };
  expect([9, 10, 14, 15, 18, 19].map(expire)).toEqual([3, 2, 2, 1, 1, 0]);
  expect(state.holds).toBeUndefined();
});

test('a row gives the same holds back, in the same order', () => {
  const state = item(9000);
  for (const sessionId of [3, 1, 2, 3]) hold(state, sessionId, 1000);
  const again = stock.state.decode(stock.state.encode(state));
  expect(again).toEqual(state);
  expect(stock.state.encode(again)).toEqual(stock.state.encode(state));
});

test('beyond the limit nobody new holds anything, and those who do still may change it', () => {
  const state = {
    ...item(1_000_000_000),
    holds: Holds.from(Array.from({ length: HOLDS_MAX }, (_, at) => [at + 1, 0, 1000, 10] as const)),
  };
  expect(hold(state, HOLDS_MAX + 1, 1000)).toBe(true);
  expect([state.holds.size, state.holds.heldMilli]).toEqual([HOLDS_MAX, HOLDS_MAX * 1000]);
  hold(state, 7, 2000);
  expect(state.holds.heldMilli).toBe(HOLDS_MAX * 1000 + 1000);
  hold(state, 7, 0);
  hold(state, HOLDS_MAX + 1, 1000);
  expect([state.holds.size, state.holds.heldMilli]).toEqual([HOLDS_MAX, HOLDS_MAX * 1000]);
});
