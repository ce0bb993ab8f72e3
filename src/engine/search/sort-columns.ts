// Columns by which a search sorts what it found. Values of records that change while they are sorted are kept as they
// were: an order in which one of them moves would put others in wrong places, too.
import type { FieldValue, Leaf } from '../../domain/search/constraint.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { ClassPartition } from './class-partition.ts';
import { fillSortKeys, fillTextSortKeys } from './column-scan.ts';
import type { FieldSource } from './field-resolver.ts';
import { scratchKeys } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Hits, Searcher } from './searcher.ts';
import type { SortColumn, SortKeys } from './sort.ts';

/** Without columns what MATCH finds is sorted by rank. */
export const isByRank = (order: readonly string[], matchLeaves: readonly Leaf[]): boolean =>
  matchLeaves.length > 0 && order.length === 0;

export const idsOf = (index: SearchIndex, hits: readonly Hits[], count: number): Uint32Array => {
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
  const read = (id: number): FieldValue => {
    const its = index.partitionOf(id);
    // Deleted while the records are sorted.
    if (its === undefined) return undefined;
    if (its !== partition) {
      partition = its;
      source = searcher.fields.resolveForSort(its, field);
    }
    return source?.value(index.docIdOf(id));
  };
  /** Values of records that have changed since: as they were. */
  const kept = new Map<number, FieldValue>();
  const [only] = hits;
  const keptDocs = new Set<number>();
  return {
    field,
    computed: !isStored,
    value: (id) => (kept.has(id) ? kept.get(id) : read(id)),
    keep: (its, docId) => {
      const id = its.ids[docId]!;
      if (!kept.has(id)) kept.set(id, read(id));
      if (its === only?.partition) keptDocs.add(docId);
    },
    keys: (direction) => {
      const keys = scratchKeys(count);
      const its =
        only !== undefined && hits.length === 1
          ? searcher.fields.resolveForSort(only.partition, field)?.chain
          : undefined;
      const ties = its && fillTextSortKeys(only!.partition, its, only!.docIds, direction, keys);
      if (ties !== undefined) {
        const { docIds } = only!;
        // Values that were kept decide where a text has changed.
        const isKept = (position: number): boolean => keptDocs.has(docIds[position]!);
        return { keys, exact: false, ties: (a, b) => (keptDocs.size > 0 && (isKept(a) || isKept(b)) ? 0 : ties(a, b)) };
      }
      for (const { partition: classPartition, docIds, offset: from } of hits) {
        const { chain } = searcher.fields.resolveForSort(classPartition, field) ?? {};
        if (chain === undefined || !fillSortKeys(chain, docIds, direction, keys, from, hits.length === 1))
          return undefined;
      }
      return { keys, exact: true };
    },
  };
};

export const sortColumns = (
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
  if (isByRank(order, matchLeaves)) {
    const keys = (): SortKeys => ({ keys: searcher.rankKeys(hits, matchLeaves, count), exact: true });
    return [{ field: '', value: () => undefined, keys }];
  }
  return order.filter((field) => !isSame(field)).map((field) => sortColumn(index, searcher, hits, count, field));
};
