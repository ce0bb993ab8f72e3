// Conditions and sort keys by one walk over a column.
//
// Numbers that pass lie in a few ranges, and of few different values each is tested once. Such a walk takes less time
// than reading a few hundred texts, so no sorted order has to be kept in step with writes.
import type { FieldValue, Leaf, Scalar, NumberRange } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import { TextSortKeys } from './text-sort-keys.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIds } from './scratch.ts';

/** Ranges up to which a walk per range is faster than a set of numbers. */
const RANGES_MAX = 8;

/** The ranges without those that meet an earlier one, as a number that IN names twice. */
const withoutRepeats = (ranges: readonly NumberRange[]): readonly NumberRange[] =>
  ranges.filter(([from, to], index) => !ranges.slice(0, index).some((other) => to >= other[0] && from <= other[1]));

const docsInRanges = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  numbers: Float64Array,
  ranges: readonly NumberRange[],
): DocIds => {
  const matches = scratch.allocate(ids.length);
  const end = Math.min(ids.length, numbers.length);
  let count = 0;
  for (const [from, to] of ranges) {
    if (from === to) {
      for (let docId = numbers.indexOf(from); docId >= 0 && docId < end; docId = numbers.indexOf(from, docId + 1))
        matches[count++] = docId;
      continue;
    }
    for (let docId = 0; docId < end; docId += 1) {
      const number = numbers[docId]!;
      if (number >= from && number <= to) matches[count++] = docId;
    }
  }
  const inside = scratch.shrink(matches, count);
  return ranges.length > 1 ? inside.sort() : inside;
};

// Not via a variable: V8 may box the number, which is 16 bytes of garbage per document.
const isAbsent = (numbers: Float64Array, docId: number): boolean => numbers[docId] !== numbers[docId];

/** The numbers of the only column and the only range that passes; undefined where there are several of either. */
export const singleRange = (
  chain: FallbackChain | undefined,
  { ranges }: Leaf,
): { readonly numbers: Float64Array; readonly span: NumberRange } | undefined => {
  const numbers = chain?.columns.length === 1 ? chain.columns[0]!.numbers : undefined;
  return numbers && ranges?.length === 1 ? { numbers, span: ranges[0]! } : undefined;
};

/** Those of the documents that meet a condition on numbers; undefined where `singleRange` is. */
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
  const matches = scratch.list(docIds.length);
  for (let index = 0; index < docIds.length; index += 1) {
    const docId = docIds[index]!;
    if (
      docId >= numbers.length
        ? defaultHolds
        : (numbers[docId]! >= from && numbers[docId]! <= to) || (defaultHolds && isAbsent(numbers, docId))
    )
      matches.push(docId);
  }
  return scratch.finish(matches);
};

/** By code: 1 where its value passes. */
const passingCodes = ({ coded }: Column, leaf: Leaf): Uint8Array =>
  Uint8Array.from(coded!.values, (value) => (leafHolds(leaf, value) ? 1 : 0));

const docsWithCode = ({ ids, vocabulary: { scratch } }: ClassPartition, column: Column, leaf: Leaf): DocIds => {
  const passes = passingCodes(column, leaf);
  const { codes } = column.coded!;
  const matches = scratch.allocate(ids.length);
  const end = Math.min(ids.length, codes.length);
  let count = 0;
  for (let docId = 0; docId < end; docId += 1) if (passes[codes[docId]!] === 1) matches[count++] = docId;
  return scratch.shrink(matches, count);
};

/** For several columns or documents with the default value: each document is tested by the first column that has it. */
const scanFallbackChain = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  leaf: Leaf,
): DocIds => {
  const defaultHolds = leafHolds(leaf, defaultValue);
  const passes = columns.map((column) => (column.coded === undefined ? undefined : passingCodes(column, leaf)));
  const matches = scratch.allocate(ids.length);
  let count = 0;
  for (let docId = 0; docId < ids.length; docId += 1) {
    if (ids[docId] === 0) continue;
    let index = 0;
    while (index < columns.length && !columns[index]!.has(docId)) index += 1;
    const verdict = passes[index];
    const coded = columns[index]?.coded;
    const holds =
      index === columns.length
        ? defaultHolds
        : verdict !== undefined
          ? verdict[coded!.codes[docId]!] === 1
          : leafHolds(leaf, columns[index]!.valueAt(docId));
    if (holds) matches[count++] = docId;
  }
  return scratch.shrink(matches, count);
};

