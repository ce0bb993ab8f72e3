// The different values of a field over what a query finds, as of the step in which they are answered.
//
// Values are counted and sorted once. A document that changes between two steps is subtracted and counted again at the
// end, which touches only values added or removed by changes. That has no pause, so where many have changed all values
// are counted again; beside a writer of that kind a search of many values ends by what its call may use.
import { compareValues } from '../../domain/search/conditions.ts';
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain } from './judged-again.ts';
import { PagedValues } from './paged-values.ts';
import { TAKEN } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { SortStep, sortInSteps } from './sort-in-steps.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import type { WorkProbe } from './work-estimate.ts';

/** Memory of a kept value, roughly. */
const VALUE_BYTES = 16;

/**
 * A map of a million values takes tens of milliseconds when it grows. The first values are in one map, all others in
 * many small ones.
 */
const FIRST_VALUES = 8192;
const MAPS = 64;

/** Index of the small map for a value; similar values are mostly in different maps. */
const mapOf = (value: Scalar): number => {
  if (typeof value === 'number') return Math.trunc(value) & (MAPS - 1);
  const { length } = value;
  return length === 0 ? 0 : (value.charCodeAt(length - 1) * 7 + value.charCodeAt(length >>> 1) + length) & (MAPS - 1);
};

const elementsOf = (value: FieldValue): readonly Scalar[] => (typeof value === 'object' ? value : [value ?? '']);

/** The different values of a field, and in how many documents each is. Documents without one count as ''. */
class ValueCounts {
  /** Positions in `counts` by value. */
  private readonly first = new Map<Scalar, number>();
  private readonly others: (Map<Scalar, number> | undefined)[] = [];
  private readonly counts: number[] = [];
  /** Values but '', each once, in the order in which they came. */
  readonly values: Scalar[] = [];
  /** Values added by documents, by partition and doc id; kept where they may be subtracted again. */
  private readonly brought: Map<ClassPartition, PagedValues<Exclude<FieldValue, undefined>>> | undefined;

  constructor(isKept: boolean) {
    this.brought = isKept ? new Map() : undefined;
  }

  add(partition: ClassPartition, docId: number, value: FieldValue): void {
    if (typeof value === 'object') for (const element of value) this.count(element);
    else this.count(value ?? '');
    if (this.brought === undefined) return;
    let values = this.brought.get(partition);
    if (values === undefined) this.brought.set(partition, (values = new PagedValues()));
    values.set(docId, value ?? '');
  }

  private count(value: Scalar): void {
    const position = this.positionOf(value);
    if (position !== undefined) this.counts[position]! += 1;
    else this.addValue(value);
  }

  private positionOf(value: Scalar): number | undefined {
    const position = this.first.get(value);
    return position !== undefined || this.first.size < FIRST_VALUES ? position : this.others[mapOf(value)]?.get(value);
  }

  private addValue(value: Scalar): void {
    const isFirst = this.first.size < FIRST_VALUES;
    const map = isFirst ? this.first : (this.others[mapOf(value)] ??= new Map());
    map.set(value, this.counts.length);
    this.counts.push(1);
    if (value !== '') this.values.push(value);
  }

  countOf(value: Scalar): number {
    return this.counts[this.positionOf(value)!]!;
  }

  /** Subtracts the values of a document, if it was counted. Returns them. */
  takeBack(partition: ClassPartition, docId: number): readonly Scalar[] {
    const values = this.brought?.get(partition);
    const value = values?.get(docId);
    if (value === undefined) return [];
    values!.set(docId, undefined);
    const elements = elementsOf(value);
    for (const element of elements) this.counts[this.positionOf(element)!]! -= 1;
    return elements;
  }
}

/** Position of the first sorted value that is not before the given one. */
const lowerBound = (sorted: readonly Scalar[], value: Scalar): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareValues(sorted[middle]!, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Highest number of arguments of one call. */
const PARTS_MAX = 4096;

/** Sorted values without some of them and with others. */
const patched = (sorted: readonly Scalar[], gone: Iterable<Scalar>, added: readonly Scalar[]): readonly Scalar[] => {
  const cuts = [
    ...[...gone].map((value) => ({ value, isGone: true })),
    ...added.map((value) => ({ value, isGone: false })),
  ].sort((a, b) => compareValues(a.value, b.value));
  if (cuts.length === 0) return sorted;
  const parts: (readonly Scalar[])[] = [];
  let from = 0;
  for (const { value, isGone } of cuts) {
    const place = lowerBound(sorted, value);
    parts.push(sorted.slice(from, place), isGone ? [] : [value]);
    from = isGone ? place + 1 : place;
  }
  parts.push(sorted.slice(from));
  let all: Scalar[] = [];
  for (let at = 0; at < parts.length; at += PARTS_MAX) all = all.concat(...parts.slice(at, at + PARTS_MAX));
  return all;
};

/** Changes up to which values are counted again, in one go; with more all of them are. Tests lower it. */
export const RECOUNTING = { changesMax: 1024 };

/** Present values in order; undefined where too much has changed, or words of the query their meaning. */
function* countedValues(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
  first: Searcher,
  counts: ValueCounts,
  changes: IndexChanges | undefined,
): Steps<readonly Scalar[] | undefined> {
  const step = new SortStep();
  const compare = (a: Scalar, b: Scalar): number => {
    step.count();
    return compareValues(a, b);
  };
  const sorted = yield* sortInSteps<Scalar, Scalar[]>(counts.values, compare, step);
  if (changes === undefined || changes.count === 0) return sorted;
  if (changes.count > RECOUNTING.changesMax) return undefined;
  const known = sorted.length;
  const again = yield* judgedAgain(index, shop, query, first, changes);
  if (again === undefined) return undefined;
  if (changes.count > RECOUNTING.changesMax) {
    again.judge.release();
    return undefined;
  }
  const touched = new Set<Scalar>();
  for (const [partition, docIds] of changes.docIds)
    for (const docId of docIds) for (const value of counts.takeBack(partition, docId)) touched.add(value);
  for (const { partition, docIds } of again.matching) {
    const source = again.judge.fields.resolve(partition, field);
    for (const docId of docIds) counts.add(partition, docId, source?.value(docId));
  }
  again.judge.release();
  const gone = [...touched].filter((value) => value !== '' && counts.countOf(value) === 0);
  return patched(sorted.slice(0, known), gone, counts.values.slice(known));
}

/**
 * The different values of a field over all that a query finds, in order, as of the last step. `changes`: documents that
 * changed between two steps. Refuses: SEARCH_WARMING_UP.
 */
export function* distinctInSteps(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
  changes?: IndexChanges,
  probe?: WorkProbe,
): Steps<Result<readonly Scalar[]>> {
  if (matchLeavesOf(query.constraint).length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  for (;;) {
    changes?.forget();
    const first = new Searcher(index, shop, query);
    if (probe !== undefined) probe.estimate = (enough) => first.estimate(enough);
    const counts = new ValueCounts(changes !== undefined);
    for (const { partition, docIds } of yield* first.matching()) {
      const source = first.fields.resolve(partition, field);
      const step = new TestStep();
      for (let position = 0; position < docIds.length; position += 1) {
        if (step.isOver()) {
          TAKEN.bytes += STEPS.testsMax * VALUE_BYTES;
          yield field;
        }
        const docId = docIds[position]!;
        // Changed documents are judged at the end.
        if (changes?.docIds.get(partition)?.has(docId) !== true) counts.add(partition, docId, source?.value(docId));
      }
    }
    const counted = yield* countedValues(index, shop, query, field, first, counts, changes);
    first.release();
    if (counted !== undefined) return ok(counted);
  }
}
