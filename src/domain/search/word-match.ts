// MATCH: how well a word of a text answers a word of a query, as docs/sell/search-text.md defines it.
//
// These functions decide what matches a word; which words may have typos is decided by
// src/engine/search/typo-suppression.ts (D66). src/engine/search gives the same answers from its index. Not promised:
// speed over many texts.
import { isAsciiInWord, matchedWords, wordsOf } from './text-fold.ts';

/** A folded word with ä = ae = a, ö = oe = o, ü = ue = u: an e right after a, o or u is left out. */
export const matchKey = (word: string): string => {
  let key = '';
  let from = 0;
  for (let position = word.indexOf('e', 1); position > 0; position = word.indexOf('e', position + 1)) {
    const before = word.charCodeAt(position - 1);
    if (before !== 97 && before !== 111 && before !== 117) continue;
    key += word.slice(from, position);
    from = position + 1;
  }
  return from === 0 ? word : key + word.slice(from);
};

const NUMERIC = /\p{N}/u;

/** How many typos a query word may hold: none in short words, nor where a digit is: another number is another thing. */
export const editsMax = (key: string): number => (key.length <= 2 || NUMERIC.test(key) ? 0 : key.length <= 7 ? 1 : 2);

let rows = new Int32Array(3 * 8);

/**
 * The distance's table, of which only the band of cells that can be within `max` is filled; both texts are nonempty.
 */
const isBandWithin = (a: string, b: string, start: number, heightA: number, widthB: number, max: number): boolean => {
  const band = 2 * max + 1;
  if (rows.length < 3 * band) rows = new Int32Array(3 * band);
  const beyond = max + 1;
  let twoUp = 0;
  let up = band;
  let here = 2 * band;
  // Cell k of row i is column j = i - max + k; so a diagonal step keeps k. Cells left of column 0 are never read.
  for (let k = 0; k < band; k++) rows[up + k] = k - max;
  for (let i = 1; i <= heightA; i++) {
    const unit = a.charCodeAt(start + i - 1);
    const unitBefore = i > 1 ? a.charCodeAt(start + i - 2) : -1;
    let least = beyond;
    for (let k = 0; k < band; k++) {
      const j = i - max + k;
      let cell = beyond;
      if (j === 0) cell = Math.min(i, beyond);
      else if (j > 0 && j <= widthB) {
        const other = b.charCodeAt(start + j - 1);
        cell = Math.min(cell, rows[up + k]! + (unit === other ? 0 : 1));
        if (k > 0) cell = Math.min(cell, rows[here + k - 1]! + 1);
        if (k < band - 1) cell = Math.min(cell, rows[up + k + 1]! + 1);
        if (j > 1 && unitBefore === other && unit === b.charCodeAt(start + j - 2))
          cell = Math.min(cell, rows[twoUp + k]! + 1);
      }
      rows[here + k] = cell;
      if (cell < least) least = cell;
    }
    if (least > max) return false;
    [twoUp, up, here] = [up, here, twoUp];
  }
  return rows[up + widthB - heightA + max]! <= max;
};

/**
 * Whether `max` steps make one text the other: a character put in, left out or replaced, or two neighbours swapped,
 * no stretch of text being edited twice (optimal string alignment).
 */
export const withinEdits = (a: string, b: string, max: number): boolean => {
  if (a === b) return true;
  if (max <= 0 || Math.abs(a.length - b.length) > max) return false;
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  return endA === start || endB === start || isBandWithin(a, b, start, endA - start, endB - start, max);
};

/** How well a word matches: 4 equal, 3 begins with it, 2 one typo, 1 two typos, 0 not at all. */
export type Quality = 0 | 1 | 2 | 3 | 4;

/** Quality of a text's word for a query's word, both as match keys; only the query's last word may be a prefix. */
export const wordQuality = (queryKey: string, key: string, last: boolean, edits = editsMax(queryKey)): Quality => {
  if (queryKey === key) return 4;
  if (last && key.startsWith(queryKey)) return 3;
  if (edits >= 1 && withinEdits(queryKey, key, 1)) return 2;
  return edits >= 2 && withinEdits(queryKey, key, 2) ? 1 : 0;
};

