// Would catch a guesser who gets more tries than promised, an owner whom guesses of others keep out, attempts that are
// not taken back, and memory without bounds.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { LoginThrottle } from '../../../src/operations/context/login-throttle.ts';
import type { Guesser } from '../../../src/operations/context/login-throttle.ts';
import { runs } from '../../harness/effort.ts';

const DEFAULTS = loadConfig({}, {}, '/nonexistent');
const HOUR_MS = 3_600_000;
const settings = {
  loginFailuresTrackedMax: 100,
  loginFailuresFree: 2,
  loginFailuresFreePerAddress: 4,
  loginFailuresFreePerName: 6,
  loginDelayMsMax: 8000,
};
const from = (address: string, more: { place?: string; isShared?: boolean } = {}): Guesser => ({
  place: 'shop',
  address,
  isShared: false,
  ...more,
});
const ATTACKER = from('192.0.2.1');
const OWNER = from('192.0.2.2');
const DEVICE = { device: 'laptop' };

/** A try with a wrong password: whether it is looked at. */
const guess = (throttle: LoginThrottle, name: string, guesser = ATTACKER, atMs = 0): boolean =>
  throttle.begin(name, guesser, atMs).ok;

/** A try with the right password: whether it is looked at. */
const logIn = (throttle: LoginThrottle, name: string, guesser: Guesser, atMs: number): boolean => {
  const attempt = throttle.begin(name, guesser, atMs);
  if (attempt.ok) attempt.value.succeeded();
  return attempt.ok;
};

describe('with the default settings', () => {
  test('beside 100 guesses a second the owner logs in from elsewhere, and from the same address by a known device', () => {
    const throttle = new LoginThrottle(DEFAULTS);
    let tries = 0;
    // A hundred a second for a minute, then one a second.
    for (let atMs = 0; atMs < HOUR_MS; atMs += atMs < 60_000 ? 10 : 1000) {
      if (guess(throttle, 'anna', ATTACKER, atMs)) tries += 1;
      if (atMs % 30_000 !== 0) continue;
      expect(logIn(throttle, 'anna', OWNER, atMs), `from elsewhere at ${atMs}`).toBe(true);
      expect(logIn(throttle, 'anna', DEVICE, atMs), `by a known device at ${atMs}`).toBe(true);
    }
    expect(tries).toBe(20);
  });

  test('however a guesser waits, a name has at most 20 tries in any hour from one address and from one device', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 2 * HOUR_MS }), { minLength: 10, maxLength: 30 });
    const property = fc.property(fc.constantFrom(ATTACKER, DEVICE), fc.boolean(), waits, (guesser, isPatient, gaps) => {
      const throttle = new LoginThrottle(DEFAULTS);
      const tries: number[] = [];
      let atMs = 0;
      // One that is patient waits as long as it likes; the other one that long at most, and else only as it must.
      for (const gap of gaps) {
        const untilMs = atMs + gap;
        for (; atMs <= untilMs; atMs += isPatient ? gap + 1 : 5000)
          if (guess(throttle, 'anna', guesser, atMs)) tries.push(atMs);
      }
      for (const [index, firstMs] of tries.entries())
        expect(tries.slice(index).filter((tryMs) => tryMs < firstMs + HOUR_MS).length).toBeLessThanOrEqual(20);
    });
    fc.assert(property, { numRuns: runs(20, 100, 1000) });
  });

  test('many addresses together delay unknown devices for half a minute at most, and no known one', () => {
    const throttle = new LoginThrottle(DEFAULTS);
    const addresses = Array.from({ length: 1000 }, (_, index) => from(`2001:db8:0:${index.toString(16)}::/64`));
    let tries = 0;
    for (let atMs = 0; atMs < HOUR_MS; atMs += 5000)
      for (const address of addresses.slice((atMs / 1000) % 990).slice(0, 10)) {
        if (guess(throttle, 'anna', address, atMs)) tries += 1;
        if (!logIn(throttle, 'anna', DEVICE, atMs)) expect.fail(`the known device is refused at ${atMs}`);
      }
    expect(tries).toBeGreaterThan(100);
    expect(tries).toBeLessThan(100 + 6 + HOUR_MS / 30_000);
    expect(logIn(throttle, 'anna', OWNER, HOUR_MS + 30_000)).toBe(true);
  });
});

test('the failures of a name are counted apart for each address, place and device', () => {
  const throttle = new LoginThrottle(settings);
  expect([1, 2, 3].map(() => guess(throttle, 'anna'))).toEqual([true, true, false]);
  expect(guess(throttle, 'ANNA')).toBe(false);
  expect(guess(throttle, 'anna', OWNER), 'elsewhere').toBe(true);
  expect(guess(throttle, 'anna', from('192.0.2.1', { place: 'back office' })), 'at another form').toBe(true);
  expect([1, 2, 3].map(() => guess(throttle, 'anna', DEVICE))).toEqual([true, true, false]);
  expect(guess(throttle, 'anna', { device: 'phone' })).toBe(true);
});

