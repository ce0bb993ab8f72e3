// The text rules of search and order, exactly as docs/search.md tells them (Decision 20). An index may follow
// them faster; what it answers must be what stands here.

// What NFKD does not take apart, or takes apart in a way that nobody types: "Gore™" is not the word "goretm".
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['™', ''],
  ['℠', ''],
]);
/** Combining marks, and what is invisible: soft hyphens, joiners. */
const DROPPED = /[\p{M}\p{Cf}]/u;
const IN_WORD = /[\p{L}\p{N}]/u;

const mapped = (character: string): string => SPECIAL.get(character) ?? (DROPPED.test(character) ? '' : character);

const foldLower = (character: string): string => {
  const whole = mapped(character);
  return whole !== character ? whole : Array.from(character.normalize('NFKD').toLowerCase(), mapped).join('');
};

// The lower case of İ is two code points.
const foldCharacter = (character: string): string => Array.from(character.toLowerCase(), foldLower).join('');

/** Only of the basic plane, so that no text can make it grow beyond that. */
const FOLDED = new Map<number, string>();

const foldedOf = (code: number): string => {
  let folded = FOLDED.get(code);
  if (folded === undefined) {
    folded = foldCharacter(String.fromCodePoint(code));
    if (code <= 0xffff) FOLDED.set(code, folded);
  }
  return folded;
};

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 128) return false;
  return true;
};

/** Text without case, accents and ligatures, code point by code point: fold(a + b) = fold(a) + fold(b). */
export const fold = (text: string): string => {
  // Lower case of a whole text differs from that of its characters only in Σ at a word's end, and ς folds to σ.
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  let folded = '';
  let from = 0;
  for (let at = 0; at < lower.length;) {
    const code = lower.codePointAt(at)!;
    const next = at + (code > 0xffff ? 2 : 1);
    if (code >= 128) {
      folded += lower.slice(from, at) + foldedOf(code);
      from = next;
    }
    at = next;
  }
  return folded + lower.slice(from);
};

/** Lower case code point by code point, one for one, as LIKE compares. */
export const lowered = (text: string): string =>
  // The two characters whose lower case looks at its neighbours or is longer than one code point.
  (/[İΣ]/.test(text) ? text.replaceAll('İ', 'i').replaceAll('Σ', 'σ') : text).toLowerCase();

/** Per UTF-16 unit: 0 not yet known, 1 between words, 2 in a word. */
const UNITS = new Uint8Array(0x10000);

const unitIsInWord = (unit: number): boolean => {
  const known = UNITS[unit];
  if (known !== 0) return known === 2;
  UNITS[unit] = IN_WORD.test(String.fromCharCode(unit)) ? 2 : 1;
  return UNITS[unit] === 2;
};

const isPairAt = (text: string, at: number, unit: number): boolean =>
  unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(at)! > 0xffff;

const ASCII_IN_WORD = Uint8Array.from({ length: 128 }, (_, unit) => (IN_WORD.test(String.fromCharCode(unit)) ? 1 : 0));

/** Visits the words of a folded text where they stand, from `start` to before `end`. */
export const eachWord = (folded: string, visit: (start: number, end: number) => void): void => {
  let start = -1;
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charCodeAt(at);
    // Nearly every letter of nearly every shop, by a table that stays near the processor.
    if (unit < ASCII_IN_WORD.length) {
      if (ASCII_IN_WORD[unit] === 1) {
        if (start < 0) start = at;
      } else if (start >= 0) {
        visit(start, at);
        start = -1;
      }
      continue;
    }
    const pair = isPairAt(folded, at, unit);
    if (pair ? IN_WORD.test(folded.slice(at, at + 2)) : unitIsInWord(unit)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      visit(start, at);
      start = -1;
    }
    if (pair) at++;
  }
  if (start >= 0) visit(start, folded.length);
};

/** The longest runs of letters and digits of fold(text), in order. */
export const wordsOf = (text: string): string[] => {
  const folded = fold(text);
  const words: string[] = [];
  eachWord(folded, (start, end) => words.push(folded.slice(start, end)));
  return words;
};

