// Catches an index of a cart's lines that misses one, or finds one that is gone.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex, isEqualLine } from '../../../src/domain/cart/line-index.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import type { PriceE4 } from '../../../src/domain/money.ts';

const line = fc.record({
  productId: fc.integer({ min: 1, max: 3 }),
  type: fc.constant('PRODUCT_GR'),
  priceE4: fc.constantFrom(10, 20),
  rateE6: fc.constantFrom(7, 19),
  parentId: fc.constantFrom(0, 1),
  name: fc.constantFrom('a', 'b'),
  attributes: fc.constantFrom(
    [],
    [['size', 'L']],
    [['size', 'M']],
    [
      ['size', 'L'],
      ['cut', 'slim'],
    ],
  ),
  quantityMilli: fc.integer({ min: 1, max: 5000 }),
}) as unknown as fc.Arbitrary<Line>;

// Would catch an index that still finds a removed line, loses its equals, takes unequal lines for equal, or counts
// pieces that have gone.
test('the index answers as looking at every line would', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(line, fc.nat(3), fc.nat()), { minLength: 1, maxLength: 60 }),
      fc.nat(5),
      (steps, first) => {
        const lines = steps.slice(0, first).map(([one]) => one);
        const index = new LineIndex(lines);
        for (const [one, what, at] of steps.slice(first)) {
          if (what === 0 && lines.length > 0) index.remove(lines.splice(at % lines.length, 1)[0]!);
          else {
            lines.push(one);
            index.add(one);
          }
          for (const [wanted] of steps) {
            expect(index.equal(wanted)).toBe(lines.find((other) => isEqualLine(other, wanted)));
          }
          for (const productId of [1, 2, 3, 4]) {
            expect(index.quantityMilliOf(productId)).toBe(
              lines.reduce((sum, other) => sum + (other.productId === productId ? other.quantityMilli : 0), 0),
            );
          }
        }
      },
    ),
  );
});

// The property takes isEqualLine at its word.
test.each(['productId', 'type', 'priceE4', 'rateE6', 'parentId', 'name', 'attributes'] as const)(
  'lines that differ in %s are not equal',
  (member) => {
    const one = {
      productId: 1,
      type: 'PRODUCT_GR',
      priceE4: 10,
      rateE6: 19,
      parentId: 0,
      name: 'a',
      attributes: [['size', 'L']],
    } as unknown as Line;
    const others: { readonly [name: string]: readonly unknown[] } = {
      productId: [2],
      type: ['FREE'],
      priceE4: [11],
      rateE6: [7],
      parentId: [3],
      name: ['b'],
      attributes: [
        [],
        [['size', 'M']],
        [['cut', 'L']],
        [
          ['size', 'L'],
          ['cut', 'slim'],
        ],
      ],
    };
    expect(isEqualLine(one, { ...one })).toBe(true);
    for (const value of others[member]!) {
      const other = { ...one, [member]: value } as Line;
      expect(isEqualLine(one, other)).toBe(false);
      expect(isEqualLine(other, one)).toBe(false);
      const index = new LineIndex([one]);
      expect(index.equal(other)).toBeUndefined();
      expect(index.equal({ ...one })).toBe(one);
    }
  },
);

// Lines of older versions have no basis. Two lines of one price and rate in one country may be taxed apart in another.
test('lines of another tax class, or of another price before tax, are not equal; the country decides nothing', () => {
  const withBasis = (basis: Line['basis']): Line =>
    ({
      productId: 0,
      type: 'FREE_ELEMENT',
      priceE4: 10,
      rateE6: 19,
      parentId: 0,
      name: 'a',
      attributes: [],
      basis,
    }) as unknown as Line;
  const of = (givenE4: number, taxClass: string, country: string): Line =>
    withBasis([givenE4 as PriceE4, taxClass, country]);
  const one = of(8, 'full', 'DE');
  for (const [other, isEqual] of [
    [of(8, 'full', 'DE'), true],
    [of(8, 'full', 'AT'), true],
    [of(9, 'full', 'DE'), false],
    [of(8, 'reduced', 'DE'), false],
    [of(9, 'reduced', 'DE'), false],
    [withBasis(null), true],
  ] as const) {
    expect(isEqualLine(one, other)).toBe(isEqual);
    expect(isEqualLine(other, one)).toBe(isEqual);
  }
});

// Would catch a change of one line that costs the whole cart (D89).
test('one line of a thousand is found without reading the others', () => {
  const read = new Set<number>();
  const lines = Array.from({ length: 1000 }, (_, at) => {
    const plain = { productId: at, type: 'PRODUCT_GR', priceE4: 1, rateE6: 1, parentId: 0, name: 'a', attributes: [] };
    const noted = { get: (line: object, name: string): unknown => (read.add(at), Reflect.get(line, name)) };
    return new Proxy(plain, noted) as unknown as Line;
  });
  const index = new LineIndex(lines);
  const wanted = { ...lines[500]! };
  expect(read.size).toBe(1000);
  read.clear();
  expect(index.equal(wanted)).toBe(lines[500]);
  index.raise(500, 1000);
  expect([...read]).toEqual([500]);
});
