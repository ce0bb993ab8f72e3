// Catches a document whose key ends before or after the first day of the year after its retention.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { retainedUntil } from '../../../src/domain/privacy/retention.ts';

test('retention ends with a calendar year in UTC, as the platform counts it', () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) });
  const turn = fc.integer({ min: 1971, max: 2200 }).map((year) => Date.UTC(year, 0, 1));
  fc.assert(
    fc.property(
      fc.oneof(
        moment,
        turn,
        turn.map((ms) => ms - 1),
      ),
      fc.nat({ max: 100 }),
      (ms, years) => {
        expect(retainedUntil(ms, years)).toBe(Date.UTC(new Date(ms).getUTCFullYear() + years + 1, 0, 1));
      },
    ),
  );
});
