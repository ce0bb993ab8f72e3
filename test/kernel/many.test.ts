// Catches a list of as many items as a shop has that a loop can go over in one go, and a walk in steps that holds the
// thread or leaves items out. The compiler looks at the lines that must not be right.
import { expect, test } from 'vitest';
import { OrderedChildIndex } from '../../src/domain/ordered-child-index.ts';
import { atOnce, eachInSteps, many } from '../../src/kernel/many.ts';
import type { Many } from '../../src/kernel/many.ts';

test('no loop goes over such a list without a reason', () => {
  const forbidden = (ids: Many<number>): void => {
    // @ts-expect-error -- no loop
    for (const id of ids) expect(id);
    // @ts-expect-error -- no copy
    expect([...ids]);
    // @ts-expect-error -- no walk at once
    ids.map((id: number) => id);
    // @ts-expect-error -- no place of an array
    expect(ids[0]);
    // @ts-expect-error -- no array for another function
    const list: readonly number[] = ids;
    // @ts-expect-error -- no reason
    expect(atOnce(ids), String(list));
  };
  const children = new OrderedChildIndex();
  children.add(1, 7, 1, 1);
  const { ids } = children.of(1);
  forbidden(ids);
  for (const list of [ids, children.fromTheTop]) expect(list satisfies Many<number>);
  expect(atOnce(ids, 'of one parent')).toEqual([7]);
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
