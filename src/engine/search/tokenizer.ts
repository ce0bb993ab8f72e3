// Splits a text into its words for the index: their UTF-16 units side by side, each with its hash and surface form.
//
// Indexing a large shop reads hundreds of millions of characters, so each is read once and no word is cut from its
// text. The words are exactly those of `wordsOf` in src/domain/search/text-fold.ts.
import { eachWord, fold, lowered } from '../../domain/search/text-fold.ts';

/** By UTF-16 unit that folds to one unit: its lower case and the flags below; 0: not yet known. */
const UNIT_INFO = new Uint32Array(0x10000);
const UNIT = 0xffff;
const IN_WORD = 1 << 16;
/** Flag: the fold is not the lower case. */
const FOLDS = 1 << 17;
const KNOWN = 1 << 18;
/** Flag: it folds to no unit or to several, or is half of a surrogate pair. */
const SPECIAL = 1 << 19;

const classify = (unit: number): number => {
  const character = String.fromCharCode(unit);
  const [folded, lower] = [fold(character), lowered(character)];
  const special = folded.length !== 1 || lower.length !== 1 || (unit >= 0xd800 && unit <= 0xdfff);
  let known = KNOWN | (special ? SPECIAL : lower.charCodeAt(0));
  if (!special) eachWord(folded, () => (known |= IN_WORD));
  if (folded !== lower) known |= FOLDS;
  UNIT_INFO[unit] = known;
  return known;
};

const HASH_START = 0x811c9dc5 | 0;
const HASH_BY = 0x01000193;

export const hashOf = (units: Uint16Array, start: number, end: number): number => {
  let hash = HASH_START;
  for (let position = start; position < end; position += 1) hash = Math.imul(hash ^ units[position]!, HASH_BY);
  return hash ^ (hash >>> 15);
};

/** UTF-16 units of a text that are read first for each word that is wanted of it. */
const UNITS_PER_WORD = 16;

/** How a surface form relates to its folded word. */
export const FORM = {
  /** The text's lower case is the folded word. */
  plain: 0,
  /** The text's lower case is another spelling, with accents for example, whose fold is the word. */
  spelled: 1,
  /** The folded word; what the text spells is more or less than one word: `½` holds two, `1` and `2`. */
  folded: 2,
} as const;

/** Words of the text read last. */
export class Tokenizer {
  /** What `textStarts` and `textEnds` refer to: the text, or its lower case where that may have another length. */
  text = '';
  /** By word: where it begins and, below, ends in `text`. */
  textStarts: Int32Array = new Int32Array(256);
  textEnds: Int32Array = new Int32Array(256);
  /** Whether a character folds to no unit or to several, so that its neighbours decide where words begin and end. */
  special = false;
  /** Whether a word has the form `folded`; words and separators are then not the whole text. */
  folded = false;
  /** Whether the text has more words than were asked for. */
  isCut = false;
  units: Uint16Array = new Uint16Array(1024);
  starts: Int32Array = new Int32Array(256);
  ends: Int32Array = new Int32Array(256);
  hashes: Int32Array = new Int32Array(256);
  forms: Uint8Array = new Uint8Array(256);
  count = 0;
  private given = '';
  private most = 0;

  /** Reads the first `most` words of a text; not again where it has read them last. */
  read(text: string, most = Infinity): void {
    if (text === this.given && most === this.most) return;
    this.given = text;
    this.most = most;
    const { length } = text;
    this.count = 0;
    this.text = text;
    this.special = false;
    this.folded = false;
    this.isCut = false;
    this.reserve(length);
    const { units, starts, ends, hashes, forms, textStarts, textEnds } = this;
    const table = UNIT_INFO;
    let [count, to, position] = [0, 0, 0];
    while (position < length) {
      let known = 0;
      for (; position < length; position += 1) {
        const unit = text.charCodeAt(position);
        known = table[unit]!;
        if (known === 0) known = classify(unit);
        if ((known & (IN_WORD | SPECIAL)) !== 0) break;
      }
      if (position === length) break;
      if (count >= most && (known & SPECIAL) === 0) {
        this.isCut = true;
        break;
      }
      const start = to;
      textStarts[count] = position;
      let hash = HASH_START;
      let seen = 0;
      while ((known & IN_WORD) !== 0) {
        const unit = known & UNIT;
        units[to] = unit;
        to += 1;
        hash = Math.imul(hash ^ unit, HASH_BY);
        seen |= known;
        position += 1;
        if (position === length) break;
        const next = text.charCodeAt(position);
        known = table[next]!;
        if (known === 0) known = classify(next);
      }
      if ((known & SPECIAL) !== 0) return this.readBeginning(text, most);
      textEnds[count] = position;
      starts[count] = start;
      ends[count] = to;
      hashes[count] = hash ^ (hash >>> 15);
      forms[count] = (seen & FOLDS) === 0 ? FORM.plain : FORM.spelled;
      count += 1;
    }
    this.count = count;
  }

