// Would catch an order of a category that leaves out what was put into it, or offers what it finds by itself.
import { expect, test } from 'vitest';
import { putFirst } from '../../back-office/screens/category-places.ts';

const listed = [40, 30, 20, 10].map((id) => ({ id, title: `product ${id}` }));
const idsOf = (placed: readonly { readonly id: number }[]): number[] => placed.map(({ id }) => id);

test('those that were put into a category are the first ones of its list', () => {
  expect(idsOf(putFirst(listed, 3))).toEqual([40, 30, 20]);
  expect(idsOf(putFirst(listed, 0))).toEqual([]);
  expect(idsOf(putFirst(listed, 5000))).toEqual([40, 30, 20, 10]);
});

test('a list that has lost its order has it by positions, without what has none', () => {
  const positions = new Map([
    [10, 1],
    [40, 7],
    [20, 7],
  ]);
  expect(idsOf(putFirst(listed, 3, positions))).toEqual([10, 20, 40]);
  expect(idsOf(putFirst(listed, 2, positions))).toEqual([10, 20]);
});
