// What a table of delivery rules leaves open, and where its rules overlap: 10.00 to 10.01 kg without a price between
// two rules of the same place, and rules of which another one takes the carts. Ends are no gaps: a table that begins at
// 20.00 and ends at 30 kg means that.
//
// Not promised: every gap of rules that differ in two ranges at once, or of thousands of places. What is named is one,
// and so much is named.
import type { Steps } from '../../kernel/steps.ts';
import type { ReadRule } from './facts.ts';
import type { MethodTable } from './method-table.ts';
import type { DeliveryTerms } from './terms.ts';

export const RANGES = ['weight', 'sum', 'pieces', 'volume'] as const;
export type RangeName = (typeof RANGES)[number];

type Range = readonly [from: number, to: number];

/** No price from one value to below the other, in the unit of the rules' terms, between two rules. */
export interface Gap {
  readonly range: RangeName;
  readonly from: number;
  readonly to: number;
  readonly below: ReadRule;
  readonly above: ReadRule;
}

/** Two rules of one place that are for the same carts: the first decides. */
interface Overlap {
  readonly rule: ReadRule;
  readonly beats: ReadRule;
}

export interface TableCheck {
  readonly gaps: readonly Gap[];
  readonly overlaps: readonly Overlap[];
}

/** Gaps and overlaps that are named. */
const NAMED_MAX = 100;
/** Pairs of rules that are compared for overlaps. */
const COMPARED_MAX = 100_000;
/** Rules that are asked whether they fill holes; a hole is not named beyond it. */
const ASKED_MAX = 1_000_000;
/** Rules, whose places may be a thousand postal codes each, or comparisons between two steps. */
const STEP = { rules: 64, comparisons: 1024 };

const end = (to: number): number => (to === 0 ? Infinity : to);

const rangeOf = (rule: DeliveryTerms, name: RangeName): Range => {
  if (name === 'weight') return [rule.weightFromG, end(rule.weightToG)];
  if (name === 'sum') return [rule.sumFromMinor, end(rule.sumToMinor)];
  if (name === 'pieces') return [rule.piecesFromMilli, end(rule.piecesToMilli)];
  return [rule.volumeFromMm3, end(rule.volumeToMm3)];
};

const placeOf = ({ countries, zips, channels, groups, goods, unless, currency, storageId, basis }: ReadRule): string =>
  JSON.stringify([countries.toSorted(), zips, channels, groups, goods, unless, currency, storageId, basis]);

function* grouped(rules: readonly ReadRule[], keyOf: (rule: ReadRule) => string): Steps<Iterable<readonly ReadRule[]>> {
  const groups = new Map<string, ReadRule[]>();
  for (const [at, rule] of rules.entries()) {
    if (at % STEP.rules === STEP.rules - 1) yield '';
    const key = keyOf(rule);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [rule]);
    else known.push(rule);
  }
  return groups.values();
}

const areSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

const includes = <T>(wide: readonly T[], narrow: readonly T[]): boolean =>
  wide.length === 0 || (narrow.length > 0 && narrow.every((one) => wide.includes(one)));

/** Whether a rule is for every cart of another one's place, other ranges than `name` included. */
const spansPlace = (wide: ReadRule, narrow: ReadRule, name: RangeName): boolean =>
  wide.currency === narrow.currency &&
  includes(wide.countries, narrow.countries) &&
  (wide.zips.length === 0 || areSame(wide.zips, narrow.zips)) &&
  includes(wide.channels, narrow.channels) &&
  includes(wide.groups, narrow.groups) &&
  (wide.goods === '' || wide.goods === narrow.goods) &&
  (wide.unless === '' || wide.unless === narrow.unless) &&
  (wide.storageId === 0 || wide.storageId === narrow.storageId) &&
  RANGES.every((other) => {
    const [[from, to], [wanted, last]] = [rangeOf(wide, other), rangeOf(narrow, other)];
    return other === name || (from <= wanted && to >= last);
  });

/** What rules of other places, or of the same, fill of a range, by rising values, none touching another. */
function* filled(all: readonly ReadRule[], name: RangeName, beside: ReadRule): Steps<readonly Range[]> {
  const ranges: Range[] = [];
  for (const [at, rule] of all.entries()) {
    if (at % STEP.comparisons === STEP.comparisons - 1) yield '';
    if (spansPlace(rule, beside, name)) ranges.push(rangeOf(rule, name));
  }
  const joined: [from: number, to: number][] = [];
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Adds the gaps of a range. `asks`: how many rules may still be asked whether they fill holes. */
function* addGaps(all: readonly ReadRule[], name: RangeName, gaps: Gap[], asks: { left: number }): Steps<void> {
  const others = RANGES.filter((other) => other !== name);
  const keyOf = (rule: ReadRule): string =>
    `${placeOf(rule)} ${others.map((other) => rangeOf(rule, other).join()).join(' ')}`;
  for (const rules of yield* grouped(all, keyOf)) {
    if (rules.length < 2) continue;
    yield '';
    const sorted = rules.toSorted((a, b) => rangeOf(a, name)[0] - rangeOf(b, name)[0]);
    let below = sorted[0]!;
    // Rules that differ in this range alone have one answer.
    let filling: readonly Range[] | undefined;
    let next = 0;
    for (const above of sorted.slice(1)) {
      const [from, to] = [rangeOf(below, name)[1], rangeOf(above, name)[0]];
      if (from < to) {
        if (filling === undefined && (asks.left -= all.length) < 0) return;
        filling ??= yield* filled(all, name, above);
        while (next < filling.length && filling[next]![1] < to) next += 1;
        if (next === filling.length || filling[next]![0] > from) gaps.push({ range: name, from, to, below, above });
        if (gaps.length === NAMED_MAX) return;
      }
      if (rangeOf(above, name)[1] > rangeOf(below, name)[1]) below = above;
    }
  }
}

const overlap = (one: ReadRule, other: ReadRule): boolean =>
  RANGES.every((name) => {
    const [[from, to], [begin, last]] = [rangeOf(one, name), rangeOf(other, name)];
    return from < last && begin < to;
  });

function* overlapsIn(all: readonly ReadRule[]): Steps<readonly Overlap[]> {
  const overlaps: Overlap[] = [];
  let compared = 0;
  for (const rules of yield* grouped(all, placeOf)) {
    const sorted = rules.toSorted((a, b) => a.weightFromG - b.weightFromG);
    for (const [at, one] of sorted.entries())
      for (let next = at + 1; next < sorted.length; next += 1) {
        const other = sorted[next]!;
        if (other.weightFromG >= end(one.weightToG) || (compared += 1) > COMPARED_MAX) break;
        if (compared % STEP.comparisons === 0) yield '';
        if (!overlap(one, other)) continue;
        const isFirst = one.priority > other.priority || (one.priority === other.priority && one.id < other.id);
        overlaps.push(isFirst ? { rule: one, beats: other } : { rule: other, beats: one });
        if (overlaps.length === NAMED_MAX) return overlaps;
      }
  }
  return overlaps;
}

const known = new WeakMap<MethodTable, TableCheck>();

/** What is to be said of a method's rules; a table is looked through once. */
export function* checkTable(table: MethodTable): Steps<TableCheck> {
  let check = known.get(table);
  if (check === undefined) {
    const gaps: Gap[] = [];
    const asks = { left: ASKED_MAX };
    for (const name of RANGES) if (gaps.length < NAMED_MAX) yield* addGaps(table.rules, name, gaps, asks);
    known.set(table, (check = { gaps, overlaps: yield* overlapsIn(table.rules) }));
  }
  return check;
}
