// Memory of searches that two of them hold at once, or that a search holds and nobody counts: a whole arena that one
// takes away for a short list, and room for all records that is kept for the few that matched.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scratch, TAKEN, scratchKeys, withOwnMemory } from '../../../src/engine/search/scratch.ts';
import type { DocIds } from '../../../src/engine/search/scratch.ts';
import { runs } from '../../harness/effort.ts';

const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Bytes of all memory that the lists keep alive; an empty one may lie in the arena that others have now. */
const heldBy = (lists: readonly (DocIds | Float64Array)[]): number =>
  [...new Set(lists.filter(({ length }) => length > 0).map(({ buffer }) => buffer))].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );

const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: 100 })), {
  maxLength: 12,
});

/** Takes lists, each of which is filled in part, as a search does. */
const take = (scratch: Scratch, taken: readonly (readonly [size: number, percent: number])[]): DocIds[] =>
  taken.map(([size, percent]) => {
    const list = scratch.allocate(size);
    return scratch.shrink(list, Math.floor((size * percent) / 100));
  });

test('lists of a search share no doc id, before and after it was interrupted', () => {
  const scratch = new Scratch();
  fc.assert(
    fc.property(sizes, sizes, sizes, (first, later, other) => {
      const held = take(scratch, first);
      scratch.detach();
      held.push(...withOwnMemory(true, () => take(scratch, later)), ...take(scratch, other));
      const ranges = held.map(({ buffer, byteOffset, length }) => ({ buffer, from: byteOffset / BYTES, length }));
      for (const [at, a] of ranges.entries())
        for (const b of ranges.slice(at + 1))
          expect(a.buffer !== b.buffer || a.from + a.length <= b.from || b.from + b.length <= a.from).toBe(true);
      scratch.end(0);
    }),
    { numRuns: runs(100) },
  );
});

test('what an interrupted search keeps alive is counted', () => {
  const scratch = new Scratch();
  fc.assert(
    fc.property(sizes, sizes, sizes, (before, first, later) => {
      // Another search has left a large arena.
      take(scratch, before);
      scratch.end(0);
      const bytes = TAKEN.bytes;
      const held: (DocIds | Float64Array)[] = take(scratch, first);
      scratch.detach();
      withOwnMemory(true, () => held.push(...take(scratch, later), scratchKeys(1000)));
      expect(TAKEN.bytes - bytes).toBeGreaterThanOrEqual(heldBy(held));
      scratch.end(0);
    }),
    { numRuns: runs(100) },
  );
});

test('a list that an interrupted search makes is as long as what it holds', () => {
  const scratch = new Scratch();
  const few = withOwnMemory(true, () => scratch.shrink(scratch.allocate(100_000), 3));
  expect(few.buffer.byteLength).toBe(3 * BYTES);
});

test('an interrupted search leaves the arena to others', () => {
  const scratch = new Scratch();
  const { buffer } = scratch.allocate(1000);
  scratch.end(0);
  withOwnMemory(true, () => scratch.allocate(1000));
  scratch.detach();
  expect(scratch.allocate(1000).buffer).toBe(buffer);
});
