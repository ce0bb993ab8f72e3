// Catches a map that differs from Map: values of freed pages, wrong counts, ids that iteration passes over.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID_MAX, IdMap } from '../../src/kernel/id-map.ts';

// Close together, at the edges of pages of 1,024, and far away.
const id = fc.oneof(fc.nat(20), fc.integer({ min: 1020, max: 1030 }), fc.integer({ min: 40_950, max: 41_000 }));
const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), id, value: fc.nat() }),
  fc.record({ type: fc.constant('delete' as const), id }),
);

test('says the same as a Map, in the order of the ids', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [map, model] = [new IdMap<number>(), new Map<number, number>()];
      for (const one of steps) {
        if (one.type === 'set') {
          map.set(one.id, one.value);
          model.set(one.id, one.value);
        } else {
          map.delete(one.id);
          model.delete(one.id);
        }
        expect(map.size).toBe(model.size);
        expect(map.get(one.id)).toBe(model.get(one.id));
        expect(map.has(one.id)).toBe(model.has(one.id));
        expect(map.from(one.id)).toBe([...model.keys()].filter((other) => other >= one.id).sort((a, b) => a - b)[0]);
      }
      const inOrder = [...model].sort(([a], [b]) => a - b).map(([, value]) => value);
      expect([...map.values('a test')]).toEqual(inOrder);
    }),
  );
});

test('what is no id is in no map, and cannot be put into one', () => {
  const map = new IdMap<number>();
  map.set(0, 5);
  for (const stranger of [-1, 0.5, 2 ** 32, 2 ** 53, NaN, Infinity, ID_MAX + 1]) {
    expect(map.get(stranger), String(stranger)).toBeUndefined();
    map.delete(stranger);
    expect(() => map.set(stranger, 1), String(stranger)).toThrow(RangeError);
  }
  expect(map.size).toBe(1);
  expect(map.get(0)).toBe(5);
});
