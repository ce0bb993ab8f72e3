// The page of a search, as of the moment in which it is answered.
//
// Records that change during the sort are left out, judged at the end as they are then, and put in their places. That
// work has no pause and touches changed records only; all work on every record is done in steps before.
import { familyOf } from '../../domain/search/constraint.ts';
import type { FieldValue, Leaf } from '../../domain/search/constraint.ts';
import type { ExplainedHit, SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import { NO_IDS, firstOf } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import type { Found } from './hits.ts';
import { foundBy, idsOf, rankKeyOf, rankKeys } from './hits.ts';
import { explainedHits } from './explained-hits.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain, withoutChanged } from './judged-again.ts';
import { merged, placesOf, withoutGone } from './patched-order.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, Searcher } from './searcher.ts';
import { compareFieldValues, pageIds, sortIdsInSteps } from './sort.ts';
import { SortColumns, boosted, isByRank } from './sort-columns.ts';
import { runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';

/**
 * Number of records of the page that may change during the sort before it is repeated; it grows with each repetition.
 */
const SPARE = { min: 64, growth: 8 };

/** Found documents, with rank keys where these decide. */
interface Ranked {
  readonly found: Found;
  readonly keys: Float64Array;
}

/** Functions that read the compared values of records, one per column. */
const readers = (
  index: SearchIndex,
  { found, keys }: Ranked,
  { order, boost }: SearchQuery,
  matchLeaves: readonly Leaf[],
): readonly ((id: number) => FieldValue)[] => {
  const read = (id: number, field: string): FieldValue =>
    found.searcher.fields.resolveForSort(index.partitionOf(id)!, field)?.value(index.docIdOf(id));
  if (!isByRank(order, matchLeaves)) return order.map((field) => (id: number) => read(id, field));
  const rank = (id: number): FieldValue => rankKeyOf(index, found, matchLeaves, keys, id);
  return boost === undefined ? [rank] : [rank, (id) => boosted(read(id, boost), 1)];
};

/** Merges found and `judged` records into a page. `sorted`: the first found ones, in order, without changed ones. */
const together = (
  index: SearchIndex,
  query: SearchQuery,
  matchLeaves: readonly Leaf[],
  found: Ranked,
  sorted: Uint32Array,
  judged: Ranked,
): Uint32Array => {
  const again = [...runToEnd(idsOf(index, judged.found))];
  const [known, anew] = [readers(index, found, query, matchLeaves), readers(index, judged, query, matchLeaves)];
  const direction = query.descending ? -1 : 1;
  const turns = isByRank(query.order, matchLeaves) ? 1 : direction;
  const compare = (a: number, as: typeof known, b: number, bs: typeof known): number => {
    for (let column = 0; column < as.length; column += 1) {
      const by = compareFieldValues(as[column]!(a), bs[column]!(b), turns);
      if (by !== 0) return by;
    }
    return (a - b) * direction;
  };
  again.sort((a, b) => compare(a, anew, b, anew));
  return merged(sorted, again, (id, other) => compare(id, known, other, anew) < 0);
};

/** Records of a page whose variations are named. */
const VARIATIONS_MAX = 1000;

/** What is said of the records of a page. `foundIn`: what has judged a record. */
const besides = (
  { constraint }: SearchQuery,
  ids: ManyIds,
  explained: readonly ExplainedHit[],
  foundIn: (id: number) => Searcher,
): Pick<SearchResult, 'explained' | 'variations'> => ({
  ...(familyOf(constraint) !== undefined && {
    variations: firstOf(ids, VARIATIONS_MAX).map((id) => foundIn(id).variationOf(id)),
  }),
  ...(explained.length > 0 && { explained }),
});

/** Present page of what `first` has found; undefined where words of the query have changed their meaning. */
export function* pageOf(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  first: Searcher,
  matching: readonly Matching[],
  changes: IndexChanges | undefined,
): Steps<SearchResult | undefined> {
  const matchLeaves = matchLeavesOf(query.constraint);
  const { skip, limit, descending, collapseToRoots } = query;
  const end = limit === 0 ? Infinity : skip + limit;
  const hasChanged = (): boolean => changes !== undefined && changes.count > 0;
  for (let spare = hasChanged() ? SPARE.min : 0; ; spare = Math.max(SPARE.min, spare * SPARE.growth)) {
    const columns = new SortColumns(index, first, query, matching, matchLeaves);
    if (changes !== undefined) changes.before = columns.keep;
    const unchanged = hasChanged() ? yield* withoutChanged(index, query, matching, changes!) : matching;
    const found = yield* foundBy(index, query, first, unchanged, changes);
    const { count } = found;
    if (changes === undefined && skip >= count)
      return { ids: NO_IDS, count, ...besides(query, NO_IDS, [], () => first) };
    const ids = yield* idsOf(index, found, columns.keptIds);
    const most = limit === 0 ? 0 : skip + limit + spare;
    const sorted = yield* sortIdsInSteps(ids, columns.sorting(found), descending, 0, most);
    const places = hasChanged() ? yield* placesOf(ids, sorted) : undefined;
    if (changes !== undefined) changes.before = undefined;
    const explains = query.explains === true && isByRank(query.order, matchLeaves);
    if (places === undefined) {
      const page = { ids: pageIds(sorted.slice(skip, Math.min(end, count))), count };
      const explained = explains ? yield* explainedHits([found], query, matchLeaves, page.ids, changes) : [];
      // What changes meanwhile is put in its place first.
      if (hasChanged() || explained === undefined) continue;
      return { ...page, ...besides(query, page.ids, explained, () => first) };
    }
    const again = yield* judgedAgain(index, shop, query, first, changes!);
    if (again === undefined) return undefined;
    // From here on there is no pause but to explain, so nothing can change.
    const { judge, matching: judged } = again;
    const asOf = changes!.count;
    const gone = collapseToRoots === true ? changes!.rootIds : changes!.ids;
    const { left, goneCount } = withoutGone(sorted, places, gone);
    // Records after the kept ones may now belong on the page.
    if (left.length < end && sorted.length < count) {
      judge.release();
      continue;
    }
    const anew = runToEnd(foundBy(index, query, judge, judged));
    const isRanked = isByRank(query.order, matchLeaves);
    const keys = new Float64Array(isRanked ? anew.count : 0);
    if (isRanked) runToEnd(rankKeys(anew, matchLeaves, keys));
    const [before, now] = [
      { found, keys: columns.rankKeys },
      { found: anew, keys },
    ];
    const page = together(index, query, matchLeaves, before, left, now).slice(skip, end);
    const shownIds = pageIds(page);
    const explained = explains ? yield* explainedHits([found, anew], query, matchLeaves, shownIds, changes) : [];
    const more = besides(query, shownIds, explained ?? [], (id) => (changes!.rootIds.has(id) ? judge : first));
    judge.release();
    if (changes!.count === asOf && explained !== undefined)
      return { ids: shownIds, count: count - goneCount + anew.count, ...more };
  }
}
