// What a storefront says of a search: that somebody opened what it found, or ordered it (docs/sell/search-words.md).
import { searchTextGiven } from '../domain/reports/usage.ts';
import { flag, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { done } from './replies/plain.ts';

/** Counted in memory as calls are, and written every few seconds (D511): it changes nothing that a reply shows. */
export const search_clicked = read({
  area: 'search',
  isExtension: true,
  summary: 'Counts that what a search found was opened, or ordered; without a person, for the report of searches.',
  credential: 'licence',
  session: 'none',
  params: {
    text: text('what was searched for, as the search was sent', { max: 10_000, empty: true }),
    ordered: optional(flag('1: it was ordered; 0: it was opened'), false),
  },
  reply: done('search_clicked').reply,
  view: ({ text: given, ordered }, { service }) => {
    const searched = searchTextGiven(given);
    if (searched !== '') service.usage.countClick(searched, ordered);
    return ok({ object: 'search_clicked', status: 'success' } as const);
  },
});
