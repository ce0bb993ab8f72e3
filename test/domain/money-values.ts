// Random prices, quantities, rates and amounts up to their limits, with the values near each limit drawn often.
import * as fc from 'fast-check';
import type { Milli, PriceE4, RateE6 } from '../../src/domain/money.ts';
import { AMOUNT_MINOR_MAX, PRICE_E4_MAX, QUANTITY_MILLI_MAX } from '../../src/domain/money.ts';
import { runs } from '../harness/effort.ts';

export const KERNEL = { numRuns: runs(2000) };
export const digits = fc.integer({ min: 0, max: 4 });
const near = (...edges: number[]) =>
  fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 })).map(([edge, by]) => edge + by);
/** The last few before a limit, of either sign. */
const within = (limit: number) =>
  fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(1, -1)).map(([by, sign]) => sign * (limit - by));
export const price = fc
  .oneof(
    fc.integer({ min: -PRICE_E4_MAX, max: PRICE_E4_MAX }),
    fc.integer({ min: -99_999, max: 99_999 }),
    near(0, 5000, 50),
    within(PRICE_E4_MAX),
  )
  .map((value) => value as PriceE4);
export const quantity = fc
  .oneof(
    fc.integer({ min: 1, max: QUANTITY_MILLI_MAX }),
    fc.integer({ min: 1, max: 3000 }),
    fc.constant(QUANTITY_MILLI_MAX),
  )
  .map((value) => value as Milli);
export const rate = fc
  .oneof(
    fc.constantFrom(0, 1, 50_000, 70_000, 190_000, 255_000, 999_999, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  )
  .map((value) => value as RateE6);
export const amount = fc.oneof(
  fc.integer({ min: -AMOUNT_MINOR_MAX, max: AMOUNT_MINOR_MAX }),
  fc.integer({ min: -1000, max: 1000 }),
  within(AMOUNT_MINOR_MAX),
);
export const safe = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }),
  near(94_906_265, -94_906_265, 3_037_000_500),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0),
);

/** A whole number and not −0. */
export const isPlain = (value: number): boolean => Number.isInteger(value) && !Object.is(value, -0);