/** One word of a MATCH. */
export interface MatchWord {
  readonly key: string;
  /** Whether it may be a prefix of a text's word: it is the query's last word. */
  readonly last: boolean;
  /** Typos allowed: `editsMax` of the key, or 0 where a record holds the word as it is. */
  readonly edits: number;
}

export type MatchQuery = readonly MatchWord[];

const queryOf = (words: readonly string[]): MatchQuery =>
  words.map((word, index) => {
    const key = matchKey(word);
    return { key, last: index === words.length - 1, edits: editsMax(key) };
  });

/** The words of a query, every one of them, in order. */
export const matchQuery = (text: string): MatchQuery => queryOf(wordsOf(text));

/** How a field is taken whole: letters and digits of a number are one word, a name is looked at where words match. */
export type WholeKind = 'number' | 'name';

/** A query as one number or name: its letters and digits without what stands between them. */
export interface WholeQuery {
  readonly number: string;
  readonly name: string;
  /** Whether it finds the numbers that it is, or that begin with it, whose words it does not have. */
  readonly findsNumbers: boolean;
}

/** Letters and digits below which a query without its signs would find too many numbers, and above which none. */
const NUMBER_UNITS = { min: 4, max: 64 };

/** All `e` right behind `a`, `o` or `u` left out: ä = ae = a, wherever words end. */
const nameKey = (joined: string): string => joined.replace(/([aou])e+/g, '$1');

const wholeOf = (words: readonly string[]): WholeQuery => {
  const number = words.join('');
  const isLong = number.length >= NUMBER_UNITS.min && number.length <= NUMBER_UNITS.max;
  return { number, name: nameKey(number), findsNumbers: isLong && NUMERIC.test(number) };
};

export const wholeQuery = (text: string): WholeQuery => wholeOf(wordsOf(text));

/** What a MATCH asks for: by words, and as a whole. */
export const matchOf = (text: string): { readonly query: MatchQuery; readonly whole: WholeQuery } => {
  const words = wordsOf(text);
  return { query: queryOf(words), whole: wholeOf(words) };
};

/** Letters and digits of a text as they are compared with a query as a whole. */
export const wholeText = (text: string, kind: WholeKind): string => {
  const joined = wordsOf(text).join('');
  return kind === 'name' ? nameKey(joined) : joined;
};

/** 2: the text is the query, 1: it begins with it, 0: neither; letters and digits alone count. */
export type Wholeness = 0 | 1 | 2;

/** As `wholeness` without a copy, of a text that is ASCII as far as it tells; undefined where it is not. */
const asciiWholeness = (text: string, wanted: string, skipsE: boolean): Wholeness | undefined => {
  let read = 0;
  let isBehindVowel = false;
  for (let position = 0; position < text.length; position++) {
    let unit = text.charCodeAt(position);
    if (unit >= 128) return undefined;
    if (!isAsciiInWord(unit)) continue;
    if (unit >= 65 && unit <= 90) unit += 32;
    if (unit === 101 && isBehindVowel) continue;
    isBehindVowel = skipsE && (unit === 97 || unit === 111 || unit === 117);
    if (read === wanted.length) return 1;
    if (unit !== wanted.charCodeAt(read)) return 0;
    read++;
  }
  return read === wanted.length ? 2 : 0;
};

export const wholeness = (text: string, query: WholeQuery, kind: WholeKind): Wholeness => {
  const isName = kind === 'name';
  const wanted = isName ? query.name : query.number;
  if (wanted === '') return 0;
  const ascii = asciiWholeness(text, wanted, isName);
  if (ascii !== undefined) return ascii;
  const whole = wholeText(text, kind);
  return !whole.startsWith(wanted) ? 0 : whole.length === wanted.length ? 2 : 1;
};

/** What a name with the words of the query side by side, a beginning and an equal field rank above words alone. */
const ABOVE = { inOrder: 2, beginning: 4, whole: 6 };

