// What shoppers' words mean in one language of the shop: synonyms, products pinned to a query, addresses that a query
// leads to, and words that are ignored (docs/sell/search-words.md). One actor per language, made when they are first
// set.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { sameValue } from '../same-value.ts';
import { schema } from '../schema.ts';
import { CompiledWords } from './compiled-words.ts';
import { NO_WORDS } from './terms.ts';
import type { WordTerms } from './terms.ts';

export interface SearchWords {
  language: string;
  terms: WordTerms;
}

export type SearchWordsCommand = {
  readonly type: 'set_search_words';
  readonly language: string;
  readonly terms: WordTerms;
};

/** All terms, also those that stay. */
const EVENTS = { search_words_set: { language: '', ...NO_WORDS } };

export class SearchWordsIndex {
  private readonly byLanguage = new Map<string, { readonly id: number; compiled: CompiledWords | WordTerms }>();

  add(id: number, { language, terms }: SearchWords): void {
    this.byLanguage.set(language, { id, compiled: terms });
  }

  remove({ language }: SearchWords): void {
    this.byLanguage.delete(language);
  }

  /** 0: nothing was ever set in this language. */
  idOf(language: string): number {
    return this.byLanguage.get(language)?.id ?? 0;
  }

  /** Made from the terms when it is first asked for; undefined where nothing was ever set. */
  compiled(language: string): CompiledWords | undefined {
    const held = this.byLanguage.get(language);
    if (held === undefined) return undefined;
    if (!(held.compiled instanceof CompiledWords)) held.compiled = new CompiledWords(held.compiled);
    return held.compiled;
  }
}

export const searchWords: ActorKind<SearchWords, SearchWordsCommand, typeof EVENTS, SearchWordsIndex> = {
  kind: 'search_words',
  state: schema<SearchWords>({ language: '', terms: schema<WordTerms>({ ...NO_WORDS }) }),
  audit: { hidden: [] },
  events: EVENTS,
  decide: (state, { language, terms }) =>
    language === state.language && sameValue(terms, state.terms)
      ? decided()
      : decided({ type: 'search_words_set', language, ...terms }),
  apply(state, { language, synonyms, pinned, redirects, ignored }) {
    state.language = language;
    state.terms = { synonyms, pinned, redirects, ignored };
  },
  index: {
    ignoresPending: true,
    create: () => new SearchWordsIndex(),
    add: (index, id, state) => index.add(id, state),
    remove: (index, _id, state) => index.remove(state),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly search_words: typeof searchWords;
  }
}
