// Catches a list of as many items as a shop has that a loop can go over in one go, and a walk in steps that holds the
// thread or leaves items out. The compiler looks at the lines that must not be right.
import { expect, test } from 'vitest';
import { OrderedChildIndex } from '../../src/domain/ordered-child-index.ts';
import type { SearchResult } from '../../src/domain/search/query.ts';
import { atOnce, eachInSteps, many } from '../../src/kernel/many.ts';
import type { Many } from '../../src/kernel/many.ts';

/** What a list of this type has of an array. */
type OfArray<T> = Extract<keyof T, keyof (readonly number[])>;
/** `true` alone is assignable where it has a length and places, and is no array itself. */
type HasNoLoop<T> = [Exclude<OfArray<T>, 'length' | 'at'>, T extends Iterable<number> ? 1 : never] extends [
  never,
  never,
]
  ? true
  : false;

test('no loop goes over such a list, or over what a search finds, without a reason', () => {
  const haveNoLoop: readonly [HasNoLoop<Many<number>>, HasNoLoop<SearchResult['ids']>] = [true, true];
  expect(haveNoLoop).toEqual([true, true]);
  const children = new OrderedChildIndex();
  children.add(1, 7, 1, 1);
  const lists: readonly Many<number>[] = [children.of(1).ids, children.fromTheTop];
  expect(atOnce(lists[0]!, 'of one parent')).toEqual([7]);
});

test('a walk in steps visits each item, and stops after a thousand', () => {
  const visited: number[] = [];
  const items = Array.from({ length: 2500 }, (_, index) => index);
  const steps = eachInSteps(many(items), (item) => visited.push(item));
  const stops: number[] = [];
  while (steps.next().done !== true) stops.push(visited.length);
  expect(stops).toEqual([1024, 2048]);
  expect(visited).toEqual(items);
});
