// What a shop says of the words of one language.
/** `finds` empty: each of `words` also finds the others; else each of `words` also finds those, and not back. */
export interface Synonyms {
  readonly words: readonly string[];
  readonly finds: readonly string[];
}

export interface WordTerms {
  readonly synonyms: readonly Synonyms[];
  /** `ids`: products that a query shows first, in this order. */
  readonly pinned: readonly { readonly query: string; readonly ids: readonly number[] }[];
  readonly redirects: readonly { readonly query: string; readonly url: string }[];
  readonly ignored: readonly string[];
}

const NO_SYNONYMS: readonly Synonyms[] = [];
const NO_PINS: WordTerms['pinned'] = [];
const NO_REDIRECTS: WordTerms['redirects'] = [];
const NO_TEXTS: readonly string[] = [];

export const NO_WORDS: WordTerms = {
  synonyms: NO_SYNONYMS,
  pinned: NO_PINS,
  redirects: NO_REDIRECTS,
  ignored: NO_TEXTS,
};
