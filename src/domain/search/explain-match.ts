// Says how a record answers a MATCH: the figures are those of `matchRank`.
import { matchedWords } from './text-fold.ts';
import { hasOrder, leastWholeRank, matchKey, standsInOrder, wholeness, wordQuality } from './word-match.ts';
import type { MatchQuery, MatchText, WholeQuery } from './word-match.ts';

/** Best first: the shop pins it; a field is the query, begins with it, has its words side by side; words are there. */
export const BECAUSE = ['pinned', 'whole', 'beginning', 'in_order', 'words'] as const;
type Because = (typeof BECAUSE)[number];

export interface ExplainedMatch {
  readonly because: Because;
  /** The field that makes it so; absent for words. */
  readonly field?: string;
  /** The words of the query that are there, and where each of them is worth most. */
  readonly words: readonly { readonly word: string; readonly quality: number; readonly field: string }[];
}

export interface NamedText extends MatchText {
  readonly field: string;
}

/** `query`: with typos only where they count. */
export const explainMatch = (query: MatchQuery, whole: WholeQuery, texts: readonly NamedText[]): ExplainedMatch => {
  const keyed = texts.map((text) => ({ ...text, keys: matchedWords(text.text).map(matchKey) }));
  const found = query.map(({ key, last, edits }) => {
    let best = { word: key, quality: 0, field: '', worth: 0 };
    for (const { field, keys, weight } of keyed)
      for (const word of keys) {
        const quality = wordQuality(key, word, last, edits);
        if (quality * weight > best.worth) best = { word: key, quality, field, worth: quality * weight };
      }
    return best;
  });
  const words = found.filter(({ worth }) => worth > 0).map(({ worth: _worth, ...word }) => word);
  const rank = words.length < query.length ? 0 : found.reduce((sum, { worth }) => sum + worth, 0);
  const reasons = keyed.flatMap(({ field, text, keys, weight, whole: kind }): { place: number; field: string }[] => {
    if (kind === undefined) return [];
    const counts = rank >= leastWholeRank(query.length, weight) || (kind === 'number' && whole.findsNumbers);
    const wholeAs = counts ? wholeness(text, whole, kind) : 0;
    if (wholeAs > 0) return [{ place: 3 - wholeAs, field }];
    return rank > 0 && kind === 'name' && hasOrder(query) && standsInOrder(query, keys) ? [{ place: 3, field }] : [];
  });
  const [best] = reasons.toSorted((a, b) => a.place - b.place);
  return best === undefined ? { because: 'words', words } : { because: BECAUSE[best.place]!, field: best.field, words };
};