  /** Surface form of a word. */
  word(index: number): string {
    let word = '';
    for (let position = this.starts[index]!; position < this.ends[index]!; position += 1)
      word += String.fromCharCode(this.units[position]!);
    return word;
  }

  /** Reads slowly the beginning of a text that has more than `most` words; where it ends, a word may be cut. */
  private readBeginning(text: string, most: number): void {
    for (let end = UNITS_PER_WORD * most; end < text.length; end *= 2) {
      this.readSlowly(text.slice(0, end), most);
      if (this.isCut) return;
    }
    this.readSlowly(text, most);
  }

  /** Reads a text with characters that fold to no unit or to several, which shift all later positions. */
  private readSlowly(text: string, most: number): void {
    const lower = lowered(text);
    this.text = lower;
    this.count = 0;
    this.special = true;
    const folded = fold(lower);
    const sources = sourcesOf(lower, folded.length);
    this.reserve(folded.length + lower.length);
    let to = 0;
    eachWord(folded, (start, end) => {
      if (this.count >= most) {
        this.isCut = true;
        return;
      }
      const word = folded.slice(start, end);
      const [textStart, textEnd] = [sources[start]! >>> 1, (sources[end - 1]! >>> 1) + 1 + (sources[end - 1]! & 1)];
      const stands = lower.slice(textStart, textEnd);
      const form = stands === word ? FORM.plain : fold(stands) === word ? FORM.spelled : FORM.folded;
      const said = form === FORM.folded ? word : stands;
      const { count } = this;
      this.textStarts[count] = textStart;
      this.textEnds[count] = textEnd;
      this.folded ||= form === FORM.folded;
      this.starts[count] = to;
      for (let index = 0; index < said.length; index += 1, to += 1) this.units[to] = said.charCodeAt(index);
      this.ends[count] = to;
      this.hashes[count] = hashOf(this.units, this.starts[count]!, to);
      this.forms[count] = form;
      this.count = count + 1;
    });
  }

  private reserve(length: number): void {
    if (this.units.length < length) this.units = new Uint16Array(length * 2);
    const words = (length >>> 1) + 1;
    if (this.starts.length >= words) return;
    this.starts = new Int32Array(words * 2);
    this.ends = new Int32Array(words * 2);
    this.hashes = new Int32Array(words * 2);
    this.forms = new Uint8Array(words * 2);
    this.textStarts = new Int32Array(words * 2);
    this.textEnds = new Int32Array(words * 2);
  }
}

/** By UTF-16 unit of the fold: position of its source character × 2, plus 1 where that is a surrogate pair. */
const sourcesOf = (lower: string, length: number): Uint32Array => {
  const sources = new Uint32Array(length);
  let to = 0;
  for (let position = 0; position < lower.length; position += 1) {
    const unit = lower.charCodeAt(position);
    const known = UNIT_INFO[unit] || classify(unit);
    if ((known & SPECIAL) === 0) {
      sources[to++] = position * 2;
      continue;
    }
    const character = String.fromCodePoint(lower.codePointAt(position)!);
    const { length: folds } = fold(character);
    const source = position * 2 + character.length - 1;
    sources.fill(source, to, to + folds);
    to += folds;
    position += character.length - 1;
  }
  return sources;
};

/** Whether a text is one word and nothing else, in a surface form that does not depend on its neighbours. */
export const isWordForm = (text: string): boolean => {
  const tokens = new Tokenizer();
  tokens.read(text);
  return tokens.count === 1 && tokens.forms[0] !== FORM.folded && tokens.word(0) === text;
};