test('an address that guesses at many names waits, too; others do not, nor does one that many share', () => {
  const throttle = new LoginThrottle(settings);
  const five = ['a', 'b', 'c', 'd', 'e'];
  expect(five.map((name) => guess(throttle, name))).toEqual([true, true, true, true, false]);
  expect(guess(throttle, 'e', OWNER)).toBe(true);
  expect(guess(throttle, 'e', ATTACKER, 1000)).toBe(true);
  expect(guess(throttle, 'f', ATTACKER, 1001)).toBe(false);
  const storefront = from('channel 1', { isShared: true });
  for (const name of [...five, ...five]) expect(guess(throttle, name, storefront), name).toBe(true);
});

test.each([['an address', OWNER] as const, ['a device', DEVICE] as const])(
  'what nobody looked at is taken back from %s, with its time',
  (_name, guesser) => {
    const throttle = new LoginThrottle(settings);
    for (const atMs of [0, 0]) guess(throttle, 'anna', guesser, atMs);
    for (let atMs = 1000; atMs < 1500; atMs += 1) {
      const attempt = throttle.begin('anna', guesser, atMs);
      expect(attempt.ok, `at ${atMs}`).toBe(true);
      if (attempt.ok) attempt.value.withdrawn();
    }
  },
);

test('a failure outlives an attempt of the same millisecond that is taken back, whichever came first', () => {
  for (const takenBack of [0, 1]) {
    const throttle = new LoginThrottle(settings);
    const attempts = [0, 1].map(() => throttle.begin('anna', DEVICE, 10 * HOUR_MS));
    const attempt = attempts[takenBack]!;
    if (attempt.ok) attempt.value.withdrawn();
    const later = [1, 2].map((ms) => guess(throttle, 'anna', DEVICE, 10 * HOUR_MS + ms));
    expect(later, `number ${takenBack} is taken back`).toEqual([true, false]);
  }
});

test('an attempt that is taken back takes none with it of the failures that came after a success', () => {
  const throttle = new LoginThrottle(settings);
  const slow = throttle.begin('anna', DEVICE, 1000);
  logIn(throttle, 'anna', DEVICE, 1000);
  for (let count = 0; count < 2; count += 1) guess(throttle, 'anna', DEVICE, 1001);
  if (slow.ok) slow.value.withdrawn();
  expect(guess(throttle, 'anna', DEVICE, 1002)).toBe(false);
});

test('whatever ends in which order, no attempt is looked at that the failures before it delay', () => {
  const step = fc.record({
    gapMs: fc.constantFrom(0, 0, 1, 1000, 9000),
    fails: fc.boolean(),
    /** Steps until it is taken back. */
    lasts: fc.integer({ min: 0, max: 4 }),
  });
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const throttle = new LoginThrottle(settings);
    const counted = new Map<number, number>();
    const ends: (() => void)[][] = [];
    let atMs = 10 * HOUR_MS;
    for (const [index, { gapMs, fails, lasts }] of steps.entries()) {
      for (const end of ends[index] ?? []) end();
      atMs += gapMs;
      const beyond = counted.size - settings.loginFailuresFree;
      const dueMs = Math.max(0, ...counted.values()) + Math.min(settings.loginDelayMsMax, 1000 * 2 ** beyond);
      const attempt = throttle.begin('anna', DEVICE, atMs);
      if (!attempt.ok) continue;
      if (beyond >= 0) expect(atMs).toBeGreaterThanOrEqual(dueMs);
      counted.set(index, atMs);
      if (fails) continue;
      (ends[index + 1 + lasts] ??= []).push(() => {
        attempt.value.withdrawn();
        counted.delete(index);
      });
    }
  });
  fc.assert(property, { numRuns: runs(200) });
});

test('a success forgets the failures of the name there, and of the other counts its own alone', () => {
  const throttle = new LoginThrottle(settings);
  for (let count = 0; count < 10; count += 1) expect(logIn(throttle, 'anna', OWNER, count)).toBe(true);
  expect(throttle.size).toBe(0);
  for (const name of ['a', 'b', 'c']) guess(throttle, name);
  for (let count = 0; count < 10; count += 1) expect(logIn(throttle, 'own', ATTACKER, count)).toBe(true);
  expect(guess(throttle, 'd')).toBe(true);
  expect(guess(throttle, 'e'), 'an own account does not end what an address has guessed').toBe(false);
});

test('no more of each count is remembered than its limit, however long names are; the newest is', () => {
  const throttle = new LoginThrottle(settings);
  for (let count = 0; count < 10_000; count += 1) {
    const name = `${count} ${'x'.repeat(1000)}`;
    guess(throttle, name, from(`${name}`));
    guess(throttle, name, { device: name });
  }
  expect(throttle.size).toBe(400);
  for (let count = 0; count < 2; count += 1) guess(throttle, 'last');
  expect(guess(throttle, 'last')).toBe(false);
});
