// Catches a soak that calls a leak flat, or a warm-up, a saw-tooth or a single outlier a leak.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, theilSen } from '../../bench/soak/flatness.ts';
import type { Sample } from '../../bench/soak/flatness.ts';
import { SERIES, samplesOf } from '../../bench/soak/series.ts';
import type { Row } from '../../bench/soak/series.ts';
import { runs } from '../harness/effort.ts';

const MEMORY = { name: 'memory', unit: 'MB', bucket: 'least', percentPerHourMax: 10, growthMin: 8 } as const;
const DELAY = { ...MEMORY, name: 'delay', unit: 'ms', bucket: 'median' } as const;
const MINUTES_30 = 1800;

const series = (seconds: number, value: (second: number) => number): Sample[] =>
  Array.from({ length: seconds }, (_, second) => ({ seconds: second + 1, value: value(second + 1) }));

/** Between -1 and 1, the same in every run. */
const noise = (second: number): number => Math.sin(second * 12.9898) * Math.cos(second * 78.233);

/** Rises by `height` and falls back at once. */
const saw = (second: number, period: number, height: number): number => ((second % period) / period) * height;

describe('a series of a soak', () => {
  test.each([
    ['a constant', () => 200],
    ['noise', (second: number) => 200 + 20 * noise(second)],
    ['a warm-up that ends', (second: number) => 100 + 100 * Math.min(1, second / 600) + noise(second)],
    ['a warm-up that slows down', (second: number) => 200 * (1 - Math.exp(-second / 150))],
    ['a saw-tooth', (second: number) => 200 + saw(second, 31, 80)],
    ['a saw-tooth of one bucket', (second: number) => 200 + saw(second, 75, 80)],
    ['what falls', (second: number) => 400 - second / 10],
    ['one step of one second', (second: number) => (second === 1700 ? 4000 : 200)],
  ])('is flat: %s', (_, value) => {
    expect(judge(MEMORY, series(MINUTES_30, value)).flat).toBe(true);
    expect(judge(DELAY, series(MINUTES_30, value)).flat).toBe(true);
  });

  test.each([
    ['a leak', (second: number) => 200 + second / 60],
    ['a leak among noise', (second: number) => 200 + second / 60 + 20 * noise(second)],
    ['a saw-tooth whose troughs rise', (second: number) => 200 + saw(second, 31, 80) + second / 60],
    ['a leak below zero, of what is left after an allowance', (second: number) => -100 + second / 60],
    ['a leak after a warm-up', (second: number) => 100 + 100 * Math.min(1, second / 600) + second / 60],
  ])('rises: %s', (_, value) => {
    const { flat, slopePerHour, growth } = judge(MEMORY, series(MINUTES_30, value));
    expect(flat).toBe(false);
    expect(slopePerHour).toBeGreaterThan(40);
    expect(slopePerHour).toBeLessThan(80);
    expect(growth).toBeGreaterThan(10);
  });

  // Two minutes of a leak of 1 MB a minute are below any floor; the same leak is found in half an hour.
  test('is judged by its growth where the run is short', () => {
    const leak = (second: number): number => 200 + second / 60;
    expect(judge(MEMORY, series(120, leak)).flat).toBe(true);
    expect(
      judge(
        MEMORY,
        series(120, (second) => 200 + second),
      ).flat,
    ).toBe(false);
  });

  test('is not flat where it was not measured', () => {
    expect(judge(MEMORY, []).flat).toBe(false);
    expect(
      judge(
        MEMORY,
        series(MINUTES_30, () => NaN),
      ).flat,
    ).toBe(false);
    expect(
      judge(
        MEMORY,
        series(MINUTES_30, (second) => (second < 60 ? NaN : 200)),
      ).flat,
    ).toBe(true);
  });

  test('of lines, the slope is theirs whatever a quarter of the points says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: -1000, max: 1000 }),
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 5, maxLength: 5 }),
        (slope, start, outliers) => {
          const points = series(40, (second) => start + slope * second);
          outliers.forEach((value, index) => (points[index * 7] = { ...points[index * 7]!, value }));
          expect(theilSen(points)).toBe(slope);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('of memory and files is what the orders do not explain', () => {
    const memory = SERIES.find(({ column }) => column === 'anonymousMb')!;
    const rows = [0, 1024].map((orders) => ({ seconds: orders, anonymousMb: 200, orders }) as Row);
    const [before, after] = samplesOf(rows, memory);
    expect((before!.value - after!.value) * 1_048_576).toBe(1024 * memory.bytesPerOrder);
  });
});
