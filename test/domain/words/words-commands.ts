// Random commands for the words of searches, well-formed as the operations make them.
import * as fc from 'fast-check';
import { as } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

export const word = fc.constantFrom('sofa', 'couch', 'settee', 'tv', 'television set', 'Fernseher', 'the', 'of', 'red');

export const wordTerms = fc.record({
  synonyms: fc.array(
    fc.record({
      words: fc.uniqueArray(word, { minLength: 2, maxLength: 3 }),
      finds: fc.uniqueArray(word, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
  pinned: fc.array(fc.record({ query: word, ids: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }) }), {
    maxLength: 2,
  }),
  redirects: fc.array(fc.record({ query: word, url: fc.constantFrom('/sale', 'https://shop.example/a') }), {
    maxLength: 2,
  }),
  ignored: fc.subarray(['the', 'of', 'red']),
});

const setWords = fc.record({ type: as('set_search_words'), language: fc.constant('de_DE'), terms: wordTerms });

export const SEARCH_WORDS_COMMANDS: Pick<Commands, 'search_words'> = {
  search_words: { first: setWords, rest: setWords },
};
