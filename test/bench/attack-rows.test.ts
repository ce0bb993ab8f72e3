// Would catch a limit of `npm run bench -- attacks` that nothing can break, a slow machine that is taken for a fault,
// and a row whose bystander or settings belong to no attack.
import { describe, expect, test } from 'vitest';
import { ATTACKS } from '../../bench/attacks/attacks.ts';
import { ROWS } from '../../bench/attacks/rows.ts';
import type { Shopping } from '../../bench/attacks/shopper.ts';
import { HEADINGS, isSlowAlone, rowOf, wrongOf } from '../../bench/attacks/verdict.ts';
import type { Measured } from '../../bench/attacks/verdict.ts';

const SHOPPING: Shopping = { calls: 100, good: 100, p50Ms: 2, p99Ms: 10, maxMs: 20, complaint: '' };
const HELD: Measured = {
  quiet: SHOPPING,
  under: { ...SHOPPING, p99Ms: 85, maxMs: 2005 },
  lateMs: 5,
  turnMs: 70,
  quietTurnMs: 20,
  quietMb: 300,
  heightMb: 1324,
  witnessed: { told: 'logins: 9 of 9', wrong: [] },
  stopped: { code: 0, tookMs: 4000, waitedMs: 1000 },
  death: '',
  outcome: { calls: 5, refused: 2, bytes: 10, refusal: 'TOO_EXPENSIVE' },
};

describe('the verdict', () => {
  test('lets a shop pass that keeps every limit, and tells its figures', () => {
    expect(wrongOf(HELD)).toEqual([]);
    const row = rowOf('an attack', HELD, []);
    expect(row).toHaveLength(HEADINGS.length);
    expect(row.slice(0, 4)).toEqual([
      'an attack',
      '5 calls, 2 refused TOO_EXPENSIVE; logins: 9 of 9',
      '10.0',
      '85.0 of 85',
    ]);
    expect(row.at(-1)).toBe('holds');
  });

  test.each<[string, Partial<Measured>, string]>([
    ['a p99 above three times the quiet one', { under: { ...SHOPPING, p99Ms: 86 } }, 'slow: p99 of 86 ms'],
    ['a long wait', { under: { ...SHOPPING, maxMs: 2006 } }, 'slow: one call took 2006 ms'],
    ['a long turn', { turnMs: 71 }, 'slow: a turn of 71 ms'],
    ['a turn that no collection makes', { turnMs: 106 }, 'a turn of 106 ms'],
    ['memory', { heightMb: 1325 }, '1025 MB more'],
    ['refused shoppers', { under: { ...SHOPPING, good: 94, complaint: '503' } }, '6.0 % failed (503)'],
    ['a bystander who is reached', { witnessed: { told: '', wrong: ['logins: 0 of 9'] } }, 'logins: 0 of 9'],
    ['a long stop', { stopped: { code: 0, tookMs: 4001, waitedMs: 1000 } }, 'slow: a stop of 4001 ms'],
    ['a stop that fails', { stopped: { code: null, tookMs: 1, waitedMs: 0 } }, 'stopped with a signal after 1 ms'],
    ['a death', { death: 'killed at 3100 MB' }, 'killed at 3100 MB'],
  ])('finds %s', (_, what, wrong) => {
    expect(wrongOf({ ...HELD, ...what })).toEqual([wrong]);
    expect(isSlowAlone([wrong])).toBe(wrong.startsWith('slow'));
  });

  test('what is slow and wrong besides is not measured again', () => {
    expect(isSlowAlone(['slow: p99 of 90 ms', 'a turn of 200 ms'])).toBe(false);
    expect(isSlowAlone([])).toBe(false);
  });
});

test('CI runs most attacks, and says why it leaves others to the nights', () => {
  const left = Object.values(ROWS).filter(({ nightly }) => nightly !== undefined);
  expect(left.every(({ nightly }) => nightly!.length > 40)).toBe(true);
  expect(left.length).toBeLessThan(Object.keys(ATTACKS).length / 2);
});

test('every row with settings of its own is an attack', () => {
  expect(Object.keys(ROWS).filter((name) => ATTACKS[name] === undefined)).toEqual([]);
});
