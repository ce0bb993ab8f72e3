// Catches children that are out of order, stale, or listed below the wrong parent.
import { atOnce } from '../../src/kernel/many.ts';
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderedChildIndex } from '../../src/domain/ordered-child-index.ts';

interface Child {
  readonly id: number;
  readonly position: number;
}

const parent = fc.nat({ max: 2 });
const move = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ parent, id: fc.integer({ min: 1, max: 12 }), position: fc.integer({ min: -2, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ parent, id: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ parent, append: fc.integer({ min: 1, max: 12 }) }) },
);

describe('children', () => {
  // Catches a list that is not ordered by position and then id, a position that outlives its child, an append that does
  // not come last, and a version that falls, after which a cached list would be taken for the present one.
  it('are what sorting all of them gives, after every change', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const children = new OrderedChildIndex();
        const model = new Map<number, Child[]>();
        for (const [at, one] of moves.entries()) {
          const list = children.of(one.parent);
          const known = model.get(one.parent) ?? [];
          const id = 'append' in one ? one.append : one.id;
          const others = known.filter((child) => child.id !== id);
          if ('append' in one || 'position' in one) {
            if (known.length > others.length) children.remove(one.parent, id, at + 1);
            const position = 'append' in one ? list.nextPosition : one.position;
            if ('append' in one) expect(others.every((child) => child.position < position)).toBe(true);
            children.add(one.parent, id, position, at + 1);
            others.push({ id, position });
          } else children.remove(one.parent, id, at + 1);
          model.set(
            one.parent,
            others.sort((a, b) => a.position - b.position || a.id - b.id),
          );
          expect(list.seq).toBe(at + 1);
          for (const [parentId, expected] of model) {
            expect(children.of(parentId).ids).toEqual(expected.map((child) => child.id));
            for (const child of expected) expect(children.of(parentId).position(child.id)).toBe(child.position);
          }
          if (!others.some((child) => child.id === id)) expect(list.position(id)).toBe(0);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  // Catches a walk over all children for each that comes: it counts how often a position is looked up.
  it('find the place of a new child by halves, also where the newest comes first', () => {
    const children = new OrderedChildIndex();
    const list = children.of(1);
    let looks = 0;
    const position = list.position.bind(list);
    list.position = (id) => {
      looks += 1;
      return position(id);
    };
    for (let id = 1; id <= 1_000; id += 1) children.add(1, id, -id, id);
    expect(list.ids.at(0)).toBe(1_000);
    for (let id = 1; id <= 1_000; id += 1) children.remove(1, id, id);
    expect(list.ids).toEqual([]);
    expect(looks).toBeLessThan(1_000 * 60);
  });

  // Catches a list of all that is kept beyond a change, a child before its parent, and one that is made anew each time.
  it('are listed from the top as a walk finds them, and the list stays the same until something changes', () => {
    const put = fc
      .record({ id: fc.integer({ min: 1, max: 12 }), parent: fc.nat({ max: 11 }), gone: fc.boolean() })
      .filter(({ id, parent: above }) => above < id);
    fc.assert(
      fc.property(fc.array(put, { maxLength: 30 }), (puts) => {
        const children = new OrderedChildIndex();
        const parents = new Map<number, number>();
        for (const [at, { id, parent: above, gone }] of puts.entries()) {
          const before = parents.get(id);
          if (before !== undefined) children.remove(before, id, at + 1);
          parents.delete(id);
          if (!gone) {
            children.add(above, id, at, at + 1);
            parents.set(id, above);
          }
          const walked = [...atOnce(children.of(0).ids, 'few')];
          for (const one of walked) walked.push(...atOnce(children.of(one).ids, 'few'));
          expect(children.fromTheTop).toEqual(walked);
          expect(children.fromTheTop).toBe(children.fromTheTop);
        }
      }),
    );
  });

  // Catches a version that an older change brings down; recovery adds children in the order of their ids.
  it('keep the highest version, and an unknown parent has an empty list that stays the same object', () => {
    const children = new OrderedChildIndex();
    const list = children.of(7);
    expect([list.ids, list.seq, list.nextPosition]).toEqual([[], 0, 1]);
    children.add(7, 1, 1, 90);
    children.add(7, 2, 1, 30);
    expect([list, list.seq, list.ids]).toEqual([children.of(7), 90, [1, 2]]);
  });
});
