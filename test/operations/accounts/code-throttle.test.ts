// Would catch a guesser of codes who has the password and gets more tries than promised by any number of addresses, a
// known device that others delay, and a person who is told of every single try, or of none.
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { DONE, refuse } from '../../../src/kernel/result.ts';
import { CodeThrottle } from '../../../src/operations/context/code-throttle.ts';

const DEFAULTS = loadConfig({}, {}, '/nonexistent');
const SECOND = 1000;
const DAY = 86_400 * SECOND;
const ANYWHERE = { userId: 3, own: '' };

const open = () => {
  const told: number[] = [];
  const throttle = new CodeThrottle(DEFAULTS, (_userId, count) => void told.push(count));
  const wrong = (atMs: number, guesser = ANYWHERE): string => {
    const tried = throttle.try(guesser, atMs, () => refuse('SECOND_FACTOR_CODE_NOT_CORRECT', 'code'));
    return tried.ok ? '' : tried.code;
  };
  const right = (atMs: number, guesser = ANYWHERE): boolean => throttle.try(guesser, atMs, () => DONE).ok;
  return { told, wrong, right };
};

test('somebody who tries as soon as they may tries at most a hundred codes in any day, and the person is told', () => {
  const { told, wrong } = open();
  const tries: number[] = [];
  for (let atMs = 0; atMs < 4 * DAY; atMs += SECOND)
    if (wrong(atMs) === 'SECOND_FACTOR_CODE_NOT_CORRECT') tries.push(atMs);
  for (const [first, atMs] of tries.entries()) {
    const inDay = tries.slice(first).filter((other) => other < atMs + DAY).length;
    expect(inDay).toBeLessThanOrEqual(100);
  }
  expect(tries.length, 'nothing is ever locked').toBeGreaterThan(4 * 80);
  expect(told.slice(0, 4)).toEqual([5, 5, 10, 20]);
  expect(told.length).toBeLessThan(10);
});

test('a known device and another account are not delayed by them; a right code begins anew', () => {
  const { wrong, right } = open();
  for (let at = 0; at < 5; at += 1) expect(wrong(at)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
  expect([wrong(6), right(6)]).toEqual(['LOGIN_THROTTLED', false]);
  expect(right(6, { userId: 3, own: '3 laptop' })).toBe(true);
  expect(right(6, { userId: 30, own: '' })).toBe(true);
  expect(right(1006)).toBe(true);
  for (let at = 2000; at < 2005; at += 1) expect(wrong(at)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
});

test('codes that are checked later than others that were sent after them begin no count anew', () => {
  const { wrong } = open();
  for (let at = 0; at < 5; at += 1) expect(wrong(10_000 - 100 * at)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
  expect([wrong(9000), wrong(10_999)]).toEqual(['LOGIN_THROTTLED', 'LOGIN_THROTTLED']);
  expect(wrong(11_000)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
});
