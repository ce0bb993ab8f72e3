// The different values of a field over what a query finds, as of the step in which they are answered.
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
import { TAKEN } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { sortInSteps } from './sort.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import type { WorkProbe } from './work-estimate.ts';

/** About what a value takes that is kept. */
const VALUE_BYTES = 16;

/** The different values of a field, and in how many documents each is. */
class ValueCounts {
  readonly counts = new Map<Scalar, number>();
  /** What documents have brought, by partition and doc id; kept where it may be taken back. */
  private readonly brought: Map<ClassPartition, FieldValue[]> | undefined;

  constructor(isKept: boolean) {
    this.brought = isKept ? new Map() : undefined;
  }

  add(partition: ClassPartition, docId: number, value: FieldValue): void {
    for (const element of elementsOf(value)) this.counts.set(element, (this.counts.get(element) ?? 0) + 1);
    if (this.brought === undefined) return;
    let values = this.brought.get(partition);
    if (values === undefined) this.brought.set(partition, (values = []));
    values[docId] = value ?? '';
  }

  takeBack(partition: ClassPartition, docId: number): void {
    const values = this.brought?.get(partition);
    const value = values?.[docId];
    if (value === undefined) return;
    values![docId] = undefined;
    for (const element of elementsOf(value)) this.counts.set(element, this.counts.get(element)! - 1);
  }
}

const elementsOf = (value: FieldValue): readonly Scalar[] => (typeof value === 'object' ? value : [value ?? '']);

/** The values in order, as they are now; undefined where words of the query mean something else by now. */
function* countedValues(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
  first: Searcher,
  values: ValueCounts,
  changes: IndexChanges | undefined,
): Steps<readonly Scalar[] | undefined> {
  const { counts } = values;
  const sorted = yield* sortInSteps<Scalar, Scalar[]>([...counts.keys()], compareValues);
  const current = (): Scalar[] => sorted.filter((value) => value !== '' && counts.get(value)! > 0);
  if (changes === undefined || changes.count === 0) return current();
  const again = yield* judgedAgain(index, shop, query, first, changes);
  if (again === undefined) return undefined;
  for (const [partition, docIds] of changes.docIds) for (const docId of docIds) values.takeBack(partition, docId);
  const known = new Set(counts.keys());
  for (const { partition, docIds } of again.matching) {
    const source = again.judge.fields.resolve(partition, field);
    for (const docId of docIds) values.add(partition, docId, source?.value(docId));
  }
  again.judge.release();
  const added = [...counts.keys()].filter((value) => !known.has(value) && value !== '');
  return added.length === 0 ? current() : [...current(), ...added].sort(compareValues);
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
    const values = new ValueCounts(changes !== undefined);
    for (const { partition, docIds } of yield* first.matching()) {
      const source = first.fields.resolve(partition, field);
      for (let position = 0; position < docIds.length; position += 1) {
        if (position % STEPS.testsMax === STEPS.testsMax - 1) {
          TAKEN.bytes += STEPS.testsMax * VALUE_BYTES;
          yield field;
        }
        const docId = docIds[position]!;
        // What has changed is judged at the end.
        if (changes?.docIds.get(partition)?.has(docId) !== true) values.add(partition, docId, source?.value(docId));
      }
    }
    const counted = yield* countedValues(index, shop, query, field, first, values, changes);
    first.release();
    if (counted !== undefined) return ok(counted);
  }
}
