// Answers a search: find, count, sort and cut; and the different values of a field over what a query finds.
//
// `count` is exact and independent of the page. A search yields between two steps, so that it may be interrupted; what
// it found of records that changed since then is judged again before it is sorted, and sorted again where records
// change meanwhile.
import { leavesOf } from '../../domain/search/constraint.ts';
import type { Constraint, Leaf, Scalar } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import type { SearchResult, SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ClassPartition } from './class-partition.ts';
import { sortIdsInSteps } from './sort.ts';
import type { SortColumn, SortKeys } from './sort.ts';
import { scratchKeys } from './scratch.ts';
import { fillSortKeys, fillTextSortKeys } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import type { FieldSource } from './field-resolver.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain } from './judged-again.ts';
import { keysetPageInSteps } from './keyset-page.ts';
import { Searcher } from './searcher.ts';
import { STEPS, runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';
import type { Hits } from './searcher.ts';
import type { WorkProbe } from './work-estimate.ts';

export const matchLeavesOf = (constraint: Constraint): readonly Leaf[] =>
  leavesOf(constraint).filter(({ operator }) => operator === 'MATCH');

const idsOf = (index: SearchIndex, hits: readonly Hits[], count: number): Uint32Array => {
  const ids = index.vocabulary.scratch.allocate(count);
  for (const { partition, docIds, offset: from } of hits)
    for (let position = 0; position < docIds.length; position += 1)
      ids[from + position] = partition.ids[docIds[position]!]!;
  return ids;
};

/** Values and keys of a sort column. Ids in a row are mostly of one partition, so its field is kept. */
const sortColumn = (
  index: SearchIndex,
  searcher: Searcher,
  hits: readonly Hits[],
  count: number,
  field: string,
): SortColumn => {
  let partition: ClassPartition | undefined;
  let source: FieldSource | undefined;
  const isStored = hits.every(({ partition: its }) => searcher.fields.resolveForSort(its, field)?.chain !== undefined);
  return {
    field,
    computed: !isStored,
    value: (id) => {
      const its = index.partitionOf(id);
      // Deleted while the records are sorted, which then begins again.
      if (its === undefined) return undefined;
      if (its !== partition) {
        partition = its;
        source = searcher.fields.resolveForSort(its, field);
      }
      return source?.value(index.docIdOf(id));
    },
    keys: (direction) => {
      const keys = scratchKeys(count);
      const [only] = hits;
      const its =
        only !== undefined && hits.length === 1
          ? searcher.fields.resolveForSort(only.partition, field)?.chain
          : undefined;
      const ties = its && fillTextSortKeys(only!.partition, its, only!.docIds, direction, keys);
      if (ties !== undefined) return { keys, exact: false, ties };
      for (const { partition: classPartition, docIds, offset: from } of hits) {
        const { chain } = searcher.fields.resolveForSort(classPartition, field) ?? {};
        if (chain === undefined || !fillSortKeys(chain, docIds, direction, keys, from, hits.length === 1))
          return undefined;
      }
      return { keys, exact: true };
    },
  };
};

const sortColumns = (
  index: SearchIndex,
  searcher: Searcher,
  { order }: SearchQuery,
  hits: readonly Hits[],
  matchLeaves: readonly Leaf[],
  count: number,
): readonly SortColumn[] => {
  const [only] = hits;
  const isSame = (field: string): boolean =>
    hits.length === 1 && searcher.fields.resolveForSort(only!.partition, field)?.constant === true;
  // Without columns the best ranks come first in both directions; descending turns only the order of equal ranks.
  if (matchLeaves.length > 0 && order.length === 0) {
    const keys = (): SortKeys => ({ keys: searcher.rankKeys(hits, matchLeaves, count), exact: true });
    return [{ field: '', value: () => undefined, keys }];
  }
  return order.filter((field) => !isSame(field)).map((field) => sortColumn(index, searcher, hits, count, field));
};

/** Records that change while they are sorted are sorted again, at last without a pause. */
const SORT_ATTEMPTS_MAX = 3;

/**
 * The page of records that a query asks for, and how many there are in all, as of the last step. `changes`: documents
 * that changed between two steps. `probe`: where the search lets itself be judged. Refuses: SEARCH_WARMING_UP.
 */
export function* searchInSteps(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  changes?: IndexChanges,
  probe?: WorkProbe,
): Steps<Result<SearchResult>> {
  const matchLeaves = matchLeavesOf(query.constraint);
  if (matchLeaves.length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  if (query.keyset !== undefined) return yield* keysetPageInSteps(index, shop, query, query.keyset, changes, probe);
  const first = new Searcher(index, shop, query);
  if (probe !== undefined) probe.estimate = (enough) => first.estimate(enough);
  const matching = yield* first.matching();
  for (let attempt = 1; ; attempt += 1) {
    const seen = changes?.count ?? 0;
    // Where records changed, columns may be others than the first searcher knows.
    const searcher = seen > 0 ? new Searcher(index, shop, query) : first;
    const hits = searcher.hits(
      seen > 0 ? judgedAgain(query, matching, changes!, searcher) : matching,
      query.collapseToRoots === true,
    );
    const count = hits.reduce((sum, { docIds }) => sum + docIds.length, 0);
    const { skip, limit, descending } = query;
    if (query.order.length === 0) yield* searcher.lookUpRanks(hits, matchLeaves);
    const columns = sortColumns(index, searcher, query, hits, matchLeaves, count);
    const sorting = sortIdsInSteps(idsOf(index, hits, count), columns, descending, skip, limit);
    const ids = attempt < SORT_ATTEMPTS_MAX ? yield* sorting : runToEnd(sorting);
    if (searcher !== first) searcher.release();
    // What MATCH finds is looked up again by whoever runs the search.
    if (matchLeaves.length === 0 && (changes?.count ?? 0) > seen) continue;
    first.release();
    return ok({ ids, count });
  }
}

/** `searchInSteps` in one go. */
export const search = (index: SearchIndex, shop: Reader, query: SearchQuery): Result<SearchResult> =>
  runToEnd(searchInSteps(index, shop, query));

/**
 * The different values of a field over all that a query finds, in order; to be begun again where a record changed
 * between two steps. Refuses: SEARCH_WARMING_UP.
 */
export function* distinctInSteps(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
  probe?: WorkProbe,
): Steps<Result<readonly Scalar[]>> {
  if (matchLeavesOf(query.constraint).length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const searcher = new Searcher(index, shop, query);
  if (probe !== undefined) probe.estimate = (enough) => searcher.estimate(enough);
  const values = new Set<Scalar>();
  for (const { partition, docIds } of yield* searcher.matching()) {
    const source = searcher.fields.resolve(partition, field);
    for (let position = 0; position < docIds.length; position += 1) {
      if (position % STEPS.testsMax === STEPS.testsMax - 1) yield field;
      const value = source?.value(docIds[position]!);
      for (const element of typeof value === 'object' ? value : [value ?? '']) values.add(element);
    }
  }
  searcher.release();
  values.delete('');
  return ok([...values].sort(compareValues));
}

/** `distinctInSteps` in one go. */
export const distinctValues = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
): Result<readonly Scalar[]> => runToEnd(distinctInSteps(index, shop, query, field));
