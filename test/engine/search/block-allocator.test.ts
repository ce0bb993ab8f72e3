// The memory that lists of rows and numbers of words are cut from.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OFFSET_MASK, BlockAllocator } from '../../../src/engine/search/block-allocator.ts';

/** Room by class: 2, 3, 4, 6, 8, 12, … */
const roomOf = (size: number): number => (size % 2 === 0 ? 2 : 3) << (size >> 1);

test('a block lies in its page, and on no other block, where the first page ends, too', () => {
  const size = fc.nat({ max: 34 });
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 1, maxLength: 20 }),
      size,
      fc.array(size, { maxLength: 20 }),
      (first, often, last) => {
        const pages = new BlockAllocator();
        const taken: [number, number][] = [];
        const take = (of: number): void => void taken.push([pages.allocate(of), roomOf(of)]);
        first.forEach(take);
        for (let at = 0; at < 1500 && pages.pages.length < 2; at += 1) take(Math.max(often, 20));
        last.forEach(take);
        for (let of = 0; of < 30; of += 1) take(of);
        taken.sort(([a], [b]) => a - b);
        const wrong = taken.filter(
          ([block, room], at) =>
            (block & OFFSET_MASK) + room > pages.page(block).length ||
            (at > 0 && taken[at - 1]![0] + taken[at - 1]![1] > block),
        );
        expect(wrong).toEqual([]);
      },
    ),
    { numRuns: runs(20) },
  );
});
