// The records over which fields are counted, family by family, and what each of them has of every field.
//
// A family is what a search counts as one: a product with its variations, or each record by itself.
import type { SearchQuery } from '../../domain/search/query.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Collapsed } from './collapse-variations.ts';
import { NO_PLACE, collapseToRoots } from './collapse-variations.ts';
import type { IndexChanges } from './index-changes.ts';
import type { DocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching } from './searcher.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** The records of one partition. */
export interface FacetRows {
  readonly partition: ClassPartition;
  /** The records of a family stand side by side. */
  readonly docIds: DocIds;
  /** By family: its first position, and the end behind the last one; undefined: each record is a family. */
  readonly starts: DocIds | undefined;
  /** By field and position: what the record has, see FacetTally. */
  readonly codes: DocIds[];
  /** By doc id: one more than its family, 0: it is in none; undefined where nothing changes meanwhile. */
  readonly familyOf: DocIds | undefined;
}

/** Puts found records in the order of their families; those that have changed since are left out. */
function* grouped(
  { vocabulary: { scratch } }: ClassPartition,
  found: DocIds,
  { docIds: tops, places }: Collapsed,
): Steps<{ readonly docIds: DocIds; readonly starts: DocIds }> {
  const starts = scratch.allocate(tops.length + 1).fill(0);
  yield* inBlocks(found.length, (from, to) => {
    for (let at = from; at < to; at += 1) if (places[at] !== NO_PLACE) starts[places[at]! + 1]! += 1;
  });
  yield* inBlocks(tops.length, (from, to) => {
    for (let family = from; family < to; family += 1) starts[family + 1]! += starts[family]!;
  });
  const next = scratch.allocate(tops.length);
  next.set(starts.subarray(0, tops.length));
  const docIds = scratch.allocate(starts[tops.length]!);
  yield* inBlocks(found.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const place = places[at]!;
      if (place === NO_PLACE) continue;
      docIds[next[place]!] = found[at]!;
      next[place]! += 1;
    }
  });
  return { docIds, starts };
}

function* familiesByDoc(
  { ids, vocabulary: { scratch } }: ClassPartition,
  { docIds, starts }: Pick<FacetRows, 'docIds' | 'starts'>,
): Steps<DocIds> {
  const familyOf = scratch.allocate(ids.length).fill(0);
  let end = 0;
  yield* inBlocks(docIds.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (starts === undefined) end = at + 1;
      else while (starts[end]! <= at) end += 1;
      familyOf[docIds[at]!] = end;
    }
  });
  return familyOf;
}

/** `changes`: since the records were found. */
export function* facetRows(
  index: SearchIndex,
  { collapseToRoots: collapses }: SearchQuery,
  { partition, docIds }: Matching,
  changes: IndexChanges | undefined,
): Steps<FacetRows> {
  const tops = collapses === true ? yield* collapseToRoots(index, partition, docIds, changes) : undefined;
  const rows = tops === undefined ? { docIds, starts: undefined } : yield* grouped(partition, docIds, tops);
  const familyOf = changes && (yield* familiesByDoc(partition, rows));
  return { partition, ...rows, codes: [], familyOf };
}

/** Families of which a record may have changed since it was found. */
export const changedFamilies = (
  index: SearchIndex,
  { partition, familyOf }: FacetRows,
  { docIds: changedDocs, rootIds }: IndexChanges,
  collapses: boolean,
): ReadonlySet<number> => {
  const families = new Set<number>();
  const add = (docId: number): void => {
    // Documents that came later have no place in it.
    const family = familyOf![docId] ?? 0;
    if (family > 0) families.add(family - 1);
  };
  const addFamily = (id: number): void => {
    if (index.partitionOf(id) === partition) add(index.docIdOf(id));
    for (const child of index.childrenOf(id)) addFamily(child);
  };
  for (const docId of changedDocs.get(partition) ?? []) add(docId);
  if (collapses) for (const rootId of rootIds) addFamily(rootId);
  return families;
};
