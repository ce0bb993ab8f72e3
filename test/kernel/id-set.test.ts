// Would catch a set of ids that loses one, counts one twice, or gives a page that skips or repeats one.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from '../../src/kernel/id-set.ts';
import { runs } from '../harness/effort.ts';

const id = fc.oneof(
  fc.integer({ min: 1, max: 70 }),
  fc.integer({ min: 4090, max: 4100 }),
  fc.constantFrom(1e6, 2 ** 40),
);
const steps = fc.array(fc.tuple(fc.boolean(), id), { maxLength: 120 });

test('is a sorted set, page by page', () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 60 }), fc.integer({ min: 1, max: 20 }), (done, from, max) => {
      const [ids, model] = [new IdSet(), new Set<number>()];
      for (const [isAdded, one] of done)
        if (isAdded) {
          ids.add(one);
          model.add(one);
        } else {
          ids.delete(one);
          model.delete(one);
        }
      const all = [...model].toSorted((a, b) => a - b);
      expect(ids.size).toBe(all.length);
      expect(ids.page(0, 1000)).toEqual(all);
      expect(ids.page(from, max)).toEqual(all.slice(from, from + max));
      expect(done.every(([, one]) => ids.has(one) === model.has(one))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
