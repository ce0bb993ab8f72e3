// Says why the first records of a page stand where they do, by reading the texts of each of them.
import type { Leaf } from '../../domain/search/constraint.ts';
import { explainMatch } from '../../domain/search/explain-match.ts';
import type { ExplainedMatch } from '../../domain/search/explain-match.ts';
import type { ExplainedHit, SearchQuery } from '../../domain/search/query.ts';
import { firstOf } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import type { ClassPartition } from './class-partition.ts';
import { NO_PLACE } from './collapse-variations.ts';
import { chainValue } from './column.ts';
import type { Found } from './hits.ts';
import type { IndexChanges } from './index-changes.ts';
import { plain } from './inverted-index.ts';
import type { Searcher } from './searcher.ts';
import { STEPS, countTested, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** Records that are explained: their texts are read. */
const HITS_MAX = 24;

/** The record of a family that ranks best, of those that rank alike the oldest, and what found it. */
interface BestRow {
  readonly searcher: Searcher;
  readonly partition: ClassPartition;
  readonly docId: number;
  readonly rank: number;
}

/** Whether a record ranks better; the order in which records are found decides nothing: doc ids are used again. */
const isBetter = (id: number, rank: number, known: BestRow | undefined): boolean =>
  known === undefined || rank > known.rank || (rank === known.rank && id < known.partition.ids[known.docId]!);

function* bestRows(
  found: readonly Found[],
  { collapseToRoots }: SearchQuery,
  leaves: readonly Leaf[],
  wanted: ReadonlySet<number>,
  changes: IndexChanges | undefined,
): Steps<ReadonlyMap<number, BestRow>> {
  const best = new Map<number, BestRow>();
  const gone = collapseToRoots === true ? changes?.rootIds : changes?.ids;
  for (const [nth, { searcher, hits }] of found.entries())
    for (const { partition, docIds, collapsed } of hits) {
      // A changed document may have the rank of its former words here, or be another record by now.
      const isStale = (docId: number): boolean => nth === 0 && changes?.docIds.get(partition)?.has(docId) === true;
      const ranks = leaves.map((leaf) => searcher.ranksIn(partition, leaf));
      const rows = collapsed?.rows ?? docIds;
      yield* inBlocks(rows.length, (from, to) => {
        for (let at = from; at < to; at += 1) {
          const place = collapsed === undefined ? at : collapsed.places[at]!;
          const id = place === NO_PLACE ? 0 : partition.ids[docIds[place]!]!;
          if (!wanted.has(id)) continue;
          const docId = rows[at]!;
          if (nth === 0 && (gone?.has(id) === true || isStale(docId) || isStale(docIds[place]!))) continue;
          const rank = ranks.reduce((sum, of) => sum + (of?.[docId] ?? 0), 0);
          if (isBetter(partition.ids[docId]!, rank, best.get(id))) best.set(id, { searcher, partition, docId, rank });
        }
      });
    }
  return best;
}

/** By the first reading whose words are all there: what was typed, before what the shop's words make of it. */
function* explainedLeaf({ searcher, partition, docId }: BestRow, leaf: Leaf): Steps<ExplainedMatch> {
  if (leaf.pinned?.includes(partition.ids[docId]!) === true) return { because: 'pinned', words: [] };
  const texts = searcher.searchedFields(partition, leaf.field).map(({ field, chain, weight, whole }) => {
    const value = chainValue(chain, docId);
    const isHtml = chain.columns.some(({ words }) => words?.html === true);
    return { field, weight, text: plain(String(value ?? ''), isHtml), ...(whole && { whole }) };
  });
  let first: ExplainedMatch | undefined;
  for (const reading of [leaf, ...(leaf.also ?? [])]) {
    const { query } = yield* searcher.matchQueryOf(reading);
    countTested(texts.reduce((sum, { text }) => sum + (text.length >>> 2), STEPS.testsMax));
    const explained = explainMatch(query, reading.whole!, texts);
    if (explained.words.length === query.length) return explained;
    first ??= explained;
  }
  return first!;
}

/**
 * Undefined where records of the page have changed since it was made. `found`: all that it was made of, and `changes`
 * those since the first of it.
 */
export function* explainedHits(
  found: readonly Found[],
  query: SearchQuery,
  leaves: readonly Leaf[],
  page: ManyIds,
  changes: IndexChanges | undefined,
): Steps<readonly ExplainedHit[] | undefined> {
  const { boost } = query;
  const ids = firstOf(page, HITS_MAX);
  const best = yield* bestRows(found, query, leaves, new Set(ids), changes);
  const hits: ExplainedHit[] = [];
  for (const id of ids) {
    yield '';
    const row = best.get(id);
    if (row === undefined) return undefined;
    const { searcher, partition, docId, rank } = row;
    const matches = [];
    for (const leaf of leaves) if (!leaf.never) matches.push(yield* explainedLeaf(row, leaf));
    const boosted = boost === undefined ? undefined : searcher.fields.resolveForSort(partition, boost)?.value(docId);
    hits.push({
      id,
      rowId: partition.ids[docId]!,
      rank,
      matches,
      ...(typeof boosted === 'number' && { boost: boosted }),
    });
  }
  return hits;
}
