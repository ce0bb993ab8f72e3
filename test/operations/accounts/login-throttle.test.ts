// The throttle itself: addresses, attempts that are taken back, bounded memory.
import { expect, test } from 'vitest';
import { LoginThrottle } from '../../../src/operations/context/login-throttle.ts';

const settings = {
  loginFailuresTrackedMax: 100,
  loginFailuresFree: 2,
  loginFailuresFreePerAddress: 4,
  loginDelayMsMax: 8000,
};
const fails = (throttle: LoginThrottle, name: string, address = '', atMs = 0): boolean =>
  throttle.begin(name, address, atMs).ok;

test('with an address the failures of a name are counted apart for each', () => {
  const throttle = new LoginThrottle(settings);
  expect([1, 2, 3].map(() => fails(throttle, 'anna', '192.0.2.1'))).toEqual([true, true, false]);
  expect(fails(throttle, 'anna', '192.0.2.2'), 'whoever guesses elsewhere does not delay her').toBe(true);
  expect(fails(throttle, 'anna'), 'nor does an address where none is sent').toBe(true);
});

test('an address that guesses at many names waits, too; others do not', () => {
  const throttle = new LoginThrottle(settings);
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => fails(throttle, name, '192.0.2.1'))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(fails(throttle, 'e', '192.0.2.2')).toBe(true);
  expect(fails(throttle, 'e', '192.0.2.1', 1000)).toBe(true);
  expect(fails(throttle, 'f', '192.0.2.1', 1001)).toBe(false);
});

test('what nobody looked at is taken back, with its time', () => {
  const throttle = new LoginThrottle(settings);
  for (const atMs of [0, 0]) fails(throttle, 'anna', '', atMs);
  for (let atMs = 1000; atMs < 3000; atMs += 1) {
    const attempt = throttle.begin('anna', '', atMs);
    expect(attempt.ok, `at ${atMs}`).toBe(true);
    if (attempt.ok) attempt.value.withdrawn();
  }
});

test('a success forgets the name’s failures and one of the address', () => {
  const throttle = new LoginThrottle(settings);
  for (let count = 0; count < 10; count += 1) {
    const attempt = throttle.begin('anna', '192.0.2.1', count);
    expect(attempt.ok).toBe(true);
    if (attempt.ok) attempt.value.succeeded();
  }
  expect(throttle.size).toBe(0);
});

test('no more names are remembered than its limit, however long they are; the newest are', () => {
  const throttle = new LoginThrottle(settings);
  for (let count = 0; count < 10_000; count += 1) fails(throttle, `${count} ${'x'.repeat(1000)}`);
  expect(throttle.size).toBe(100);
  fails(throttle, 'last');
  fails(throttle, 'last');
  expect(fails(throttle, 'last')).toBe(false);
});
