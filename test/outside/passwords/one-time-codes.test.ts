// Would catch codes that no app makes: another hash, another period, another number of digits.
import { expect, test } from 'vitest';
import { ONE_TIME_CODES } from '../../../src/outside/passwords/one-time-codes.ts';

/** The secret of RFC 6238, appendix B. */
const SECRET = ONE_TIME_CODES.base32Of(Buffer.from('12345678901234567890').toString('base64url'));

// The last six of the eight digits there.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is that of RFC 6238', (second, code) => {
  const step = Math.floor(second / 30);
  const at = (steps: number, around: number) =>
    ONE_TIME_CODES.stepOf(SECRET, code, second * 1000 + steps * 30_000, around);
  expect(at(0, 0)).toBe(step);
  expect([at(-1, 1), at(1, 1)]).toEqual([step, step]);
  expect([at(-1, 0), at(1, 0), at(-2, 1), at(2, 1)]).toEqual([undefined, undefined, undefined, undefined]);
});

test('an app reads secret, shop and name from the address', () => {
  const address = new URL(ONE_TIME_CODES.setUpAddress(SECRET, 'Möbel & Co', 'anna'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toBe('/Möbel & Co:anna');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Möbel & Co',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
