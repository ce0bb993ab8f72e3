// Updates the result of an interrupted search: records that changed meanwhile are judged as they are now, all others
// stay as they were found.
import { SEARCH_WORK } from '../../domain/search/search-work.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { filterDocs } from './doc-sets.ts';
import type { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import { Searcher } from './searcher.ts';
import type { Matching } from './searcher.ts';
import type { SearchIndex } from './search-index.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';

/** Whether a change may concern a document: itself, or its family where products stand for their variations. */
const isConcerned = (
  index: SearchIndex,
  { collapseToRoots }: SearchQuery,
  { docIds, rootIds }: IndexChanges,
  partition: ClassPartition,
): ((docId: number) => boolean) => {
  const changed = docIds.get(partition);
  const isChanged = (docId: number): boolean => changed?.has(docId) === true;
  if (collapseToRoots !== true || rootIds.size === 0) return isChanged;
  return (docId) => isChanged(docId) || rootIds.has(index.rootOf(partition.ids[docId]!));
};

/** Found documents without those concerned by a change. */
export function* withoutChanged(
  index: SearchIndex,
  query: SearchQuery,
  found: readonly Matching[],
  changes: IndexChanges,
): Steps<Matching[]> {
  const left: Matching[] = [];
  for (const { partition, docIds } of found) {
    const concerned = isConcerned(index, query, changes, partition);
    left.push({ partition, docIds: yield* filterDocs(partition, docIds, (docId) => !concerned(docId)) });
  }
  return left;
}

/** Existing documents concerned by changes, by partition; changes that come meanwhile may be among them. */
function* concernedDocs(
  index: SearchIndex,
  { collapseToRoots, within }: SearchQuery,
  { docIds, rootIds, ids }: IndexChanges,
): Steps<Map<ClassPartition, Set<number>>> {
  const concerned = new Map<ClassPartition, Set<number>>();
  const add = (id: number): void => {
    const partition = index.partitionOf(id);
    if (partition === undefined || (within !== undefined && within.position(id) === 0)) return;
    const known = concerned.get(partition);
    if (known === undefined) concerned.set(partition, new Set([index.docIdOf(id)]));
    else known.add(index.docIdOf(id));
  };
  let walked = 0;
  const isStepOver = (): boolean => (walked += 1) % STEPS.testsMax === 0;
  for (const id of ids) {
    if (isStepOver()) yield '';
    add(id);
  }
  for (const [partition, changed] of docIds)
    for (const docId of changed) {
      if (isStepOver()) yield '';
      add(partition.ids[docId]!);
    }
  const addFamily = (id: number): void => {
    add(id);
    for (const child of index.childrenOf(id)) addFamily(child);
  };
  if (collapseToRoots === true)
    for (const rootId of rootIds) {
      if (isStepOver()) yield '';
      addFamily(rootId);
    }
  return concerned;
}

/** Number of records concerned by changes up to which they are judged without a pause; tests lower it. */
export const JUDGING = { atOnceMax: 256 };
const AT_ONCE_NS = 2_000_000;

/** Present matches among documents concerned by changes, and their searcher, which its user releases. */
export interface Judged {
  readonly judge: Searcher;
  readonly matching: readonly Matching[];
}

function* judgedBy(
  judge: Searcher,
  first: Searcher,
  concerned: ReadonlyMap<ClassPartition, ReadonlySet<number>>,
): Steps<Matching[] | undefined> {
  if (!(yield* judge.readsAs(first))) return undefined;
  const matching: Matching[] = [];
  for (const [partition, docIds] of concerned) {
    const matches = yield* judge.judged(partition, Uint32Array.from(docIds));
    if (matches.length > 0) matching.push({ partition, docIds: matches });
  }
  return matching;
}

/** Runs steps without a pause, except for long texts. */
function* nearlyAtOnce<T>(steps: Steps<T>): Steps<T> {
  let workNs = SEARCH_WORK.ns;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (SEARCH_WORK.ns - workNs < AT_ONCE_NS) continue;
    workNs = SEARCH_WORK.ns;
    yield value;
  }
}

/**
 * Present matches among records concerned by changes; undefined if changes give words of the query another meaning than
 * they had for `first`.
 */
export function* judgedAgain(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  first: Searcher,
  changes: IndexChanges,
): Steps<Judged | undefined> {
  for (;;) {
    const seen = changes.count;
    const concerning = concernedDocs(index, query, changes);
    const concerned = yield* changes.ids.size <= JUDGING.atOnceMax ? nearlyAtOnce(concerning) : concerning;
    const judge = new Searcher(index, shop, query);
    const judging = judgedBy(judge, first, concerned);
    const isShort = [...concerned.values()].reduce((sum, { size }) => sum + size, 0) <= JUDGING.atOnceMax;
    const matching = yield* isShort ? nearlyAtOnce(judging) : judging;
    if (matching !== undefined && changes.count === seen) return { judge, matching };
    judge.release();
    if (matching === undefined) return undefined;
  }
}
