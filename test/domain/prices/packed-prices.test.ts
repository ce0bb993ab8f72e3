// Prices of lists in one array of numbers. It would catch a tier, a list or a time that is lost or read from its
// neighbour, and a store of an older version that is read as something else.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Milli, PriceE4 } from '../../../src/domain/money.ts';
import { listsIn, packedOf, pricesIn, tierFor, unpacked } from '../../../src/domain/prices/packed-prices.ts';
import type { ListPrices, Tier } from '../../../src/domain/prices/packed-prices.ts';
import { productPrices, reached } from '../../../src/domain/prices/product-prices.ts';
import { runs } from '../../harness/effort.ts';

const number = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2 ** 31, 2 ** 40));
const tiers = fc
  .uniqueArray(fc.tuple(fc.oneof(fc.constant(0), number), number, fc.oneof(fc.constant(0), number)), {
    minLength: 1,
    maxLength: 3,
    selector: ([from]) => from,
  })
  .map((all) => all.toSorted(([one], [other]) => one - other) as unknown as readonly Tier[]);
const lists = fc.uniqueArray(
  fc.tuple(number, tiers, fc.oneof(fc.constant(0), fc.constant(1_767_323_045_678))).map((one): ListPrices => one),
  { maxLength: 5, selector: ([id]) => id },
);

test('what is packed is unpacked, and found, as it was', () => {
  fc.assert(
    fc.property(lists, number, (given, pieces) => {
      const packed = packedOf(given);
      expect(unpacked(packed)).toEqual(given.toSorted(([one], [other]) => one - other));
      expect(listsIn(packed)).toEqual(unpacked(packed).map(([id]) => id));
      for (const one of given) {
        const [id, own] = one;
        expect(pricesIn(packed, id)).toEqual(one);
        expect(tierFor(packed, id, pieces)).toEqual(reached(own, pieces));
      }
      expect(pricesIn(packed, 7.5)).toBeUndefined();
      expect(tierFor(packed, 7.5, pieces)).toBeUndefined();
    }),
    { numRuns: runs(500) },
  );
});

test('a price for any quantity takes three numbers', () => {
  expect(packedOf([[3, [[0 as Milli, 5000 as PriceE4, 0 as PriceE4]], 9]])).toEqual([6, 9, 5000]);
});

test('a store of an older version is read', () => {
  const { state } = productPrices;
  const before = [
    [1, [[0, 5000, 0]]],
    [
      2,
      [
        [0, 400, 0],
        [3000, 300, 500],
      ],
      9,
    ],
  ];
  const { lists: read } = state.decode([7, before, state.initial().past]);
  expect(unpacked(read)).toEqual([[1, [[0, 5000, 0]], 0], before[1]]);
});
