// Sort keys: numbers of documents that sort like their values in one column.
//
// Guaranteed: a key is read once, and the order of equal keys does not change for kept documents, so the order of a
// search does not change while it sorts in steps. Not promised: that a changed document has the key of its earlier
// value.
import { compareValues } from '../../domain/search/conditions.ts';
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import type { ClassPartition } from './class-partition.ts';
import type { CodedValues, Column, FallbackChain } from './column.ts';
import { isAbsent } from './column-scan.ts';
import type { DocIds } from './scratch.ts';
import { SortStep, sortInSteps } from './sort-in-steps.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { TextSortKeys } from './text-sort-keys.ts';

/** Keys of one partition; if `hasFailed`, only values decide. */
interface KeyReader {
  readonly hasFailed: boolean;
  /** Makes what keys are read from; the values are those of the first step. */
  prepare?(): Steps<void>;
  /** Writes keys of documents between two positions, or of some. Returns where it ended. */
  fill(docIds: DocIds, from: number, to: number, into: Float64Array, offset: number): number;
  /** 1, or −1 where the order is turned. */
  readonly by: number;
  /** Orders documents with equal keys; undefined where equal keys mean equal values. */
  readonly textKeys?: TextSortKeys;
}

/** By code: a number that sorts as the value does; the first one is that of documents without a value. */
function* sortPositions(values: readonly FieldValue[], defaultValue: FieldValue, by: number): Steps<Float64Array> {
  const all = values.map((value, code) => (code === 0 ? defaultValue : value) as Scalar | undefined);
  const step = new SortStep();
  const compare = (a: Scalar, b: Scalar): number => {
    step.count();
    return compareValues(a, b);
  };
  const present = all.filter((value) => value !== undefined);
  const sorted = yield* sortInSteps<Scalar, Scalar[]>(present, compare, step);
  let place = 0;
  const placeOf = new Map(
    // Only the same value is equal.
    sorted.map((value, index) => [value, sorted[index - 1] === value ? place : (place = index)]),
  );
  return Float64Array.from(all, (value) => (value === undefined ? Infinity : placeOf.get(value)! * by));
}

class NumberKeys implements KeyReader {
  readonly hasFailed = false;
  private readonly numbers: Float64Array;
  private readonly lacking: number;
  readonly by: number;

  constructor(numbers: Float64Array, defaultValue: number | undefined, by: number) {
    this.numbers = numbers;
    this.lacking = defaultValue === undefined ? Infinity : defaultValue * by;
    this.by = by;
  }

  fill(docIds: DocIds, from: number, to: number, into: Float64Array, offset: number): number {
    const { numbers, lacking, by } = this;
    for (let index = from; index < to; index += 1) {
      const docId = docIds[index]!;
      if (docId >= numbers.length || isAbsent(numbers, docId)) into[offset + index] = lacking;
      else into[offset + index] = numbers[docId]! * by;
    }
    return to;
  }
}

class CodeKeys implements KeyReader {
  readonly hasFailed = false;
  private readonly coded: CodedValues;
  private readonly defaultValue: FieldValue;
  private codes: Uint16Array = new Uint16Array(0);
  private keys: Float64Array = new Float64Array(0);
  readonly by: number;

  constructor(coded: CodedValues, defaultValue: FieldValue, by: number) {
    this.by = by;
    this.coded = coded;
    this.defaultValue = defaultValue;
  }

  *prepare(): Steps<void> {
    const { codes, values } = this.coded;
    this.codes = codes;
    this.keys = yield* sortPositions(values, this.defaultValue, this.by);
  }

  fill(docIds: DocIds, from: number, to: number, into: Float64Array, offset: number): number {
    const { codes, keys } = this;
    for (let index = from; index < to; index += 1) {
      const docId = docIds[index]!;
      // A document that has changed may have a code that is newer than the keys.
      into[offset + index] = keys[docId < codes.length ? codes[docId]! : 0] ?? Infinity;
    }
    return to;
  }
}

/** Cost of making the keys of a text, in reads of keys. */
const KEYS_PER_TEXT = 16;

