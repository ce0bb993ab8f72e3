// Answers a search: find, count, sort and cut.
//
// `count` is exact and independent of the page. A search yields between two steps, so that it may be interrupted. Its
// result is as of its last step. It begins again only if a change gives a word of the query another meaning, such as
// the first record with a spelling that was taken for a typo.
import type { Scalar } from '../../domain/search/constraint.ts';
import type { FacetCounts, FacetsQuery, SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { distinctInSteps } from './distinct.ts';
import { FacetCounting } from './facets.ts';
import type { IndexChanges } from './index-changes.ts';
import type { Judged } from './judged-again.ts';
import { keysetPageInSteps } from './keyset-page.ts';
import { pageOf } from './page.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';
import type { WorkProbe } from './work-estimate.ts';

const countingsOf = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  first: Searcher,
  changes: IndexChanges | undefined,
  asksColumns: boolean,
): readonly FacetCounting[] => {
  const { parts = [], valuesMax = 0 } = query.facets ?? {};
  return parts.map((part) => new FacetCounting(index, shop, query, part, valuesMax, first, changes, asksColumns));
};

/**
 * Present counts; 'late' where something has changed since the page was made, 'again' where too much has to count
 * again, or words of the query have changed their meaning. All parts are judged before the first one is patched.
 */
function* presentCounts(
  counting: readonly FacetCounting[],
  { order }: FacetsQuery,
  changes: IndexChanges | undefined,
): Steps<readonly FacetCounts[] | 'late' | 'again'> {
  if (changes !== undefined && changes.count > 0) {
    const asOf = changes.count;
    const judged: Judged[] = [];
    let failed: 'late' | 'again' | undefined;
    for (const one of counting) {
      const again = yield* one.judged(changes);
      if (again === 'again') failed = 'again';
      else judged.push(again);
      if (changes.count !== asOf) failed ??= 'late';
      if (failed !== undefined) break;
    }
    if (failed === undefined) for (const [at, one] of counting.entries()) one.patch(changes, judged[at]!);
    for (const { judge } of judged.toReversed()) judge.release();
    if (failed !== undefined) return failed;
  }
  const all = counting.flatMap((one) => one.shown());
  return order.map((name) => all.find(({ field }) => field === name)!);
}

/**
 * Page of a query and number of all matches, as of the last step. `changes`: documents that changed between two steps.
 * `probe`: lets the work be estimated. Refuses: SEARCH_WARMING_UP.
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
  // What columns say cannot be patched: where something has changed meanwhile, records are read.
  for (let isFirst = true; ; isFirst = false) {
    changes?.forget();
    const first = new Searcher(index, shop, query);
    if (probe !== undefined) probe.estimate = (enough) => first.estimate(enough);
    let page: SearchResult | undefined;
    if (query.keyset === undefined) {
      const matching = yield* first.matching();
      const counting = countingsOf(index, shop, query, first, changes, isFirst);
      for (const one of counting) {
        const counted = yield* one.count(matching);
        if (counted.ok) continue;
        first.release();
        return counted;
      }
      for (;;) {
        page = yield* pageOf(index, shop, query, first, matching, changes);
        if (page === undefined || query.facets === undefined) break;
        // All are of one moment.
        const counts = yield* presentCounts(counting, query.facets, changes);
        if (counts === 'late') continue;
        page = counts === 'again' ? undefined : { ...page, facets: counts };
        break;
      }
    } else page = yield* keysetPageInSteps(index, shop, query, query.keyset, first, changes);
    first.release();
    if (page !== undefined) return ok(page);
  }
}

/** `searchInSteps` in one go. */
export const search = (index: SearchIndex, shop: Reader, query: SearchQuery): Result<SearchResult> =>
  runToEnd(searchInSteps(index, shop, query));

/** `distinctInSteps` in one go. */
export const distinctValues = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
): Result<readonly Scalar[]> => runToEnd(distinctInSteps(index, shop, query, field));
