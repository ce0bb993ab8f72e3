// Catches names and counts that stay behind or go with another holder.
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefCountIndex, UniqueIndex } from '../../src/domain/unique-index.ts';
import { sameValue } from '../../src/domain/same-value.ts';

describe('Names', () => {
  // Catches a name that goes with another holder, one that stays behind, and an order that depends on who came first.
  it('give the lowest id among all that stand under a name', () => {
    const step = fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'constructor'), fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const names = new UniqueIndex();
        const held = new Map<string, Set<number>>();
        for (const [add, name, id] of steps) {
          const ids = held.get(name) ?? new Set();
          held.set(name, ids);
          if (add && !ids.has(id)) names.add(name, id);
          if (!add) names.remove(name, id);
          if (add) ids.add(id);
          else ids.delete(id);
          for (const [one, all] of held) expect([one, names.get(one)]).toEqual([one, [...all].sort()[0]]);
        }
      }),
    );
  });
});

describe('Counts', () => {
  it('forget what comes to nothing', () => {
    const counts = new RefCountIndex();
    for (const by of [1, 1, -1, -1] as const) counts.add(7, by);
    counts.add(8, 1);
    expect([counts.of(7), counts.of(8), counts.of(9)]).toEqual([0, 1, 0]);
    expect(JSON.stringify(Object.values(counts).map((one) => [...(one as Map<number, number>)]))).toBe('[[[8,1]]]');
  });
});

describe('sameValue', () => {
  // Catches values that differ and count as the same, so that a change is lost; and the other way an event for nothing.
  it('agrees with JSON about values of states, whatever the order of members', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const sorted = (one: unknown): unknown =>
      Array.isArray(one)
        ? one.map(sorted)
        : typeof one === 'object' && one !== null
          ? Object.entries(one)
              .map(([name, each]) => [name, sorted(each)])
              .sort(([a], [b]) => (a! < b! ? -1 : 1))
              .concat([['{}', null]])
          : one === 0
            ? 0
            : one;
    fc.assert(
      fc.property(
        value,
        value,
        (a, b) => void expect(sameValue(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))),
      ),
      { numRuns: runs(50) },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (one) => {
        const turned = Object.fromEntries(Object.entries(one).toReversed());
        expect(sameValue(one, turned)).toBe(true);
        expect(sameValue({ ...one, more: 1 }, turned)).toBe(Object.hasOwn(one, 'more') && one['more'] === 1);
      }),
    );
    expect(sameValue({ constructor: 1 }, {})).toBe(false);
    expect(sameValue([], {})).toBe(false);
    expect(sameValue(null, {})).toBe(false);
  });
});