/** A folded word with ä = ae = a, ö = oe = o, ü = ue = u: an e right behind a, o or u is left out. */
export const matchKey = (word: string): string => {
  let key = '';
  let from = 0;
  for (let at = word.indexOf('e', 1); at > 0; at = word.indexOf('e', at + 1)) {
    const before = word.charCodeAt(at - 1);
    if (before !== 97 && before !== 111 && before !== 117) continue;
    key += word.slice(from, at);
    from = at + 1;
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

/** 4 equal, 3 begins with it, 2 one typo, 1 two typos, 0 no answer. */
export type Quality = 0 | 1 | 2 | 3 | 4;

/** How well a text's word answers a query's word, both as match keys; only the query's last word may be a beginning. */
export const wordQuality = (queryKey: string, key: string, last: boolean, edits = editsMax(queryKey)): Quality => {
  if (queryKey === key) return 4;
  if (last && key.startsWith(queryKey)) return 3;
  if (edits >= 1 && withinEdits(queryKey, key, 1)) return 2;
  return edits >= 2 && withinEdits(queryKey, key, 2) ? 1 : 0;
};

export interface MatchWord {
  readonly key: string;
  /** It may be the beginning of a text's word. */
  readonly last: boolean;
  /** editsMax of the key; 0 where something holds the word as it is. */
  readonly edits: number;
}
export type MatchQuery = readonly MatchWord[];

/** The words of a query, every one of them, in order. */
export const matchQuery = (text: string): MatchQuery =>
  wordsOf(text).map((word, at, words) => {
    const key = matchKey(word);
    return { key, last: at === words.length - 1, edits: editsMax(key) };
  });

/**
 * The slow, plain meaning of MATCH: undefined when some word of the query has no answer, or the query has no words.
 *
 * Units: the sum over the query's words of the best quality × weight; weights are whole numbers above zero.
 */
export const matchRank = (
  query: MatchQuery,
  texts: readonly { readonly text: string; readonly weight: number }[],
): number | undefined => {
  const keyed = texts.map(({ text, weight }) => ({ keys: wordsOf(text).map(matchKey), weight }));
  let rank = 0;
  for (const { key, last, edits } of query) {
    let best = 0;
    for (const { keys, weight } of keyed) {
      for (const one of keys) best = Math.max(best, wordQuality(key, one, last, edits) * weight);
    }
    if (best === 0) return undefined;
    rank += best;
  }
  return query.length === 0 ? undefined : rank;
};

const lowerUnit = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);

/** Folds both only as far as they are equal. */
const compareFolded = (a: string, b: string, from: number): number => {
  let [atA, atB, restA, restB] = [from, from, '', ''];
  for (;;) {
    for (; restA === '' && atA < a.length;) {
      const code = a.codePointAt(atA)!;
      atA += code > 0xffff ? 2 : 1;
      restA = foldedOf(code);
    }
    for (; restB === '' && atB < b.length;) {
      const code = b.codePointAt(atB)!;
      atB += code > 0xffff ? 2 : 1;
      restB = foldedOf(code);
    }
    if (restA === '' || restB === '') return restA.length - restB.length;
    const by = restA.charCodeAt(0) - restB.charCodeAt(0);
    if (by !== 0) return by;
    restA = restA.slice(1);
    restB = restB.slice(1);
  }
};

/** The order of texts, total: by fold, those that fold alike by themselves, each by UTF-16 units. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  let at = 0;
  for (; at < end; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA >= 128 || unitB >= 128) break;
    if (unitA === unitB) continue;
    const by = lowerUnit(unitA) - lowerUnit(unitB);
    if (by !== 0) return by;
  }
  return compareFolded(a, b, at) || (a < b ? -1 : 1);
};

const KEY_UNITS = 6;

/**
 * A whole number below 2^48 from the text's beginning: textKey(a) < textKey(b) says compareText(a, b) < 0.
 *
 * Shape: the first 6 UTF-16 units of the folded text, a byte each; a unit of 255 or more is 255 and ends it, the rest
 * is 0.
 */
export const textKey = (text: string): number => {
  let key = 0;
  let units = 0;
  for (let at = 0; at < text.length && units < KEY_UNITS;) {
    const code = text.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    const folded = code < 128 ? '' : foldedOf(code);
    const count = code < 128 ? 1 : folded.length;
    for (let of = 0; of < count && units < KEY_UNITS; of++, units++) {
      const unit = code < 128 ? lowerUnit(code) : folded.charCodeAt(of);
      key = key * 256 + Math.min(unit, 255);
      if (unit >= 255) return key * 256 ** (KEY_UNITS - 1 - units);
    }
  }
  return key * 256 ** (KEY_UNITS - units);
};

/** What a LIKE pattern asks for. */
export interface Like {
  test(text: string): boolean;
  /** The literal texts that a match holds, lower case, longest first. */
  readonly literals: readonly string[];
  readonly wildcardRuns: number;
}

// What stands in a pattern beside code points: `_`, any one, and `%`, any number of any.
const ONE = -1;
const RUN = -2;

interface Pattern {
  readonly tokens: readonly number[];
  /** The literal texts between runs of wildcards, in order, the first and the last at the ends. */
  readonly pieces: readonly string[];
}

const readPattern = (pattern: string): Pattern => {
  const tokens: number[] = [];
  const pieces = [''];
  const characters = Array.from(lowered(pattern));
  for (let at = 0; at < characters.length; at++) {
    const one = characters[at]!;
    const escapes = one === '\\' && at + 1 < characters.length;
    if (!escapes && (one === '%' || one === '_')) {
      if ((tokens.at(-1) ?? 0) >= 0) pieces.push('');
      tokens.push(one === '_' ? ONE : RUN);
    } else {
      const literal = escapes ? characters[++at]! : one;
      tokens.push(literal.codePointAt(0)!);
      pieces[pieces.length - 1] += literal;
    }
  }
  return { tokens, pieces };
};

/**
 * For patterns with `_`: a bit for each step of the pattern that the text read so far may have reached, so that no text
 * makes it go back (shift-and). Source: Baeza-Yates and Gonnet, A new approach to text searching, 1992.
 */
const shiftAndMatcher = (tokens: readonly number[]): ((text: string) => boolean) => {
  const steps = tokens.filter((token) => token !== RUN);
  const words = (steps.length >> 5) + 1;
  const set = (bits: Uint32Array, bit: number): void => void (bits[bit >> 5]! |= 1 << (bit & 31));
  // Steps that stay reached whatever comes, steps that any character reaches, and those that this one reaches as well.
  const [stays, any, by] = [new Uint32Array(words), new Uint32Array(words), new Map<number, Uint32Array>()];
  let step = 0;
  for (const token of tokens) {
    if (token === RUN) set(stays, step);
    else if (++step && token === ONE) set(any, step);
  }
  for (const [at, code] of steps.entries()) {
    if (code === ONE) continue;
    const bits = by.get(code) ?? any.slice();
    by.set(code, bits);
    set(bits, at + 1);
  }
  const reached = new Uint32Array(words);
  return (text) => {
    reached.fill(0)[0] = 1;
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at)!;
      if (code > 0xffff) at++;
      const passes = by.get(code) ?? any;
      let carry = 0;
      for (let word = 0; word < words; word++) {
        const before = reached[word]!;
        reached[word] = (((before << 1) | carry) & passes[word]!) | (before & stays[word]!);
        carry = before >>> 31;
      }
    }
    return ((reached[steps.length >> 5]! >>> (steps.length & 31)) & 1) === 1;
  };
};

/** For patterns with `%` alone: each piece where it first stands behind the one before, the last one at the end. */
const holdsLiterals = (pieces: readonly string[], text: string): boolean => {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (let piece = 1; piece < pieces.length - 1; piece++) {
    const found = text.indexOf(pieces[piece]!, at);
    if (found < 0) return false;
    at = found + pieces[piece]!.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
};

/**
 * LIKE: without `%` and `_` the text holds the pattern; with them it is SQL's, over the whole text. Case does not
 * count.
 */
export const like = (pattern: string): Like => {
  if (!/[%_]/.test(pattern)) {
    const part = lowered(pattern);
    return { test: (text) => lowered(text).includes(part), literals: part === '' ? [] : [part], wildcardRuns: 0 };
  }
  const { tokens, pieces } = readPattern(pattern);
  const reads = tokens.includes(ONE) ? shiftAndMatcher(tokens) : (text: string): boolean => holdsLiterals(pieces, text);
  return {
    test: (text) => reads(lowered(text)),
    literals: pieces.filter((piece) => piece !== '').sort((a, b) => b.length - a.length),
    wildcardRuns: pieces.length - 1,
  };
};