class TextKeys implements KeyReader {
  hasFailed = false;
  private readonly column: Column;
  readonly textKeys: TextSortKeys;
  readonly by: number;

  constructor(column: Column, by: number) {
    this.column = column;
    this.textKeys = column.sortKeys ??= new TextSortKeys();
    this.by = by;
  }

  private keyOf(docId: number): number {
    const known = this.textKeys.firstKey(docId);
    const key = Number.isNaN(known) ? this.make(docId) : known;
    return key === Infinity ? Infinity : key * this.by;
  }

  fill(docIds: DocIds, from: number, to: number, into: Float64Array, offset: number): number {
    const { textKeys, by } = this;
    let index = textKeys.firstKeys(docIds, from, to, by, into, offset);
    for (let made = 0; index < to && made < STEPS.docsMax && !this.hasFailed; made += KEYS_PER_TEXT) {
      into[offset + index] = this.keyOf(docIds[index]!);
      index = textKeys.firstKeys(docIds, index + 1, to, by, into, offset);
    }
    return index;
  }

  private make(docId: number): number {
    const value = this.column.valueAt(docId);
    if (value === undefined || typeof value === 'string') return this.textKeys.update(docId, value);
    this.hasFailed = true;
    return Infinity;
  }
}

/** Returns a reader of keys; undefined where only values decide. `alone`: no keys of another partition are compared. */
const keyReader = (
  { liveCount }: ClassPartition,
  { columns, defaultValue }: FallbackChain,
  docCount: number,
  alone: boolean,
  by: number,
): KeyReader | undefined => {
  const [column] = columns;
  if (columns.length !== 1 || column === undefined) return undefined;
  const { numbers, coded } = column;
  if (numbers === undefined && coded === undefined) {
    const isWhole = defaultValue === undefined || column.valueCount >= liveCount;
    return alone && isWhole ? new TextKeys(column, by) : undefined;
  }
  if (typeof defaultValue === 'object') return undefined;
  if (numbers !== undefined)
    return typeof defaultValue === 'string' ? undefined : new NumberKeys(numbers, defaultValue, by);
  // Reading the values of a few documents is faster than sorting all different values.
  return alone && docCount >= coded!.values.length ? new CodeKeys(coded!, defaultValue, by) : undefined;
};

/** Keys of the documents of one partition. */
export class PartitionKeys {
  private readonly reader: KeyReader | undefined;
  private readonly kept: ReadonlySet<number>;

  /**
   * `docCount`: documents that are sorted; `alone`: all of them are of this partition. `kept`: those that have changed
   * since the sort began.
   */
  constructor(
    partition: ClassPartition,
    chain: FallbackChain,
    docCount: number,
    alone: boolean,
    by: number,
    kept: ReadonlySet<number>,
  ) {
    this.reader = keyReader(partition, chain, docCount, alone, by);
    this.kept = kept;
  }

  /** Whether only values decide the order. */
  get hasFailed(): boolean {
    return this.reader === undefined || this.reader.hasFailed;
  }

  /** Writes the keys of documents into their positions from `offset` on; stops where it has failed. */
  *fill(docIds: DocIds, into: Float64Array, offset: number): Steps<void> {
    yield* this.reader?.prepare?.() ?? [];
    for (let from = 0; from < docIds.length && !this.hasFailed;) {
      if (from > 0) yield '';
      from = this.reader!.fill(docIds, from, Math.min(from + STEPS.docsMax, docIds.length), into, offset);
    }
  }

  /** Order of two positions with equal keys, as far as it is known; undefined where equal keys mean equal values. */
  tiesAmong(docIds: DocIds): ((a: number, b: number) => number) | undefined {
    const { kept } = this;
    const { textKeys, by } = this.reader!;
    if (textKeys === undefined) return undefined;
    return (a, b) => {
      const left = docIds[a]!;
      const right = docIds[b]!;
      // Kept values decide where a text has changed.
      if (kept.size > 0 && (kept.has(left) || kept.has(right))) return 0;
      return textKeys.compare(left, right) * by;
    };
  }
}
