// What a search tells of the words of the shop.
import type { Static } from '../../kernel/params.ts';
import { extra, group, id, list, maybe, record, text } from './members.ts';

const AppliedWords = record('AppliedWords', 'What the words of the shop did to a query.', {
  redirect: maybe(text('where the query leads')),
  pinned: maybe(
    list(id('product id'), 'products that the query shows first, as far as the rest of the search finds them'),
  ),
  synonyms: maybe(
    list(
      group('Words of the query.', {
        words: text('words of the query, folded'),
        finds: list(text('words that stand side by side'), 'what was looked for besides'),
      }),
      'words that have synonyms',
    ),
  ),
  ignored: maybe(list(text('a word, folded'), 'words that the query does without')),
});
export type AppliedWords = Static<typeof AppliedWords>;

/** Where words of the shop applied alone, so that every other reply stays as it was. */
export const WORDS = { words: maybe(extra(AppliedWords)) };
