// Values of facets in order: catches texts that are compared in the turn in which they are shown, which held the thread
// for 180 ms for a field of 2,000 texts that begin alike, and for as much again for each of sixteen fields.
import { expect, test } from 'vitest';
import { compareText } from '../../../src/domain/search/text-order.ts';
import { SEARCH_WORK } from '../../../src/domain/search/search-work.ts';
import { FacetTally } from '../../../src/engine/search/facet-tally.ts';
import { rankedValues, shownValues } from '../../../src/engine/search/facet-values.ts';
import type { RankedValues } from '../../../src/engine/search/facet-values.ts';
import { STEPS, runToEnd } from '../../../src/engine/search/steps.ts';

const FIELD = { field: 'name', own: undefined };
const VALUES = 300;
const SHOWN = 100;
const text = (at: number): string => `${'Stühle aus Holz '.repeat(16)}${(at * 7919) % VALUES}`;

/** Texts that begin alike, and are counted as often. */
const alike = (): FacetTally => {
  const tally = new FacetTally(undefined);
  for (let at = 0; at < VALUES; at += 1) tally.addRecords(tally.codeOf(text(at)), 1);
  return tally;
};

const estimated = <T>(run: () => T): readonly [result: T, ns: number] => {
  const before = SEARCH_WORK.ns;
  return [run(), SEARCH_WORK.ns - before];
};

test('texts are compared in steps of a millisecond, and none where they are shown', () => {
  const tally = alike();
  const steps = rankedValues(FIELD, tally, SHOWN);
  let ranks: RankedValues | undefined;
  const each: number[] = [];
  while (ranks === undefined) {
    const [{ done, value }, ns] = estimated(() => steps.next());
    each.push(ns);
    if (done === true) ranks = value;
  }
  expect(each.length).toBeGreaterThan(10);
  expect(Math.max(...each)).toBeLessThan(2 * STEPS.workNsMax);
  const [{ values, more }, ns] = estimated(() => shownValues(FIELD, tally, SHOWN, ranks));
  expect([values.length, more, ns]).toEqual([SHOWN, VALUES - SHOWN, 0]);
});

test('a change that shows values which were counted too seldom compares none of them where they are shown', () => {
  const tally = alike();
  for (let at = 0; at < SHOWN; at += 1) tally.addRecords(tally.codeOf(text(at)), 1);
  const ranks = { ...runToEnd(rankedValues(FIELD, tally, SHOWN)), counted: undefined };
  tally.addRecords(tally.codeOf(text(0)), -1);
  const [{ values }, ns] = estimated(() => shownValues(FIELD, tally, SHOWN, ranks));
  expect([values.length, values.filter(({ count }) => count === 1).length, ns]).toEqual([SHOWN, 1, 0]);
});

test('they stand as their texts do, also those that came after they were ranked', () => {
  const tally = alike();
  const ranks = { ...runToEnd(rankedValues(FIELD, tally, SHOWN)), counted: undefined };
  const added = Array.from({ length: 3 }, (_, at) =>
    text(at * 100)
      .slice(0, -1)
      .concat('x'),
  );
  for (const value of added) tally.addRecords(tally.codeOf(value), 1);
  tally.addRecords(tally.codeOf(text(7)), 1);
  const expected = [...tally.values].map(String).sort(compareText);
  const [first, ...others] = shownValues(FIELD, tally, VALUES * 2, ranks).values.map(({ value }) => value);
  expect(first).toBe(text(7));
  expect(others).toEqual(expected.filter((value) => value !== text(7)));
});
