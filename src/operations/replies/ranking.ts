// Which variations of the products of a search were found, and why the first ones stand where they do.
import { BECAUSE } from '../../domain/search/explain-match.ts';
import type { SearchResult } from '../../domain/search/query.ts';
import { firstOf } from '../../kernel/many.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { extra, group, id, list, maybe, oneOf, text, whole } from './members.ts';

const FoundWord = group('A word of the query.', {
  word: text('as words are compared'),
  quality: whole('4: the same; 3: it begins one; 2: one typo; 1: two typos'),
  field: text('where it is worth most'),
});

const Ranked = group('Why a product stands where it does.', {
  id_shopobject: id('the product'),
  id_variation: id('of its variations the one that ranks it; 0: itself'),
  rank: whole('the sum over the conditions with MATCH'),
  boost: maybe(Type.Number({ description: 'what the field searchBoost has of it; absent: no number' })),
  matches: list(
    group('A condition with MATCH, in the order of the constraint.', {
      because: oneOf('what ranks it', BECAUSE),
      field: maybe(text('the field that is the query, begins with it or has its words side by side')),
      words: list(FoundWord, 'the words of the query that it has'),
    }),
    'its conditions with MATCH',
  ),
});

const Matched = group('A product, and what of it meets the group "variation".', {
  id_shopobject: id('the product'),
  id_variation: id('the oldest of its variations that meets the group; 0: the product does itself'),
});

/** With the group `variation` in the constraint alone. */
export const MATCHED = {
  matched: maybe(
    extra(list(Matched, 'where the constraint has the group "variation": of the first 1,000 products of the page')),
  ),
};

export const matchedMember = ({
  ids,
  variations,
}: Pick<SearchResult, 'ids' | 'variations'>): { readonly matched?: Static<typeof Matched>[] } =>
  variations === undefined
    ? {}
    : {
        matched: firstOf(ids, variations.length).map((productId, at) => ({
          id_shopobject: productId,
          id_variation: variations[at]!,
        })),
      };

/** With `explain` alone. */
export const RANKING = {
  ranking: maybe(
    extra(list(Ranked, 'with explain=1: the first 24 of the page; none where words do not decide the order')),
  ),
};

export const rankingMember = (
  isWanted: boolean,
  { ids, explained = [] }: Pick<SearchResult, 'ids' | 'explained'>,
): { readonly ranking?: Static<typeof Ranked>[] } =>
  !isWanted
    ? {}
    : {
        ranking: explained.slice(0, ids.length).map(({ id: productId, rowId, rank, boost, matches }) => ({
          id_shopobject: productId,
          id_variation: rowId === productId ? 0 : rowId,
          rank,
          ...(boost !== undefined && { boost }),
          matches: matches.map(({ because, field, words }) => ({
            because,
            ...(field !== undefined && { field }),
            words: [...words],
          })),
        })),
      };
