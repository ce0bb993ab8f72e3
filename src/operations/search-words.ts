// What shoppers' words mean: synonyms, pinned products, redirects and ignored words (docs/sell/search-words.md).
import { setWords, wordsIn } from '../domain/words/change-words.ts';
import type { Synonyms, WordTerms } from '../domain/words/terms.ts';
import { Type, json, map, optional } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import { dryRunParam } from './params/dry-run.ts';
import { ifSeq } from './params/seen-param.ts';
import { language } from './params/shop-params.ts';
import { group, id, list, reply, text, whole } from './replies/members.ts';
import { done } from './replies/plain.ts';

const OF_WORDS = {
  area: 'search',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;

const Text = Type.String({ maxLength: 10_000 });
const Texts = Type.Array(Text);

const synonyms = map(
  json(
    Type.Array(Type.Object({ words: Texts, finds: Type.Optional(Texts) }, { additionalProperties: false }), {
      description:
        'all synonyms: each of words finds the others; with finds, each of words also finds those, and they do not ' +
        'find it',
    }),
  ),
  (given) => ok(given.map(({ words, finds = [] }): Synonyms => ({ words, finds }))),
);
const pinned = json(
  Type.Array(Type.Object({ query: Text, ids: Type.Array(Type.Integer()) }, { additionalProperties: false }), {
    description: 'all pinned products: a query shows those of ids first, in this order',
  }),
);
const redirects = json(
  Type.Array(Type.Object({ query: Text, url: Type.String({ maxLength: 10_000 }) }, { additionalProperties: false }), {
    description: 'all redirects: a search for query is told url, which begins with / or https://',
  }),
);
const ignored = json(Type.Array(Text, { description: 'all words that a query does without, where others are left' }));

const STAYS = 'it stays';

export const set_search_words = write({
  ...OF_WORDS,
  summary: 'Says what the words of searches mean in a language: synonyms, pinned products, redirects, ignored words.',
  params: {
    language,
    synonyms: optional(synonyms, undefined, STAYS),
    pinned: optional(pinned, undefined, STAYS),
    redirects: optional(redirects, undefined, STAYS),
    ignored: optional(ignored, undefined, STAYS),
    if_seq: ifSeq('words', 'get_search_words'),
    dry_run: dryRunParam,
  },
  handle: ({ language: spoken, if_seq: seen, ...given }, { shop }) => {
    const change: Partial<WordTerms> = {
      ...(given.synonyms !== undefined && { synonyms: given.synonyms }),
      ...(given.pinned !== undefined && { pinned: given.pinned }),
      ...(given.redirects !== undefined && { redirects: given.redirects }),
      ...(given.ignored !== undefined && { ignored: given.ignored }),
    };
    return setWords(shop, spoken || shop.rules.language, change, seen);
  },
  refusals: ['SEARCH_WORDS_LIMIT_REACHED', 'SHOPOBJECT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  dryRun: () => ({ object: 'set_search_words', status: 'success' }) as const,
  ...done('set_search_words'),
});

const SearchWords = reply('search_words', {
  language: text('the language'),
  synonyms: list(
    group('Synonyms.', {
      words: list(text('words that stand side by side'), 'each of them finds the others, or what `finds` names'),
      finds: list(text('words that stand side by side'), 'what each of `words` finds besides; none: the others'),
    }),
    'in their order',
  ),
  pinned: list(
    group('Pinned products.', {
      query: text('what is searched for'),
      ids: list(id('product id'), 'products that it shows first, in this order'),
    }),
    'in their order',
  ),
  redirects: list(
    group('A redirect.', { query: text('what is searched for'), url: text('where it leads') }),
    'in their order',
  ),
  ignored: list(text('a word'), 'words that a query does without'),
  seq: whole('number of the record that changed them last, for if_seq; 0: none ever did'),
});

export const get_search_words = read({
  ...OF_WORDS,
  summary: 'What the words of searches mean in a language.',
  params: { language },
  reply: SearchWords,
  view: ({ language: spoken }, { shop }) => {
    const named = spoken || shop.rules.language;
    const { id: wordsId, terms } = wordsIn(shop, named);
    const seq = wordsId === 0 ? 0 : shop.seqOf('search_words', wordsId);
    return ok({ object: 'search_words', language: named, ...terms, seq } as const);
  },
});
