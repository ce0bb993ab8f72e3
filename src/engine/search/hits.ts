// Layout of all found documents, partition by partition: tops of families in place of variations, ranks, and ids.
import type { Leaf } from '../../domain/search/constraint.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Collapsed } from './collapse-variations.ts';
import { NO_PLACE, collapseToRoots } from './collapse-variations.ts';
import type { IndexChanges } from './index-changes.ts';
import type { DocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, Searcher } from './searcher.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** Documents found in one partition, and their offset among all found. */
interface Hits extends Matching {
  readonly offset: number;
  /**
   * Set where products replaced variations: documents that met the constraint, and the position of each one's product
   * in `docIds`.
   */
  readonly collapsed?: Collapsed & { readonly rows: DocIds };
}

/** All found documents, and their number. */
export interface Found {
  readonly searcher: Searcher;
  readonly hits: readonly Hits[];
  readonly count: number;
}

/** Records `prio` of tops that are not in the list: the best position of their variations. */
const recordPositions = (
  searcher: Searcher,
  { within, places: ranks = within }: SearchQuery,
  { partition: { ids }, docIds }: Matching,
  { rows, places }: NonNullable<Hits['collapsed']>,
): Steps<void> =>
  inBlocks(ranks === undefined ? 0 : rows.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      if (places[index] === NO_PLACE) continue;
      const root = ids[docIds[places[index]!]!]!;
      const position = ranks!.position(root) === 0 ? ranks!.position(ids[rows[index]!]!) : 0;
      if (position > 0) searcher.recordPosition(root, position);
    }
  });

/**
 * Lays out found documents with offsets; tops of families, each once, if the query wants them. `changes`: changes since
 * the documents were found.
 */
export function* foundBy(
  index: SearchIndex,
  query: SearchQuery,
  searcher: Searcher,
  matching: readonly Matching[],
  changes?: IndexChanges,
): Steps<Found> {
  const hits: Hits[] = [];
  let count = 0;
  for (const { partition, docIds } of matching) {
    const roots =
      query.collapseToRoots === true ? yield* collapseToRoots(index, partition, docIds, changes) : undefined;
    const part: Hits =
      roots === undefined
        ? { partition, docIds, offset: count }
        : { partition, docIds: roots.docIds, offset: count, collapsed: { ...roots, rows: docIds } };
    if (part.collapsed !== undefined) yield* recordPositions(searcher, query, part, part.collapsed);
    hits.push(part);
    count += part.docIds.length;
  }
  return { searcher, hits, count };
}

/** Original ids by doc id, of documents that have changed since they were found. */
export type KeptIds = ReadonlyMap<ClassPartition, ReadonlyMap<number, number>>;

const layIds = (
  { partition: { ids: recordIds }, docIds, offset }: Hits,
  ids: Uint32Array,
  from: number,
  to: number,
): void => {
  for (let position = from; position < to; position += 1) ids[offset + position] = recordIds[docIds[position]!]!;
};

/** Ids of everything found. `kept`: original ids of documents that may stand for another record by now. */
export function* idsOf(index: SearchIndex, { hits, count }: Found, kept?: KeptIds): Steps<Uint32Array> {
  const ids = index.vocabulary.scratch.allocate(count);
  for (const part of hits) {
    const { partition, docIds, offset } = part;
    yield* inBlocks(docIds.length, (from, to) => {
      layIds(part, ids, from, to);
      const changed = kept?.get(partition);
      if (changed === undefined) return;
      for (let position = from; position < to; position += 1)
        ids[offset + position] = changed.get(docIds[position]!) ?? ids[offset + position]!;
    });
  }
  return ids;
}

const addRanks = (keys: Float64Array, { offset, docIds }: Hits, ranks: Uint8Array, from: number, to: number): void => {
  for (let index = from; index < to; index += 1) keys[offset + index]! -= ranks[docIds[index]!]!;
};

/** Negative ranks by position over these MATCH conditions, which a hit need not all have met. */
export function* rankKeys(
  { searcher, hits, count }: Found,
  matchLeaves: readonly Leaf[],
  keys: Float64Array,
): Steps<Float64Array> {
  yield* inBlocks(count, (from, to) => keys.fill(0, from, to));
  for (const part of hits) {
    const { partition, docIds, offset, collapsed } = part;
    const ranks: Uint8Array[] = [];
    for (const leaf of matchLeaves) if (!leaf.never) ranks.push((yield* searcher.matchesIn(partition, leaf)).ranks);
    if (collapsed === undefined) {
      for (const ranked of ranks) yield* inBlocks(docIds.length, (from, to) => addRanks(keys, part, ranked, from, to));
      continue;
    }
    const { rows, places } = collapsed;
    yield* inBlocks(rows.length, (from, to) => {
      for (let index = from; index < to; index += 1) {
        if (places[index] === NO_PLACE) continue;
        let rank = 0;
        for (const ranked of ranks) rank += ranked[rows[index]!]!;
        const place = offset + places[index]!;
        keys[place] = Math.min(keys[place]!, -rank);
      }
    });
  }
  return keys;
}

/** The rank key of a record that was found and has not changed since; `keys`: those by position. */
export const rankKeyOf = (
  index: SearchIndex,
  { searcher, hits }: Found,
  matchLeaves: readonly Leaf[],
  keys: Float64Array,
  id: number,
): number => {
  const partition = index.partitionOf(id)!;
  const docId = index.docIdOf(id);
  const { collapsed, offset } = hits.find((part) => part.partition === partition)!;
  if (collapsed !== undefined) return keys[offset + collapsed.placeOf[docId]!]!;
  return matchLeaves.reduce((sum, leaf) => sum - (searcher.ranksIn(partition, leaf)?.[docId] ?? 0), 0);
};
