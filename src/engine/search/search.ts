// Answers a search: find, count, sort and cut; and the different values of a field over what a query finds.
//
// `count` is exact and independent of the page. A search runs to its end in one turn of the event loop.
import type { Constraint, Leaf, Scalar } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import type { SearchResult, SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ClassPartition } from './class-partition.ts';
import { sortIds } from './sort.ts';
import type { SortColumn } from './sort.ts';
import { scratchKeys } from './scratch.ts';
import { fillSortKeys, fillTextSortKeys } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import type { FieldSource } from './field-resolver.ts';
import { Searcher } from './searcher.ts';
import type { Hits } from './searcher.ts';

const matchLeavesOf = (constraint: Constraint): readonly Leaf[] =>
  constraint.type === 'leaf'
    ? constraint.operator === 'MATCH'
      ? [constraint]
      : []
    : constraint.parts.flatMap(matchLeavesOf);

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
  return {
    value: (id) => {
      const its = index.partitionOf(id)!;
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

/** The page of records that a query asks for, and how many there are in all. Refuses: SEARCH_WARMING_UP. */
export const search = (index: SearchIndex, shop: Reader, query: SearchQuery): Result<SearchResult> => {
  const matchLeaves = matchLeavesOf(query.constraint);
  if (matchLeaves.length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const searcher = new Searcher(index, shop, query);
  const hits = searcher.hits(query.collapseToRoots === true);
  const count = hits.reduce((sum, { docIds }) => sum + docIds.length, 0);
  const { skip, limit, descending } = query;
  const columns = query.order.map((field) => sortColumn(index, searcher, hits, count, field));
  // Without columns the best ranks come first in both directions; descending turns only the order of equal ranks.
  if (matchLeaves.length > 0 && columns.length === 0)
    columns.push({
      value: () => undefined,
      keys: () => ({ keys: searcher.rankKeys(hits, matchLeaves, count), exact: true }),
    });
  const ids = sortIds(idsOf(index, hits, count), columns, descending, skip, limit);
  searcher.release();
  return ok({ ids, count });
};

/**
 * The different values of a field over all that a query finds, in order.
 *
 * Refuses: SEARCH_WARMING_UP.
 */
export const distinctValues = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
): Result<readonly Scalar[]> => {
  if (matchLeavesOf(query.constraint).length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const searcher = new Searcher(index, shop, query);
  const values = new Set<Scalar>();
  for (const { partition, docIds } of searcher.hits(false)) {
    const source = searcher.fields.resolve(partition, field);
    for (const docId of docIds) {
      const value = source?.value(docId);
      for (const element of typeof value === 'object' ? value : [value ?? '']) values.add(element);
    }
  }
  searcher.release();
  values.delete('');
  return ok([...values].sort(compareValues));
};
