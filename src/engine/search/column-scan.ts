// Conditions decided by one walk over a column: what passes of numbers lies in a few spans, and of a few different
// values each is looked at once. Such a walk takes less time than a few hundred texts, and no order has to be kept in
// step.
import type { FieldValue, Leaf, Scalar, NumberRange } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import { TextSortKeys } from './text-sort-keys.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIds } from './scratch.ts';

/** More of them are quicker looked up in a set. */
const RANGES_MAX = 8;

/** A number twice in IN is one span. */
const withoutRepeats = (ranges: readonly NumberRange[]): readonly NumberRange[] =>
  ranges.filter(([from, to], at) => !ranges.slice(0, at).some((other) => to >= other[0] && from <= other[1]));

const docsInRanges = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  numbers: Float64Array,
  ranges: readonly NumberRange[],
): DocIds => {
  const found = scratch.allocate(ids.length);
  const end = Math.min(ids.length, numbers.length);
  let count = 0;
  for (const [from, to] of ranges) {
    if (from === to) {
      for (let docId = numbers.indexOf(from); docId >= 0 && docId < end; docId = numbers.indexOf(from, docId + 1))
        found[count++] = docId;
      continue;
    }
    for (let docId = 0; docId < end; docId += 1) {
      const number = numbers[docId]!;
      if (number >= from && number <= to) found[count++] = docId;
    }
  }
  const inside = scratch.shrink(found, count);
  return ranges.length > 1 ? inside.sort() : inside;
};

// A number that is kept in a variable may be an object of its own for V8: 16 bytes of garbage per row.
const isAbsent = (numbers: Float64Array, docId: number): boolean => numbers[docId] !== numbers[docId];

/** The numbers of a column and the one span of them that passes; undefined where it is not as simple. */
export const singleRange = (
  chain: FallbackChain | undefined,
  { ranges }: Leaf,
): { readonly numbers: Float64Array; readonly span: NumberRange } | undefined => {
  const numbers = chain?.columns.length === 1 ? chain.columns[0]!.numbers : undefined;
  return numbers && ranges?.length === 1 ? { numbers, span: ranges[0]! } : undefined;
};

/** Those of the rows that meet a condition on numbers; undefined where more than one look is needed for each. */
export const filterByRange = (
  partition: ClassPartition,
  chain: FallbackChain,
  leaf: Leaf,
  docIds: DocIds,
): DocIds | undefined => {
  const known = singleRange(chain, leaf);
  if (known === undefined) return undefined;
  const {
    numbers,
    span: [from, to],
  } = known;
  const { defaultValue } = chain;
  const { scratch } = partition.vocabulary;
  const defaultHolds = leafHolds(leaf, defaultValue);
  const found = scratch.list(docIds.length);
  for (let at = 0; at < docIds.length; at += 1) {
    const docId = docIds[at]!;
    if (
      docId >= numbers.length
        ? defaultHolds
        : (numbers[docId]! >= from && numbers[docId]! <= to) || (defaultHolds && isAbsent(numbers, docId))
    )
      found.push(docId);
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
  for (let docId = 0; docId < end; docId += 1) if (passes[codes[docId]!] === 1) found[count++] = docId;
  return scratch.shrink(found, count);
};

/** Several columns, or rows that have the class's value: column by column, each for the rows that those before lack. */
const scanFallbackChain = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  leaf: Leaf,
): DocIds => {
  const defaultHolds = leafHolds(leaf, defaultValue);
  const passes = columns.map((column) => (column.coded === undefined ? undefined : passingCodes(column, leaf)));
  const found = scratch.allocate(ids.length);
  let count = 0;
  for (let docId = 0; docId < ids.length; docId += 1) {
    if (ids[docId] === 0) continue;
    let at = 0;
    while (at < columns.length && !columns[at]!.has(docId)) at += 1;
    const verdict = passes[at];
    const coded = columns[at]?.coded;
    const holds =
      at === columns.length
        ? defaultHolds
        : verdict !== undefined
          ? verdict[coded!.codes[docId]!] === 1
          : leafHolds(leaf, columns[at]!.valueAt(docId));
    if (holds) found[count++] = docId;
  }
  return scratch.shrink(found, count);
};

