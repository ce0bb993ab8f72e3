// Answers a search: find, count, sort and cut.
//
// `count` is exact and independent of the page. A search yields between two steps, so that it may be interrupted. Its
// result is as of its last step. It begins again only if a change gives a word of the query another meaning, such as
// the first record with a spelling that was taken for a typo.
import type { Scalar } from '../../domain/search/constraint.ts';
import type { SearchResult, SearchQuery } from '../../domain/search/query.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { distinctInSteps } from './distinct.ts';
import type { IndexChanges } from './index-changes.ts';
import { keysetPageInSteps } from './keyset-page.ts';
import { pageOf } from './page.ts';
import type { SearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';
import type { WorkProbe } from './work-estimate.ts';

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
  for (;;) {
    changes?.forget();
    const first = new Searcher(index, shop, query);
    if (probe !== undefined) probe.estimate = (enough) => first.estimate(enough);
    let page: SearchResult | undefined;
    if (query.keyset === undefined) {
      const matching = yield* first.matching();
      page = yield* pageOf(index, shop, query, first, matching, changes);
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