/**
 * Rank of a record with a field of this weight that equals the query or begins with it. `rank`: by words, 0 for none.
 * An equal field ranks above a beginning, a beginning above words side by side, and these above all other words.
 */
export const wholeRank = (wholeAs: 1 | 2, rank: number, words: number, weight: number): number => {
  const most = 4 * words * weight;
  return wholeAs === 2 ? most + ABOVE.whole * weight : Math.max(rank, most - weight) + ABOVE.beginning * weight;
};

/** `rank`: by words. */
export const inOrderRank = (rank: number, weight: number): number => rank + ABOVE.inOrder * weight;

/** Words of a query that may stand side by side in a name; of one word or more than this it has no order. */
const IN_ORDER = { min: 2, max: 8 };

const isOrdered = (words: number): boolean => words >= IN_ORDER.min && words <= IN_ORDER.max;

export const hasOrder = ({ length }: MatchQuery): boolean => isOrdered(length);

/** Whether words, as match keys, hold those of the query side by side: whole, but the beginning of the last one. */
export const standsInOrder = (query: MatchQuery, keys: readonly string[]): boolean =>
  keys.some((_, from) =>
    query.every(({ key, last }, at) => (last ? keys[from + at]?.startsWith(key) : keys[from + at] === key)),
  );

/**
 * What a rank by another reading of a query counts: that of the typed one at the same step, and one less. `words` and
 * `typed`: of the reading and of the query; `weight`: the highest of a field. Units are those of `matchRank`.
 */
export const rankAsTyped = (rank: number, words: number, typed: number, weight: number): number => {
  const [most, mostTyped] = [4 * words * weight, 4 * typed * weight];
  const above = rank - most;
  // Words side by side are no step above others where the query has no order.
  const isStep = above > ABOVE.inOrder * weight || isOrdered(typed);
  const same = above <= 0 ? Math.floor((rank * typed) / words) : mostTyped + (isStep ? above : 0);
  return Math.max(1, same - 1);
};

/** The least rank by words at which every word of the query may stand in a field of this weight. */
export const leastWholeRank = (words: number, weight: number): number => 4 * words * weight - weight;

/** A text that MATCH reads. */
export interface MatchText {
  readonly text: string;
  readonly weight: number;
  readonly whole?: WholeKind;
}

/**
 * The definition of MATCH, without an index, for a query whose `edits` are already set: the rank of a record's texts;
 * undefined where a word of the query matches none of their words, or the query has no words. `whole`: the same query,
 * where numbers and names count as a whole.
 *
 * Units: the sum over the query's words of the best quality × weight; weights are whole numbers above zero.
 */
export const matchRank = (query: MatchQuery, texts: readonly MatchText[], whole?: WholeQuery): number | undefined => {
  const byWords = rankByWords(query, texts);
  if (whole === undefined || query.length === 0) return byWords;
  let best = byWords;
  for (const { text, weight, whole: kind } of texts) {
    if (kind === undefined) continue;
    if (kind === 'name' && hasOrder(query) && standsInOrder(query, matchedWords(text).map(matchKey)))
      best = Math.max(best ?? 0, inOrderRank(byWords!, weight));
    const isFound = (byWords ?? 0) >= leastWholeRank(query.length, weight) || (kind === 'number' && whole.findsNumbers);
    const wholeAs = isFound ? wholeness(text, whole, kind) : 0;
    if (wholeAs !== 0) best = Math.max(best ?? 0, wholeRank(wholeAs, byWords ?? 0, query.length, weight));
  }
  return best;
};

const rankByWords = (query: MatchQuery, texts: readonly MatchText[]): number | undefined => {
  const keyed = texts.map(({ text, weight }) => ({ keys: matchedWords(text).map(matchKey), weight }));
  let rank = 0;
  for (const { key, last, edits } of query) {
    let best = 0;
    for (const { keys, weight } of keyed) {
      for (const wordKey of keys) best = Math.max(best, wordQuality(key, wordKey, last, edits) * weight);
    }
    if (best === 0) return undefined;
    rank += best;
  }
  return query.length === 0 ? undefined : rank;
};
