// What is shown of the counts of a field.
//
// Values with equal counts stand in the order of their texts, which takes long where texts begin alike. All are ranked
// in steps before, as a change may show values that were counted too seldom; those that a change adds after that are
// compared in the turn in which the counts are shown.
import { compareValues, equals } from '../../domain/search/conditions.ts';
import { leavesOf, leafHolds } from '../../domain/search/constraint.ts';
import type { Constraint, Scalar } from '../../domain/search/constraint.ts';
import type { FacetCounts, FacetField, FacetValue } from '../../domain/search/query.ts';
import type { FacetTally } from './facet-tally.ts';
import { SortStep, sortInSteps } from './sort-in-steps.ts';
import type { Steps } from './steps.ts';

/** Whether a number meets conditions of its field; patterns, which take long, it never meets. */
const meets = (own: Constraint | undefined, value: number): boolean => {
  if (own === undefined) return false;
  if (own.type === 'leaf') return !own.never && !own.operator.endsWith('LIKE') && leafHolds(own, value);
  return own.type === 'all'
    ? own.parts.every((part) => meets(part, value))
    : own.parts.some((part) => meets(part, value));
};

/** Values that the own conditions name; of a value that is named, 1 is shown as `selected`. */
export const namedBy = (own: Constraint | undefined): readonly Scalar[] =>
  own === undefined
    ? []
    : leavesOf(own).flatMap(({ operator, operands }) => (operator === '=' || operator === 'IN' ? operands : []));

/**
 * Counts of conditions by value. A number and its text are one condition; a text that is a number, written in another
 * way, finds that number as well.
 */
const byCondition = (values: readonly Scalar[], counts: readonly number[]): Map<Scalar, number> => {
  const byValue = new Map<Scalar, number>();
  for (const [place, value] of values.entries()) if (counts[place]! > 0) byValue.set(value, counts[place]!);
  const numbers = [...byValue.keys()].filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length === byValue.size) return byValue;
  const joined = new Map<Scalar, number>();
  for (const [value, count] of byValue) {
    const { ranges } = equals('', value);
    const number = ranges?.[0]?.[0];
    if (typeof value === 'number') joined.set(value, count + (byValue.get(String(value)) ?? 0));
    else if (number === undefined || !byValue.has(number)) joined.set(value, count);
    else if (String(number) !== value) joined.set(value, count + byValue.get(number)!);
  }
  return joined;
};

/** The count from which on values may be shown: texts are compared of those alone, because that takes long. */
const floorOf = (counts: readonly number[], valuesMax: number): number =>
  counts.length <= valuesMax ? 0 : Int32Array.from(counts).sort()[counts.length - valuesMax]!;

/** UTF-16 units of all values of a field up to which they are compared in a millisecond; tests lower it. */
export const RANKING = { unitsMin: 2048 };

interface Countable {
  readonly counts: ReadonlyMap<Scalar, number>;
  readonly named: ReadonlySet<Scalar>;
  /** Values that may be shown, with their counts: those that are named, and those that are counted often enough. */
  readonly frequent: [value: Scalar, count: number][];
}

/** What is known of the values of a field before they are shown. */
export interface RankedValues {
  /** Places of values in their order. */
  readonly ranks: ReadonlyMap<Scalar, number>;
  /** Undefined: nothing was counted for it, or something has changed since. */
  readonly counted: Countable | undefined;
}

export const NO_RANKS: RankedValues = { ranks: new Map(), counted: undefined };

const countable = ({ own }: FacetField, tally: FacetTally, valuesMax: number): Countable => {
  const counts = byCondition(tally.values, tally.counts());
  const named = new Set<Scalar>();
  for (const operand of namedBy(own)) {
    if (operand === '') continue;
    const number = equals('', operand).ranges?.[0]?.[0];
    const value =
      [number, operand, String(operand)].find((known) => known !== undefined && counts.has(known)) ?? operand;
    if (!counts.has(value)) counts.set(value, 0);
    named.add(value);
  }
  const floor = floorOf([...counts.values()], valuesMax);
  return { counts, named, frequent: [...counts].filter(([value, count]) => count >= floor || named.has(value)) };
};

/** Ranks all values that were counted or are named, and keeps the present counts. */
export function* rankedValues(field: FacetField, tally: FacetTally, valuesMax: number): Steps<RankedValues> {
  const units = tally.values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  if (units <= RANKING.unitsMin) return NO_RANKS;
  const step = new SortStep();
  const compare = (a: Scalar, b: Scalar): number => {
    step.count();
    return compareValues(a, b);
  };
  const counted = countable(field, tally, valuesMax);
  // A number and its text are counted as one, and are two again once a record of one of them changes.
  const values = [...new Set([...tally.values, ...counted.counts.keys()])];
  const sorted = yield* sortInSteps<Scalar, Scalar[]>(values, compare, step);
  return { ranks: new Map(sorted.map((value, rank) => [value, rank])), counted };
}

export const shownValues = (
  facet: FacetField,
  tally: FacetTally,
  valuesMax: number,
  { ranks, counted }: RankedValues,
): FacetCounts => {
  const { counts, named, frequent } = counted ?? countable(facet, tally, valuesMax);
  const compare = (a: Scalar, b: Scalar): number => {
    const [rank, other] = [ranks.get(a), ranks.get(b)];
    return rank === undefined || other === undefined ? compareValues(a, b) : rank - other;
  };
  const values = frequent
    .sort(([a, countA], [b, countB]) => countB - countA || compare(a, b))
    .filter(([value], place) => place < valuesMax || named.has(value))
    .map(([value, count]) => ({ value, from: undefined, to: undefined, count, selected: named.has(value) }));
  return { field: facet.field, values, more: counts.size - values.length };
};

/** A number before another, closer than prices and measures are. */
const before = (number: number): number => number - Math.max(Math.abs(number) * Number.EPSILON, Number.MIN_VALUE);

/** A range is selected where its lower bound is; the first one where what is just below its upper bound is. */
export const shownRanges = ({ field, own }: FacetField, bounds: readonly number[], tally: FacetTally): FacetCounts => {
  const counts = bounds.length === 0 ? [] : tally.counts();
  const values = counts.map((count, range): FacetValue => {
    const [from, to] = [bounds[range - 1], bounds[range]];
    return { value: undefined, from, to, count, selected: meets(own, from ?? before(to!)) };
  });
  return { field, values, more: 0 };
};
