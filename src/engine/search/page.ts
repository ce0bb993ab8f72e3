// The page of a search over what was found, as it is in the moment in which it is answered.
//
// Records that change while the found ones are sorted are left out of them, judged at the end as they are then, and put
// in their places. What is done then, without a pause, is work for each of those and for none of the others: all that
// looks at every record is done in steps before.
import type { FieldValue, Leaf } from '../../domain/search/constraint.ts';
import type { SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Found } from './hits.ts';
import { foundBy, idsOf, rankKeyOf, rankKeys } from './hits.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain, withoutChanged } from './judged-again.ts';
import { merged, placesOf, withoutGone } from './patched-order.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, Searcher } from './searcher.ts';
import { compareFieldValues, pageIds, sortIdsInSteps } from './sort.ts';
import { SortColumns, isByRank } from './sort-columns.ts';
import { runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';

/** Records of the page that may change while it is sorted, before it is sorted again; the next time more. */
const SPARE = { min: 64, growth: 8 };

/** What was found, with the keys of its ranks where those decide. */
interface Ranked {
  readonly found: Found;
  readonly keys: Float64Array;
}

/** What records that are sorted are compared by, one function for each column. */
const readers = (
  index: SearchIndex,
  { found, keys }: Ranked,
  { order }: SearchQuery,
  matchLeaves: readonly Leaf[],
): readonly ((id: number) => FieldValue)[] => {
  if (isByRank(order, matchLeaves)) return [(id) => rankKeyOf(index, found, matchLeaves, keys, id)];
  return order.map(
    (field) => (id: number) =>
      found.searcher.fields.resolveForSort(index.partitionOf(id)!, field)?.value(index.docIdOf(id)),
  );
};

/**
 * The page of what was found and of what is `judged` now together. `sorted`: the first of those found, in order, that
 * no change concerns.
 */
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

/** Of what `first` has found the page as it is now; undefined where its words mean something else by now. */
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
    if (changes === undefined && skip >= count) return { ids: [], count };
    const ids = yield* idsOf(index, found, columns.keptIds);
    const most = limit === 0 ? 0 : skip + limit + spare;
    const sorted = yield* sortIdsInSteps(ids, columns.sorting(found), descending, 0, most);
    const places = hasChanged() ? yield* placesOf(ids, sorted) : undefined;
    if (changes !== undefined) changes.before = undefined;
    if (places === undefined) return { ids: pageIds(sorted.slice(skip, Math.min(end, count))), count };
    const again = yield* judgedAgain(index, shop, query, first, changes!);
    if (again === undefined) return undefined;
    // From here on there is no pause, so that nothing can change.
    const { judge, matching: judged } = again;
    const gone = collapseToRoots === true ? changes!.rootIds : changes!.ids;
    const { left, goneCount } = withoutGone(sorted, places, gone);
    // Records behind those that were kept may belong on the page now.
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
    judge.release();
    return { ids: pageIds(page), count: count - goneCount + anew.count };
  }
}
