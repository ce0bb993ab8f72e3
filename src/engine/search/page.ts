// The page of a search over what was found, as it is in the moment in which it is answered.
//
// Records that change while the found ones are sorted are left out of them, judged at the end as they are then, and put
// in their places.
import type { FieldValue, Leaf } from '../../domain/search/constraint.ts';
import type { SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain, withoutChanged } from './judged-again.ts';
import type { SearchIndex } from './search-index.ts';
import type { Hits, Matching, Searcher } from './searcher.ts';
import { PLAIN_ARRAY_MAX, compareFieldValues, sortIdsInSteps } from './sort.ts';
import { idsOf, isByRank, sortColumns } from './sort-columns.ts';
import { runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';

/** Records of the page that may change while it is sorted, before it is sorted again; the next time more. */
const SPARE = { min: 64, growth: 8 };
/** What a searcher has found, with what it knows of it. */
interface Found {
  readonly hits: readonly Hits[];
  readonly count: number;
  readonly searcher: Searcher;
}

const foundBy = (searcher: Searcher, matching: readonly Matching[], { collapseToRoots }: SearchQuery): Found => {
  const hits = searcher.hits(matching, collapseToRoots === true);
  return { hits, count: hits.reduce((sum, { docIds }) => sum + docIds.length, 0), searcher };
};

/** Ranks of these records, negative, by id. */
const ranksOf = (
  index: SearchIndex,
  { searcher, hits, count }: Found,
  matchLeaves: readonly Leaf[],
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, number> => {
  const keys = searcher.rankKeys(hits, matchLeaves, count);
  const ranks = new Map<number, number>();
  idsOf(index, hits, count).forEach((id, position) => {
    if (wanted.has(id)) ranks.set(id, keys[position]!);
  });
  return ranks;
};

/** What records that are sorted are compared by, one function for each column. */
const readers = (
  index: SearchIndex,
  found: Found,
  { order }: SearchQuery,
  matchLeaves: readonly Leaf[],
  ids: Iterable<number>,
): readonly ((id: number) => FieldValue)[] => {
  if (isByRank(order, matchLeaves)) {
    const ranks = ranksOf(index, found, matchLeaves, new Set(ids));
    return [(id) => ranks.get(id)];
  }
  return order.map(
    (field) => (id: number) =>
      found.searcher.fields.resolveForSort(index.partitionOf(id)!, field)?.value(index.docIdOf(id)),
  );
};

/**
 * The page of what was found and of what is `judged` now together. `sorted`: the first of those found, in order, that
 * no change concerns.
 */
const merged = (
  index: SearchIndex,
  query: SearchQuery,
  matchLeaves: readonly Leaf[],
  found: Found,
  sorted: Uint32Array,
  judged: Found,
): Uint32Array => {
  const again = [...idsOf(index, judged.hits, judged.count)];
  const [known, anew] = [
    readers(index, found, query, matchLeaves, sorted),
    readers(index, judged, query, matchLeaves, again),
  ];
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
  const page = new Uint32Array(sorted.length + again.length);
  let [taken, end] = [0, 0];
  for (const id of again) {
    let [low, high] = [taken, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(sorted[middle]!, known, id, anew) < 0) low = middle + 1;
      else high = middle;
    }
    page.set(sorted.subarray(taken, low), end);
    end += low - taken;
    page[end++] = id;
    taken = low;
  }
  page.set(sorted.subarray(taken), end);
  return page;
};

/** Which of these records changes concern: a mark at each of their ids. */
const marksOf = (ids: ReadonlySet<number>): Uint8Array => {
  let last = 0;
  for (const id of ids) last = Math.max(last, id);
  const marks = new Uint8Array(last + 1);
  for (const id of ids) marks[id] = 1;
  return marks;
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
    const found = foundBy(first, hasChanged() ? withoutChanged(index, query, matching, changes!) : matching, query);
    const { hits, count } = found;
    const columns = sortColumns(index, first, query, hits, matchLeaves, count);
    const ids = idsOf(index, hits, count);
    if (changes === undefined) return { ids: yield* sortIdsInSteps(ids, columns, descending, skip, limit), count };
    changes.before = (partition, docId) => {
      for (const { keep } of columns) keep?.(partition, docId);
    };
    const sorted = yield* sortIdsInSteps(ids, columns, descending, 0, limit === 0 ? 0 : skip + limit + spare);
    changes.before = undefined;
    if (changes.count === 0) return { ids: sorted.slice(skip, Math.min(end, count)), count };
    const again = yield* judgedAgain(index, shop, query, first, changes);
    if (again === undefined) return undefined;
    // From here on there is no pause, so that nothing can change.
    const { judge, matching: judged } = again;
    const concerned = collapseToRoots === true ? changes.rootIds : changes.ids;
    const marks = marksOf(concerned);
    const left = Uint32Array.from(sorted).filter((id) => marks[id] !== 1);
    // Records behind those that were kept may belong on the page now.
    if (left.length < end && sorted.length < count) {
      judge.release();
      continue;
    }
    if (query.order.length === 0) runToEnd(judge.lookUpRanks(judged, matchLeaves));
    const anew = foundBy(judge, judged, query);
    const gone = ids.reduce((sum, id) => sum + (marks[id] ?? 0), 0);
    const page = merged(index, query, matchLeaves, found, left, anew).slice(skip, end);
    judge.release();
    return { ids: page.length > PLAIN_ARRAY_MAX ? page : [...page], count: count - gone + anew.count };
  }
}
