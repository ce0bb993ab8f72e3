// Catches a token, a payment page or a delay that goes on for years because it was made before a step back of time.
import { expect, test } from 'vitest';
import { isLiving } from '../../../src/domain/accounts/application.ts';
import { resetHolds, user } from '../../../src/domain/accounts/user.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { livePayment } from '../../../src/domain/orders/start-payment.ts';
import { payment } from '../../../src/domain/orders/payment.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { LoginThrottle } from '../../../src/operations/context/login-throttle.ts';

const [HOUR, DAY, YEARS] = [3_600_000, 86_400_000, 315_360_000_000];

test('a login token of an application holds a day, whatever the time was when it was issued', () => {
  const login = { digest: 'd', userId: 1, loginGeneration: 0, expiresMs: YEARS + DAY };
  expect([YEARS - 1, YEARS, YEARS + DAY - 1, YEARS + DAY, 0].map((atMs) => isLiving(login, atMs))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('a token that sets a forgotten password holds an hour', () => {
  const begun: User = {
    ...user.state.initial(),
    reset: 'pending',
    resetDigest: 'd',
    resetExpiresMs: YEARS + HOUR,
  };
  expect([YEARS - 1, YEARS, YEARS + HOUR - 1, YEARS + HOUR, 0].map((atMs) => resetHolds(begun, 'd', atMs))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('a payment page that was opened ahead of the present time is not shown again', () => {
  const wanted = { orderId: 1, methodId: 1, amountMinor: 100, successUrl: '', cancelUrl: '' };
  const state = { ...payment.state.initial(), ...wanted, state: 'started', startedMs: YEARS, expiresMs: YEARS + HOUR };
  const shopAt = (atMs: number): Reader =>
    ({ atMs, index: () => ({ ofOrder: new Map([[1, 7]]) }), read: () => state }) as unknown as Reader;
  expect([YEARS - 1, YEARS, YEARS + HOUR, 0].map((atMs) => livePayment(shopAt(atMs), wanted as never))).toEqual([
    0, 7, 0, 0,
  ]);
});

test('a login that failed ahead of the present time delays nobody', () => {
  const throttle = new LoginThrottle({
    loginFailuresTrackedMax: 10,
    loginFailuresFree: 1,
    loginFailuresFreePerAddress: 1,
    loginFailuresFreePerName: 1,
    loginDelayMsMax: 8000,
  });
  const guesser = { place: 'shop', address: '192.0.2.1', isShared: false };
  expect([YEARS, YEARS, 0].map((atMs) => throttle.begin('anna', guesser, atMs).ok)).toEqual([true, false, true]);
});
