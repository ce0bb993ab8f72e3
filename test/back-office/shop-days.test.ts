// Would catch a list "of today" that begins or ends at another moment than the day of the shop, as where clocks change.
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { dateOf, dayAfter, dayBegin, shopClock, timeZone } from '../../back-office/format.ts';
import { runs } from '../harness/effort.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Santiago'];
const SECOND_MS = 1000;
const wire = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

afterEach(() => {
  timeZone.value = 'UTC';
});

describe('a day of the shop', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28 23:00:00'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29 22:00:00'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25 23:00:00'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31 18:15:00'],
    // Clocks go from midnight to 23:00 of the day before, and from 23:59:59 to 01:00.
    ['America/Santiago', '2026-04-05', '2026-04-05 04:00:00'],
    ['America/Santiago', '2026-09-06', '2026-09-06 04:00:00'],
  ])('in %s, %s begins at %s', (zone, day, begin) => {
    timeZone.value = zone;
    expect(dayBegin(day)).toBe(begin);
  });

  test('begins with its first second, and the day after where it ends', () => {
    const days = fc.integer({ min: 0, max: 365 * 12 }).map((day) => wire(Date.UTC(2020, 0, 1 + day)).slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), days, (zone, day) => {
        timeZone.value = zone;
        const begin = dayBegin(day);
        expect(shopClock(begin).slice(0, 10)).toBe(day);
        expect(shopClock(wire(dateOf(begin).getTime() - SECOND_MS)).slice(0, 10)).not.toBe(day);
        const end = wire(dateOf(dayBegin(dayAfter(day))).getTime() - SECOND_MS);
        expect(shopClock(end).slice(0, 10)).toBe(day);
      }),
      { numRuns: runs(400) },
    );
  });
});
