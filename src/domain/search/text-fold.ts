// Folding and words: how search makes texts alike before it compares them, as docs/sell/search-text.md defines it.
//
// Everything works code point by code point: no language's own rules apply, so the same text has the same fold in every
// shop, and an index may fold piece by piece. Not promised: linguistic stemming, or the order of any locale.

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

/** Fold by code point, of the basic plane only, so that no text can make the map grow without bound. */
const FOLDED = new Map<number, string>();

/** Fold of one code point. */
export const foldedOf = (code: number): string => {
  let folded = FOLDED.get(code);
  if (folded === undefined) {
    folded = foldCharacter(String.fromCodePoint(code));
    if (code <= 0xffff) FOLDED.set(code, folded);
  }
  return folded;
};

const isAscii = (text: string): boolean => {
  for (let position = 0; position < text.length; position++) if (text.charCodeAt(position) >= 128) return false;
  return true;
};

/** Text without case, accents and ligatures, code point by code point: fold(a + b) = fold(a) + fold(b). */
export const fold = (text: string): string => {
  // Lower case of a whole text differs from that of its characters only in Σ at a word's end, and ς folds to σ.
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  let folded = '';
  let from = 0;
  for (let position = 0; position < lower.length;) {
    const code = lower.codePointAt(position)!;
    const next = position + (code > 0xffff ? 2 : 1);
    if (code >= 128) {
      folded += lower.slice(from, position) + foldedOf(code);
      from = next;
    }
    position = next;
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

const isPairAt = (text: string, position: number, unit: number): boolean =>
  unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(position)! > 0xffff;

const ASCII_IN_WORD = Uint8Array.from({ length: 128 }, (_, unit) => (IN_WORD.test(String.fromCharCode(unit)) ? 1 : 0));

/** Whether an ASCII character is a letter or a digit. */
export const isAsciiInWord = (unit: number): boolean => ASCII_IN_WORD[unit] === 1;

/** Words of a text that MATCH reads, the first ones (D682); tests lower it. */
export const MATCHED = { wordsMax: 5000 };

/** Visits the words of a folded text by their positions, from `start` to before `end`. */
export const eachWord = (folded: string, visit: (start: number, end: number) => void): void => {
  let start = -1;
  for (let position = 0; position < folded.length; position++) {
    const unit = folded.charCodeAt(position);
    // Most letters of most shops are ASCII; the small table stays in the processor's caches.
    if (unit < ASCII_IN_WORD.length) {
      if (ASCII_IN_WORD[unit] === 1) {
        if (start < 0) start = position;
      } else if (start >= 0) {
        visit(start, position);
        start = -1;
      }
      continue;
    }
    const pair = isPairAt(folded, position, unit);
    if (pair ? IN_WORD.test(folded.slice(position, position + 2)) : unitIsInWord(unit)) {
      if (start < 0) start = position;
    } else if (start >= 0) {
      visit(start, position);
      start = -1;
    }
    if (pair) position++;
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

/** The words of a text that MATCH reads. */
export const matchedWords = (text: string): string[] => wordsOf(text).slice(0, MATCHED.wordsMax);
