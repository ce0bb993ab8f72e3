// Conditions decided by one walk over a column: what passes of numbers lies in a few spans, and of a few different
// values each is looked at once. Such a walk takes less time than a few hundred texts, and no order has to be kept in
// step.
import type { FieldValue, Leaf, Scalar, NumberRange } from '../../domain/search/constraint.ts';
import { compareValues, leafHolds } from '../../domain/search/constraint.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import { TextSortKeys } from './text-sort-keys.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIds } from './scratch.ts';

/** More of them are quicker looked up in a set. */
const RANGES_MAX = 8;

/** A number twice in IN is one span. */
const withoutRepeats = (spans: readonly NumberRange[]): readonly NumberRange[] =>
  spans.filter(([from, to], at) => !spans.slice(0, at).some((other) => to >= other[0] && from <= other[1]));

const docsInRanges = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  numbers: Float64Array,
  spans: readonly NumberRange[],
): DocIds => {
  const found = scratch.allocate(ids.length);
  const end = Math.min(ids.length, numbers.length);
  let count = 0;
  for (const [from, to] of spans) {
    if (from === to) {
      for (let row = numbers.indexOf(from); row >= 0 && row < end; row = numbers.indexOf(from, row + 1))
        found[count++] = row;
      continue;
    }
    for (let row = 0; row < end; row += 1) {
      const number = numbers[row]!;
      if (number >= from && number <= to) found[count++] = row;
    }
  }
  const inside = scratch.shrink(found, count);
  return spans.length > 1 ? inside.sort() : inside;
};

// A number that is kept in a variable may be an object of its own for V8: 16 bytes of garbage per row.
const isAbsent = (numbers: Float64Array, row: number): boolean => numbers[row] !== numbers[row];

/** The numbers of a column and the one span of them that passes; undefined where it is not as simple. */
export const singleRange = (
  chain: FallbackChain | undefined,
  { ranges: spans }: Leaf,
): { readonly numbers: Float64Array; readonly span: NumberRange } | undefined => {
  const numbers = chain?.columns.length === 1 ? chain.columns[0]!.numbers : undefined;
  return numbers && spans?.length === 1 ? { numbers, span: spans[0]! } : undefined;
};

/** Those of the rows that meet a condition on numbers; undefined where more than one look is needed for each. */
export const filterByRange = (
  group: ClassPartition,
  chain: FallbackChain,
  leaf: Leaf,
  rows: DocIds,
): DocIds | undefined => {
  const known = singleRange(chain, leaf);
  if (known === undefined) return undefined;
  const {
    numbers,
    span: [from, to],
  } = known;
  const { defaultValue: rest } = chain;
  const { scratch } = group.vocabulary;
  const restHolds = leafHolds(leaf, rest);
  const found = scratch.list(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (
      row >= numbers.length
        ? restHolds
        : (numbers[row]! >= from && numbers[row]! <= to) || (restHolds && isAbsent(numbers, row))
    )
      found.push(row);
  }
  return scratch.finish(found);
};

/** By code: 1 where the value passes. */
const passingCodes = ({ coded }: Column, leaf: Leaf): Uint8Array =>
  Uint8Array.from(coded!.values, (value) => (leafHolds(leaf, value) ? 1 : 0));

const docsWithCode = ({ ids, vocabulary: { scratch } }: ClassPartition, column: Column, leaf: Leaf): DocIds => {
  const passes = passingCodes(column, leaf);
  const { codes } = column.coded!;
  const found = scratch.allocate(ids.length);
  const end = Math.min(ids.length, codes.length);
  let count = 0;
  for (let row = 0; row < end; row += 1) if (passes[codes[row]!] === 1) found[count++] = row;
  return scratch.shrink(found, count);
};

/** Several columns, or rows that have the class's value: column by column, each for the rows that those before lack. */
const scanFallbackChain = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue: rest }: FallbackChain,
  leaf: Leaf,
): DocIds => {
  const restHolds = leafHolds(leaf, rest);
  const passes = columns.map((column) => (column.coded === undefined ? undefined : passingCodes(column, leaf)));
  const found = scratch.allocate(ids.length);
  let count = 0;
  for (let row = 0; row < ids.length; row += 1) {
    if (ids[row] === 0) continue;
    let at = 0;
    while (at < columns.length && !columns[at]!.has(row)) at += 1;
    const verdict = passes[at];
    const coded = columns[at]?.coded;
    const holds =
      at === columns.length
        ? restHolds
        : verdict !== undefined
          ? verdict[coded!.codes[row]!] === 1
          : leafHolds(leaf, columns[at]!.valueAt(row));
    if (holds) found[count++] = row;
  }
  return scratch.shrink(found, count);
};

