// The laws of carts compare hundreds of thousands of times, and `expect` costs ten times what they compare: it is asked
// only to show what differs.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Equal in every member, with −0 and 0 apart. */
export const same = (actual: unknown, expected: unknown): void => {
  if (isDeepStrictEqual(actual, expected)) return;
  expect(actual).toStrictEqual(expected);
  throw new Error('equal to expect, and yet not the same');
};