/**
 * The rows that meet a condition, each once, ascending; undefined where their values have to be looked at one by one.
 */
export const scanColumns = (partition: ClassPartition, chain: FallbackChain, leaf: Leaf): DocIds | undefined => {
  const { columns, defaultValue } = chain;
  const { ranges } = leaf;
  const few = ranges !== undefined && ranges.length <= RANGES_MAX;
  if (columns.some(({ coded, numbers }) => coded === undefined && (numbers === undefined || !few))) return undefined;
  if (columns.length !== 1 || leafHolds(leaf, defaultValue)) return scanFallbackChain(partition, chain, leaf);
  const column = columns[0]!;
  return column.coded === undefined
    ? docsInRanges(partition, column.numbers!, withoutRepeats(ranges!))
    : docsWithCode(partition, column, leaf);
};

/** The rows that have a value at all. */
export const docsWithValue = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
): DocIds => {
  const found = scratch.allocate(ids.length);
  let count = 0;
  for (let docId = 0; docId < ids.length; docId += 1)
    if (ids[docId] !== 0 && (defaultValue !== undefined || !lacksValue(columns, columns.length, docId)))
      found[count++] = docId;
  return scratch.shrink(found, count);
};

/** A number for each value of a coded column that orders as the value does, and one for rows without a value. */
const sortPositions = (values: readonly FieldValue[], defaultValue: FieldValue, by: number): Float64Array => {
  const all = values.map((value, code) => (code === 0 ? defaultValue : value) as Scalar | undefined);
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
  { liveCount }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  docIds: DocIds,
  by: number,
  into: Float64Array,
): ((a: number, b: number) => number) | undefined => {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined || column.coded !== undefined || column.numbers !== undefined)
    return undefined;
  if (defaultValue !== undefined && column.valueCount < liveCount) return undefined;
  const textKeys = (column.sortKeys ??= new TextSortKeys());
  for (let at = 0; at < docIds.length; at += 1) {
    const docId = docIds[at]!;
    let key = textKeys.firstKey(docId);
    if (Number.isNaN(key)) {
      const value = column.valueAt(docId);
      if (value !== undefined && typeof value !== 'string') return undefined;
      key = textKeys.update(docId, value);
    }
    into[at] = key === Infinity ? Infinity : key * by;
  }
  return (a, b) => textKeys.compare(docIds[a]!, docIds[b]!) * by;
};

/**
 * Puts a number for each row that orders as its value × `by` does in a place of its own, from a place on; false where
 * only the values can tell. `alone`: no other group's numbers will be compared with them.
 */
export const fillSortKeys = (
  { columns, defaultValue }: FallbackChain,
  docIds: DocIds,
  by: number,
  into: Float64Array,
  from: number,
  alone: boolean,
): boolean => {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined || typeof defaultValue === 'object') return false;
  const { numbers, coded } = column;
  if (numbers !== undefined) {
    if (typeof defaultValue === 'string') return false;
    const lacking = defaultValue === undefined ? Infinity : defaultValue * by;
    for (let at = 0; at < docIds.length; at += 1) {
      const docId = docIds[at]!;
      if (docId >= numbers.length || isAbsent(numbers, docId)) into[from + at] = lacking;
      else into[from + at] = numbers[docId]! * by;
    }
    return true;
  }
  // Of a few rows the values are looked up sooner than all values are put in order.
  if (coded === undefined || !alone || docIds.length < coded.values.length) return false;
  const { codes } = coded;
  const keys = sortPositions(coded.values, defaultValue, by);
  for (let at = 0; at < docIds.length; at += 1) {
    const docId = docIds[at]!;
    into[from + at] = keys[docId < codes.length ? codes[docId]! : 0]!;
  }
  return true;
};