/**
 * The rows that meet a condition, each once, ascending; undefined where their values have to be looked at one by one.
 */
export const scanColumns = (group: ClassPartition, chain: FallbackChain, leaf: Leaf): DocIds | undefined => {
  const { columns, defaultValue: rest } = chain;
  const { ranges: spans } = leaf;
  const few = spans !== undefined && spans.length <= RANGES_MAX;
  if (columns.some(({ coded, numbers }) => coded === undefined && (numbers === undefined || !few))) return undefined;
  if (columns.length !== 1 || leafHolds(leaf, rest)) return scanFallbackChain(group, chain, leaf);
  const column = columns[0]!;
  return column.coded === undefined
    ? docsInRanges(group, column.numbers!, withoutRepeats(spans!))
    : docsWithCode(group, column, leaf);
};

/** The rows that have a value at all. */
export const docsWithValue = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue: rest }: FallbackChain,
): DocIds => {
  const found = scratch.allocate(ids.length);
  let count = 0;
  for (let row = 0; row < ids.length; row += 1)
    if (ids[row] !== 0 && (rest !== undefined || !lacksValue(columns, columns.length, row))) found[count++] = row;
  return scratch.shrink(found, count);
};

/** A number for each value of a coded column that orders as the value does, and one for rows without a value. */
const sortPositions = (values: readonly FieldValue[], rest: FieldValue, by: number): Float64Array => {
  const all = values.map((value, code) => (code === 0 ? rest : value) as Scalar | undefined);
  const sorted = all.filter((value) => value !== undefined).sort(compareValues);
  let place = 0;
  const placeOf = new Map(
    sorted.map((value, at) => [value, at > 0 && compareValues(sorted[at - 1]!, value) === 0 ? place : (place = at)]),
  );
  return Float64Array.from(all, (value) => (value === undefined ? Infinity : placeOf.get(value)! * by));
};

/**
 * Puts a number for each row of a column of texts in a place of its own, as below, and gives what orders those with
 * equal numbers, as far as it knows; undefined where only the values can tell.
 */
export const fillTextSortKeys = (
  { liveCount: live }: ClassPartition,
  { columns, defaultValue: rest }: FallbackChain,
  rows: DocIds,
  by: number,
  into: Float64Array,
): ((a: number, b: number) => number) | undefined => {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined || column.coded !== undefined || column.numbers !== undefined)
    return undefined;
  if (rest !== undefined && column.valueCount < live) return undefined;
  const textKeys = (column.sortKeys ??= new TextSortKeys());
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    let key = textKeys.firstKey(row);
    if (Number.isNaN(key)) {
      const value = column.valueAt(row);
      if (value !== undefined && typeof value !== 'string') return undefined;
      key = textKeys.update(row, value);
    }
    into[at] = key === Infinity ? Infinity : key * by;
  }
  return (a, b) => textKeys.compare(rows[a]!, rows[b]!) * by;
};

/**
 * Puts a number for each row that orders as its value × `by` does in a place of its own, from a place on; false where
 * only the values can tell. `alone`: no other group's numbers will be compared with them.
 */
export const fillSortKeys = (
  { columns, defaultValue: rest }: FallbackChain,
  rows: DocIds,
  by: number,
  into: Float64Array,
  from: number,
  alone: boolean,
): boolean => {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined || typeof rest === 'object') return false;
  const { numbers, coded } = column;
  if (numbers !== undefined) {
    if (typeof rest === 'string') return false;
    const lacking = rest === undefined ? Infinity : rest * by;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!;
      if (row >= numbers.length || isAbsent(numbers, row)) into[from + at] = lacking;
      else into[from + at] = numbers[row]! * by;
    }
    return true;
  }
  // Of a few rows the values are looked up sooner than all values are put in order.
  if (coded === undefined || !alone || rows.length < coded.values.length) return false;
  const { codes } = coded;
  const keys = sortPositions(coded.values, rest, by);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    into[from + at] = keys[row < codes.length ? codes[row]! : 0]!;
  }
  return true;
};
