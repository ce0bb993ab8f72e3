import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTime, dayOf, dayText, parseDay } from '../../src/domain/date-time.ts';

const DAY_MS = 86_400_000;
/** Of the years 0001 to 9999. */
const day = fc.integer({ min: -719_162, max: 2_932_896 });

describe('days', () => {
  // Catches a leap year that is none, a month that is a day too long, and a day before 1970.
  it('are those of the calendar, in both directions', () => {
    fc.assert(
      fc.property(day, (one) => {
        const text = new Date(one * DAY_MS).toISOString().slice(0, 10);
        expect(dayText(one)).toBe(text);
        expect(parseDay(text)).toBe(one);
        expect(dayOf(one * DAY_MS)).toBe(one);
        expect(dayOf(one * DAY_MS + DAY_MS - 1)).toBe(one);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '2026-1-1', '26-01-01', '', ' 2026-01-01', '2026-01-01 00:00:00', 'today'])(
    '%j is none',
    (text) => expect(parseDay(text)).toBeUndefined(),
  );

  it('have leap days where the calendar has them', () => {
    expect([parseDay('2000-02-29'), parseDay('2024-02-29'), parseDay('1970-01-01')]).toEqual([11_016, 19_782, 0]);
    expect(dateTime(1_700_000_000_000)).toBe('2023-11-14 22:13:20');
  });
});
