// Would catch a period that is compared with other days than it says, above all at the ends of months and years.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERIODS, periodOf } from '../../back-office/screens/figures-period.ts';
import { runs } from '../harness/effort.ts';

const NONE = { from: '', to: '' };
const daysOf = (name: (typeof PERIODS)[number], today: string, own = NONE) => {
  const { from, to, before } = periodOf(name, today, own);
  return [from, to, before?.from, before?.to];
};

test.each([
  ['today', '2026-03-01', ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28']],
  ['yesterday', '2026-03-01', ['2026-02-28', '2026-02-28', '2026-02-27', '2026-02-27']],
  ['week', '2026-01-03', ['2025-12-28', '2026-01-03', '2025-12-21', '2025-12-27']],
  ['month', '2026-03-31', ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28']],
  ['month', '2026-01-15', ['2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15']],
  ['lastMonth', '2026-03-05', ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']],
  ['lastMonth', '2026-01-05', ['2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30']],
  ['year', '2028-02-29', ['2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28']],
] as const)('%s on %s', (name, today, days) => {
  expect(daysOf(name, today)).toEqual(days);
});

test('own days are compared with as many before', () => {
  expect(daysOf('own', '2026-05-01', { from: '2026-03-01', to: '2026-03-10' })).toEqual([
    '2026-03-01',
    '2026-03-10',
    '2026-02-19',
    '2026-02-28',
  ]);
});

test.each([
  ['', ''],
  ['2026-03-10', ''],
  ['2026-03-10', '2026-03-01'],
  ['2026-02-30', '2026-03-01'],
  ['1899-12-31', '1900-01-31'],
  ['0002-03-01', '2026-03-01'],
  ['2016-03-01', '2026-03-03'],
])('own days from %j to %j stay as typed, and nothing is asked', (from, to) => {
  expect(periodOf('own', '2026-05-01', { from, to })).toEqual({ name: 'own', from, to, before: undefined });
});

test.each([
  ['1900-01-01', '1900-01-01'],
  ['2016-03-01', '2026-03-01'],
])('own days from %s to %s are asked for', (from, to) => {
  expect(periodOf('own', '2026-05-01', { from, to })).toMatchObject({ from, to, before: {} });
});

test('the days before are before, and no day is in both', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...PERIODS.filter((name) => name !== 'own')), day, (name, date) => {
      const [from = '', to = '', beforeFrom = '', beforeTo = ''] = daysOf(name, date.toISOString().slice(0, 10));
      expect(from <= to && beforeFrom <= beforeTo && beforeTo < from).toBe(true);
    }),
    { numRuns: runs(50) },
  );
});
