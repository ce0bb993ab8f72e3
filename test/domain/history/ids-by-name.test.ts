// Catches an order that is found under an address that it lost, one that is found twice or not at all.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdsByName } from '../../../src/domain/history/ids-by-name.ts';
import { runs } from '../../harness/effort.ts';

const change = fc.record({
  name: fc.constantFrom('a', 'b'),
  id: fc.integer({ min: 1, max: 6 }),
  isAdded: fc.boolean(),
});

test('holders are what was added and not removed, by id', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const index = new IdsByName();
      const model = new Map<string, Set<number>>([
        ['a', new Set()],
        ['b', new Set()],
      ]);
      for (const { name, id, isAdded } of changes) {
        const ids = model.get(name)!;
        if (isAdded) {
          index.add(name, id);
          ids.add(id);
        } else {
          index.remove(name, id);
          ids.delete(id);
        }
        for (const [key, expected] of model) {
          expect(index.holders(key)).toEqual([...expected].toSorted((one, other) => one - other));
          const some = index.someOf(key, 3);
          expect(new Set(some).size).toBe(Math.min(3, expected.size));
          expect(some.filter((id) => !expected.has(id))).toEqual([]);
        }
      }
    }),
    { numRuns: runs(100) },
  );
});

// With a copy and a sort at each change this takes minutes, which is the time limit of the test.
test('a hundred thousand of one name are added and removed at once', () => {
  const index = new IdsByName();
  for (let id = 1; id <= 100_000; id += 1) index.add('a', id);
  expect(index.holders('a')).toHaveLength(100_000);
  for (let look = 1; look <= 100_000; look += 1) index.someOf('a', 5);
  for (let id = 1; id <= 100_000; id += 1) index.remove('a', id);
  expect(index.holders('a')).toEqual([]);
});
