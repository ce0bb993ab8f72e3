// What is kept of former prices stays small, and is never higher than what was there. It would catch a history that
// grows, one that forgets what held when its 32 days began, and a lowest price that is lost where too many are joined.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  KEPT_ALWAYS,
  KEPT_MAX,
  KEPT_MS,
  NO_VALUE,
  keepValue,
  valuesAt,
} from '../../../src/domain/attributes/past-values.ts';
import type { PastValues } from '../../../src/domain/attributes/past-values.ts';
import { keepPiece, pieceAt } from '../../../src/domain/prices/past-prices.ts';
import type { PastPrices } from '../../../src/domain/prices/past-prices.ts';
import { runs } from '../../harness/effort.ts';

const HOUR_MS = 3_600_000;
const value = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constant(NO_VALUE));
/** Values, each with the hours that it held, of changes that come thick or far between. */
const history = fc
  .constantFrom(2, 40, 400)
  .chain((hours) =>
    fc.array(fc.tuple(value, fc.integer({ min: 0, max: hours })), { minLength: 1, maxLength: 120, size: 'max' }),
  );

interface Held {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: number;
}

const heldIn = (drawn: readonly (readonly [number, number])[]): readonly Held[] => {
  let ms = 0;
  return drawn.map(([held, hours]) => ({ fromMs: ms, untilMs: (ms += hours * HOUR_MS), value: held }));
};

/** By the values of an attribute, and by the prices of a list beside another one. */
const KEEPERS = {
  values: (all: readonly Held[]) => {
    let past: readonly PastValues[] = [];
    for (const { value: held, untilMs } of all)
      past = keepValue(past, 1, 'de', held === NO_VALUE ? undefined : held, untilMs);
    return {
      size: past[0]![2].length / 2,
      at: (ms: number): number => (valuesAt({ de: 100 }, past, 1, ms)['de'] as number | undefined) ?? NO_VALUE,
    };
  },
  prices: (all: readonly Held[]) => {
    let past: PastPrices = [];
    for (const { value: held, untilMs } of all) {
      past = keepPiece(past, 1, [held, held + 1], untilMs);
      past = keepPiece(past, 2, [7, 0], untilMs);
    }
    return {
      size: past.filter((one, at) => at % 4 === 0 && one === 1).length,
      at: (ms: number): number => {
        const [price, compare] = pieceAt(past, 1, ms) ?? [100, 101];
        expect(compare).toBe(price + 1);
        return price;
      },
    };
  },
};

test.each(Object.entries(KEEPERS))('%s of the last days are as they were, and the rest is bounded', (_, keep) => {
  let [joined, dropped] = [0, 0];
  fc.assert(
    fc.property(history, (drawn) => {
      const all = heldIn(drawn);
      const endMs = all.at(-1)!.untilMs;
      const { size, at } = keep(all);
      expect(size).toBeLessThanOrEqual(KEPT_MAX);
      const lasting = all.filter(({ fromMs, untilMs }) => untilMs > fromMs);
      const inDays = lasting.filter(({ untilMs }) => untilMs >= endMs - KEPT_MS);
      const wanted = lasting.slice(-Math.max(inDays.length, Math.min(KEPT_ALWAYS, lasting.length)));
      if (wanted.length < lasting.length) dropped += 1;
      if (wanted.length > KEPT_MAX) joined += 1;
      const exact = wanted.slice(-(KEPT_MAX - 1));
      for (const { fromMs, value: held } of exact.slice(1)) expect(at(fromMs)).toBe(held);
      for (const { untilMs, value: held } of exact) expect(at(untilMs - 1)).toBe(held);
      // What is joined is never higher than what was shown then.
      for (const { untilMs, value: held } of wanted)
        if (held !== NO_VALUE) expect(at(untilMs - 1)).toBeLessThanOrEqual(held);
      expect(at(endMs)).toBe(100);
    }),
    { numRuns: runs(600) },
  );
  expect(Math.min(joined, dropped)).toBeGreaterThan(runs(600) / 40);
});
