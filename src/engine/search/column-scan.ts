// Tests a condition by one walk over a column, in steps.
//
// Passing numbers lie in a few ranges, and each of few different values is tested once. Such a walk is faster than
// reading a few hundred texts, so no sorted order has to follow writes.
import type { Leaf, NumberRange } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { CodedValues, FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import { filterDocs } from './doc-sets.ts';
import type { DocIds } from './scratch.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';

/** Ranges up to which a walk per range is faster than a set of numbers. */
const RANGES_MAX = 8;

/** Ranges without those that overlap an earlier one, such as a number that IN names twice. */
const withoutRepeats = (ranges: readonly NumberRange[]): readonly NumberRange[] =>
  ranges.filter(([from, to], index) => !ranges.slice(0, index).some((other) => to >= other[0] && from <= other[1]));

const pushInRange = (
  matches: DocIds,
  count: number,
  numbers: Float64Array,
  [from, to]: NumberRange,
  [first, last]: readonly [number, number],
): number => {
  let end = count;
  if (from === to) {
    const block = numbers.subarray(0, last);
    for (let docId = block.indexOf(from, first); docId >= 0; docId = block.indexOf(from, docId + 1))
      matches[end++] = docId;
    return end;
  }
  for (let docId = first; docId < last; docId += 1) {
    const number = numbers[docId]!;
    if (number >= from && number <= to) matches[end++] = docId;
  }
  return end;
};

/** Documents in ranges that do not overlap, so that a document is in at most one. */
function* docsInRanges(
  { ids, vocabulary: { scratch } }: ClassPartition,
  numbers: Float64Array,
  ranges: readonly NumberRange[],
): Steps<DocIds> {
  const matches = scratch.allocate(ids.length);
  const end = Math.min(ids.length, numbers.length);
  let count = 0;
  for (let from = 0; from < end; from += STEPS.docsMax) {
    if (from > 0) yield '';
    const begun = count;
    for (const range of ranges)
      count = pushInRange(matches, count, numbers, range, [from, Math.min(from + STEPS.docsMax, end)]);
    if (ranges.length > 1) matches.subarray(begun, count).sort();
  }
  return scratch.shrink(matches, count);
}

// The number goes through no variable, because V8 may box it: 16 bytes of garbage per document.
export const isAbsent = (numbers: Float64Array, docId: number): boolean => numbers[docId] !== numbers[docId];

/** The numbers of the only column and the only range that passes; undefined where there are several of either. */
export const singleRange = (
  chain: FallbackChain | undefined,
  { ranges }: Leaf,
): { readonly numbers: Float64Array; readonly span: NumberRange } | undefined => {
  const numbers = chain?.columns.length === 1 ? chain.columns[0]!.numbers : undefined;
  return numbers && ranges?.length === 1 ? { numbers, span: ranges[0]! } : undefined;
};

/** Filters documents by a condition on numbers; undefined where `singleRange` is. */
export function* filterByRange(
  partition: ClassPartition,
  chain: FallbackChain,
  leaf: Leaf,
  docIds: DocIds,
): Steps<DocIds | undefined> {
  const known = singleRange(chain, leaf);
  if (known === undefined) return undefined;
  const {
    numbers,
    span: [from, to],
  } = known;
  const { defaultValue } = chain;
  const defaultHolds = leafHolds(leaf, defaultValue);
  return yield* filterDocs(partition, docIds, (docId) =>
    docId >= numbers.length
      ? defaultHolds
      : (numbers[docId]! >= from && numbers[docId]! <= to) || (defaultHolds && isAbsent(numbers, docId)),
  );
}

/**
 * Whether a value passes, by code: 1 if it does. A code that stands for another value since is one of documents that
 * have changed.
 */
function* passingCodes({ values }: CodedValues, leaf: Leaf): Steps<Uint8Array> {
  const passes = new Uint8Array(values.length);
  const step = new TestStep();
  for (let code = 0; code < passes.length; code += 1) {
    if (step.isOver()) yield '';
    if (leafHolds(leaf, values[code])) passes[code] = 1;
  }
  return passes;
}

/** Whether each value passes. */
export function* allPass({ values }: CodedValues, leaf: Leaf): Steps<boolean> {
  const step = new TestStep();
  for (let code = 1; code < values.length; code += 1) {
    if (step.isOver()) yield '';
    const value = values[code];
    if (value !== undefined && !leafHolds(leaf, value)) return false;
  }
  return true;
}

const pushPassingCodes = (
  codes: Uint16Array,
  passes: Uint8Array,
  matches: DocIds,
  count: number,
  from: number,
  to: number,
): number => {
  let end = count;
  for (let docId = from; docId < to; docId += 1) if (passes[codes[docId]!] === 1) matches[end++] = docId;
  return end;
};

function* docsWithCode({ ids, vocabulary: { scratch } }: ClassPartition, column: Column, leaf: Leaf): Steps<DocIds> {
  const coded = column.coded!;
  const passes = yield* passingCodes(coded, leaf);
  const { codes } = coded;
  const matches = scratch.allocate(ids.length);
  let count = 0;
  yield* inBlocks(Math.min(ids.length, codes.length), (from, to) => {
    count = pushPassingCodes(codes, passes, matches, count, from, to);
  });
  return scratch.shrink(matches, count);
}

/** Scans several columns, or documents with the default value: the first column that has a document's value decides. */
function* scanFallbackChain(
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  leaf: Leaf,
): Steps<DocIds> {
  const defaultHolds = leafHolds(leaf, defaultValue);
  // A column may drop its codes between two steps; the dropped ones stay valid for unchanged documents.
  const coded = columns.map((column) => column.coded);
  const passes: (Uint8Array | undefined)[] = [];
  for (const values of coded) passes.push(values && (yield* passingCodes(values, leaf)));
  const holdsFor = (docId: number): boolean => {
    let index = 0;
    while (index < columns.length && !columns[index]!.has(docId)) index += 1;
    if (index === columns.length) return defaultHolds;
    const verdict = passes[index];
    return verdict === undefined
      ? leafHolds(leaf, columns[index]!.valueAt(docId))
      : verdict[coded[index]!.codes[docId]!] === 1;
  };
  const { length } = ids;
  const matches = scratch.allocate(length);
  let count = 0;
  yield* inBlocks(length, (from, to) => {
    for (let docId = from; docId < to; docId += 1) if (ids[docId] !== 0 && holdsFor(docId)) matches[count++] = docId;
  });
  return scratch.shrink(matches, count);
}

/** Whether `scanColumns` answers a condition. */
export const isScannable = ({ columns }: FallbackChain, { ranges }: Leaf): boolean => {
  const few = ranges !== undefined && ranges.length <= RANGES_MAX;
  return columns.every(({ coded, numbers }) => coded !== undefined || (numbers !== undefined && few));
};

/**
 * The documents that meet a condition, each once, ascending; undefined where their values have to be read one by one.
 */
export function* scanColumns(partition: ClassPartition, chain: FallbackChain, leaf: Leaf): Steps<DocIds | undefined> {
  const { columns, defaultValue } = chain;
  const { ranges } = leaf;
  if (!isScannable(chain, leaf)) return undefined;
  if (columns.length !== 1 || leafHolds(leaf, defaultValue)) return yield* scanFallbackChain(partition, chain, leaf);
  const column = columns[0]!;
  return column.coded === undefined
    ? yield* docsInRanges(partition, column.numbers!, withoutRepeats(ranges!))
    : yield* docsWithCode(partition, column, leaf);
}

/** The documents that have a value at all. */
export function* docsWithValue(
  { ids, vocabulary: { scratch } }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
): Steps<DocIds> {
  const { length } = ids;
  const matches = scratch.allocate(length);
  let count = 0;
  yield* inBlocks(length, (from, to) => {
    for (let docId = from; docId < to; docId += 1)
      if (ids[docId] !== 0 && (defaultValue !== undefined || !lacksValue(columns, columns.length, docId)))
        matches[count++] = docId;
  });
  return scratch.shrink(matches, count);
}
