// Catches days that the calendar does not have, and days of a time zone that begin at the wrong moment.
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTime, dayIn, dayText, parseDay } from '../../src/domain/date-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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
        expect(dayIn('UTC', one * DAY_MS)).toBe(one);
        expect(dayIn('UTC', one * DAY_MS + DAY_MS - 1)).toBe(one);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '',
    ' 2026-01-01',
    '2026-01-01 00:00:00',
    'today',
  ])('%j is none', (text) => expect(parseDay(text)).toBeUndefined());

  it('have leap days where the calendar has them', () => {
    expect([parseDay('2000-02-29'), parseDay('2024-02-29'), parseDay('1970-01-01')]).toEqual([11_016, 19_782, 0]);
    expect(dateTime(1_700_000_000_000)).toBe('2023-11-14 22:13:20');
  });
});

/** The law of the Union since 1996: summer time from the last Sunday of March to that of October, both at 01:00 UTC. */
const berlinOffsetMs = (ms: number): number => {
  const year = new Date(ms).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1));
    return last.getTime() - last.getUTCDay() * DAY_MS;
  };
  return ms >= lastSunday(2) && ms < lastSunday(9) ? 2 * HOUR_MS : HOUR_MS;
};

describe('days of a time zone', () => {
  // Catches an offset with the wrong sign, one of another day, and a summer that begins or ends an hour or a week off.
  it('begin where the law of Berlin says, through the year', () => {
    const moment = fc.oneof(
      fc.integer({ min: Date.UTC(1997, 0, 1), max: Date.UTC(2037, 0, 1) }),
      fc
        .tuple(fc.integer({ min: 9862, max: 24_472 }), fc.integer({ min: -2, max: 2 }), fc.constantFrom(0, -1, 1))
        .map(([days, hours, ms]) => days * DAY_MS + hours * HOUR_MS + ms),
    );
    fc.assert(
      fc.property(moment, (ms) => {
        expect(dayIn('Europe/Berlin', ms)).toBe(Math.floor((ms + berlinOffsetMs(ms)) / DAY_MS));
      }),
      { numRuns: runs(500) },
    );
  });

  // Days of 23, 24 and 25 hours, one whose first hour does not exist, and one that does not exist at all.
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15Z', '2026-06-01T18:15Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
    ['UTC', '2026-03-29', '2026-03-29T00:00Z', '2026-03-30T00:00Z'],
  ])('in %s %s is from %s to %s', (timeZone, text, from, to) => {
    const own = parseDay(text)!;
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    expect([fromMs, toMs - 1].map((ms) => dayIn(timeZone, ms))).toEqual([own, own]);
    expect(dayIn(timeZone, fromMs - 1)).toBe(text === '2011-12-31' ? own - 2 : own - 1);
    expect(dayIn(timeZone, toMs)).toBe(own + 1);
  });

  // Catches a calendar that is remembered for another zone.
  it('are those of the zone that is asked for, however often it changes', () => {
    const noon = Date.parse('2026-06-01T12:00Z');
    const days = ['Pacific/Kiritimati', 'Pacific/Niue', 'UTC', 'Pacific/Kiritimati', 'UTC', 'Pacific/Niue'].map(
      (zone) => dayIn(zone, noon) - parseDay('2026-06-01')!,
    );
    expect(days).toEqual([1, 0, 0, 1, 0, 0]);
    expect(dayIn('Pacific/Niue', Date.parse('2026-06-01T10:59Z'))).toBe(parseDay('2026-05-31'));
  });
});
