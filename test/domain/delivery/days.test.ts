// When goods arrive. It would catch a cutoff of another time zone, a day that is counted though nobody works, and a
// range that ends before it begins.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayText, minuteIn, parseDay, weekdayOf } from '../../../src/domain/date-time.ts';
import { deliveryDays } from '../../../src/domain/delivery/days.ts';
import { runs } from '../../harness/effort.ts';

const BERLIN = { timeZone: 'Europe/Berlin', workingDays: [1, 2, 3, 4, 5], holidays: ['2026-12-25'] };
const NEXT = { daysMin: 1, daysMax: 2, cutoffMinute: 14 * 60 };
const said = (at: string, terms = NEXT, rules = BERLIN): string => {
  const days = deliveryDays(rules, terms, Date.parse(at));
  return days === undefined ? 'nothing' : `${dayText(days.from)} to ${dayText(days.to)}`;
};

test('weekdays and the clock on the wall', () => {
  expect(weekdayOf(parseDay('2026-07-06')!)).toBe(1);
  expect(weekdayOf(parseDay('2026-07-05')!)).toBe(7);
  expect(weekdayOf(parseDay('1969-12-31')!)).toBe(3);
  expect(minuteIn('Europe/Berlin', Date.parse('2026-07-06T11:59:59Z'))).toBe(13 * 60 + 59);
  expect(minuteIn('Europe/Berlin', Date.parse('2026-01-06T22:59:00Z'))).toBe(23 * 60 + 59);
  expect(minuteIn('UTC', 0)).toBe(0);
});

describe('the day of the handover', () => {
  test.each([
    ['2026-07-06T11:59:00Z', '2026-07-07 to 2026-07-08'],
    ['2026-07-06T12:00:00Z', '2026-07-08 to 2026-07-09'],
    // On a Friday after the cutoff, on a Saturday and on a Sunday, it is Monday.
    ['2026-07-03T12:00:00Z', '2026-07-07 to 2026-07-08'],
    ['2026-07-04T08:00:00Z', '2026-07-07 to 2026-07-08'],
    ['2026-07-05T20:00:00Z', '2026-07-07 to 2026-07-08'],
    // Christmas, and the weekend behind it, are no days to arrive on.
    ['2026-12-24T08:00:00Z', '2026-12-28 to 2026-12-29'],
  ])('%s: %s', (at, wanted) => {
    expect(said(at)).toBe(wanted);
  });

  test('without a cutoff it is the day of the order, at any time', () => {
    expect(said('2026-07-06T21:00:00Z', { ...NEXT, cutoffMinute: -1 })).toBe('2026-07-07 to 2026-07-08');
  });

  test('on the same day, and nothing where nothing is said', () => {
    expect(said('2026-07-06T08:00:00Z', { daysMin: 0, daysMax: 0, cutoffMinute: 600 })).toBe(
      '2026-07-07 to 2026-07-07',
    );
    expect(said('2026-07-06T07:00:00Z', { daysMin: 0, daysMax: 0, cutoffMinute: 600 })).toBe(
      '2026-07-06 to 2026-07-06',
    );
    expect(said('2026-07-06T07:00:00Z', { daysMin: 0, daysMax: 0, cutoffMinute: -1 })).toBe('nothing');
    // Until midnight: nobody orders before it.
    const never = { daysMin: 0, daysMax: 0, cutoffMinute: 0 };
    expect(said('2026-07-05T22:00:00Z', never)).toBe('2026-07-07 to 2026-07-07');
  });
});

test('both ends are working days, and as many lie between as the rule says', () => {
  const rule = fc.record({
    daysMin: fc.integer({ min: 0, max: 10 }),
    more: fc.integer({ min: 0, max: 10 }),
    cutoffMinute: fc.constantFrom(0, 840, 1439),
  });
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const week = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });
  fc.assert(
    fc.property(rule, moment, week, ({ daysMin, more, cutoffMinute }, at, workingDays) => {
      const rules = { ...BERLIN, workingDays };
      const days = deliveryDays(rules, { daysMin, daysMax: daysMin + more, cutoffMinute }, at)!;
      const isOff = (day: number): boolean => !workingDays.includes(weekdayOf(day)) || dayText(day) === '2026-12-25';
      expect([isOff(days.from), isOff(days.to)]).toEqual([false, false]);
      let working = 0;
      for (let day = days.from; day < days.to; day += 1) working += isOff(day) ? 0 : 1;
      expect(working).toBe(more);
    }),
    { numRuns: runs(300) },
  );
});