/** Whether `scanColumns` answers a condition. */
export const isScannable = ({ columns }: FallbackChain, { ranges }: Leaf): boolean => {
  const few = ranges !== undefined && ranges.length <= RANGES_MAX;
  return columns.every(({ coded, numbers }) => coded !== undefined || (numbers !== undefined && few));
};

/**
 * The documents that meet a condition, each once, ascending; undefined where their values have to be read one by one.
 */
export const scanColumns = (partition: ClassPartition, chain: FallbackChain, leaf: Leaf): DocIds | undefined => {
  const { columns, defaultValue } = chain;
  const { ranges } = leaf;
  if (!isScannable(chain, leaf)) return undefined;
  if (columns.length !== 1 || leafHolds(leaf, defaultValue)) return scanFallbackChain(partition, chain, leaf);
  const column = columns[0]!;
  return column.coded === undefined
    ? docsInRanges(partition, column.numbers!, withoutRepeats(ranges!))
    : docsWithCode(partition, column, leaf);
};

/** The documents that have a value at all. */
export const docsWithValue = (
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
): DocIds => {
  const matches = scratch.allocate(ids.length);
  let count = 0;
  for (let docId = 0; docId < ids.length; docId += 1)
    if (ids[docId] !== 0 && (defaultValue !== undefined || !lacksValue(columns, columns.length, docId)))
      matches[count++] = docId;
  return scratch.shrink(matches, count);
};

/** By code: a number that sorts as the value does; the first one is that of documents without a value. */
const sortPositions = (values: readonly FieldValue[], defaultValue: FieldValue, by: number): Float64Array => {
  const all = values.map((value, code) => (code === 0 ? defaultValue : value) as Scalar | undefined);
  const sorted = all.filter((value) => value !== undefined).sort(compareValues);
  let place = 0;
  const placeOf = new Map(
    sorted.map((value, index) => [
      value,
      index > 0 && compareValues(sorted[index - 1]!, value) === 0 ? place : (place = index),
    ]),
  );
  return Float64Array.from(all, (value) => (value === undefined ? Infinity : placeOf.get(value)! * by));
};

/**
 * Writes the first sort key of each document of a column of texts, and returns the comparison of documents with equal
 * keys; undefined where only the values can tell.
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
  for (let index = 0; index < docIds.length; index += 1) {
    const docId = docIds[index]!;
    let key = textKeys.firstKey(docId);
    if (Number.isNaN(key)) {
      const value = column.valueAt(docId);
      if (value !== undefined && typeof value !== 'string') return undefined;
      key = textKeys.update(docId, value);
    }
    into[index] = key === Infinity ? Infinity : key * by;
  }
  return (a, b) => textKeys.compare(docIds[a]!, docIds[b]!) * by;
};

/**
 * Writes a number for each document that sorts as its value × `by` does, from position `from` on; false where only the
 * values can tell. `alone`: they will not be compared with the numbers of another partition.
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
    for (let index = 0; index < docIds.length; index += 1) {
      const docId = docIds[index]!;
      if (docId >= numbers.length || isAbsent(numbers, docId)) into[from + index] = lacking;
      else into[from + index] = numbers[docId]! * by;
    }
    return true;
  }
  // Reading the values of a few documents is faster than sorting all different values.
  if (coded === undefined || !alone || docIds.length < coded.values.length) return false;
  const { codes } = coded;
  const keys = sortPositions(coded.values, defaultValue, by);
  for (let index = 0; index < docIds.length; index += 1) {
    const docId = docIds[index]!;
    into[from + index] = keys[docId < codes.length ? codes[docId]! : 0]!;
  }
  return true;
};
