// Who has used the thread lately, and whose work goes on when. It would catch a caller that is refused or held back
// although the thread is idle, one that takes it from all others, and work that never comes to its end.
import { expect, test } from 'vitest';
import { SearchSlices } from '../../../src/operations/dispatch/search-slices.ts';
import type { WorkOwner } from '../../../src/operations/dispatch/search-slices.ts';
import { WorkBalance } from '../../../src/operations/dispatch/work-balance.ts';

test('a bucket is emptied by work, filled by time, and never owes more than it holds', () => {
  let nowMs = 0;
  const balance = new WorkBalance({ refillMs: 100, burstMs: 500, nowMs: () => nowMs });
  expect(balance.hasCredit('a')).toBe(true);
  balance.charge('a', 400);
  expect(balance.hasCredit('a')).toBe(true);
  balance.charge('a', 100);
  expect([balance.hasCredit('a'), balance.hasCredit('b')]).toEqual([false, true]);
  balance.charge('a', 60_000);
  nowMs += 5000;
  expect(balance.hasCredit('a'), 'half a second is owed, five seconds fill as much').toBe(false);
  nowMs += 10;
  expect(balance.hasCredit('a')).toBe(true);
});

test('callers that nobody has heard of for long are forgotten', () => {
  const balance = new WorkBalance({ refillMs: 0, burstMs: 1, nowMs: () => 0 });
  for (let caller = 0; caller <= 10_000; caller += 1) balance.charge(String(caller), 5);
  expect([balance.hasCredit('0'), balance.hasCredit('1')]).toEqual([true, false]);
});

/** Work that needs so many milliseconds; a millisecond passes with each question whether the slice is over. */
const slicesWith = (openMax = 100, isBusy = false) => {
  let nowMs = 0;
  const turns: (() => void)[] = [];
  const charged: string[] = [];
  const ended: string[] = [];
  const options = { sliceMs: 5, openMax, nowMs: () => nowMs, soon: (run: () => void) => void turns.push(run) };
  const slices = new SearchSlices(
    options,
    () => isBusy,
    (caller, ms) => void charged.push(`${caller} ${ms}`),
  );
  const add = (caller: string, name: string, ms: number, owner: WorkOwner = {}): void => {
    let left = ms;
    const advance = (isOver: () => boolean): boolean => {
      while (left > 0 && !isOver()) [left, nowMs] = [left - 1, nowMs + 1];
      return left === 0;
    };
    slices.add(caller, { advance }, () => void ended.push(name), owner);
  };
  const turn = (): boolean => {
    const run = turns.shift();
    run?.();
    return run !== undefined;
  };
  return { slices, add, turn, charged, ended };
};

test('callers take turns, and each is charged what it had', () => {
  const { add, turn, charged, ended } = slicesWith();
  add('a', 'a1', 12);
  add('b', 'b1', 3);
  while (turn());
  expect(charged).toEqual(['a 5', 'b 3', 'a 5', 'a 2']);
  expect(ended).toEqual(['b1', 'a1']);
});

// Catches a caller who takes the thread from another by beginning many pieces of work.
test('where another caller waits, one caller has half of the slices, however much work it has begun', () => {
  const { add, turn, charged } = slicesWith();
  for (let piece = 0; piece < 40; piece += 1) add('a', `a${piece}`, 50);
  add('b', 'b', 100);
  for (let slice = 0; slice < 40; slice += 1) turn();
  const msOf = (caller: string): number =>
    charged
      .filter((one) => one.startsWith(`${caller} `))
      .map((one) => Number(one.slice(2)))
      .reduce((sum, ms) => sum + ms, 0);
  expect([msOf('a'), msOf('b')]).toEqual([100, 100]);
});

test('of one caller the least served goes first, and the oldest still ends', () => {
  const { add, turn, ended } = slicesWith();
  add('a', 'long', 40);
  turn();
  for (let short = 0; short < 3; short += 1) add('a', `short ${short}`, 4);
  for (let slice = 0; slice < 3; slice += 1) turn();
  expect(ended).toEqual(['short 0', 'short 1', 'short 2']);
  // Short ones keep coming: the long one has one turn in eight.
  for (let more = 0; more < 100 && !ended.includes('long'); more += 1) {
    add('a', 'more', 4);
    turn();
  }
  expect(ended).toContain('long');
});

test('slices are short while other calls wait to begin', () => {
  const { add, turn, charged } = slicesWith(100, true);
  add('a', 'a', 3);
  while (turn());
  expect(charged).toEqual(['a 1', 'a 1', 'a 1']);
});

test('one caller may have half of the places', () => {
  const { slices, add } = slicesWith(4);
  add('a', 'a1', 1);
  expect(slices.refusalFor('a') !== undefined).toBe(false);
  add('a', 'a2', 1);
  expect([slices.refusalFor('a') !== undefined, slices.refusalFor('b') !== undefined]).toEqual([true, false]);
  add('b', 'b1', 1);
  add('c', 'c1', 1);
  expect(slices.refusalFor('d') !== undefined).toBe(true);
});

test('work for callers who have gone keeps no place from those who wait', () => {
  const { slices, add, turn, ended } = slicesWith(4);
  const answered: string[] = [];
  let isGone = false;
  const leaving = (name: string): WorkOwner => ({ isWanted: () => !isGone, cancel: () => void answered.push(name) });
  add('a', 'first', 50, leaving('first'));
  add('a', 'second', 50, leaving('second'));
  expect(slices.refusalFor('a')?.code).toBe('OVERLOADED');
  isGone = true;
  expect([slices.refusalFor('a'), slices.open, answered]).toEqual([undefined, 0, ['first', 'second']]);
  add('a', 'third', 3);
  while (turn());
  expect(ended).toEqual(['third']);
});
