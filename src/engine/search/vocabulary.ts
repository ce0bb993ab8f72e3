// The words of a shop. FlexSearch proposes those that begin like a query's word; which of them answer it, and how
// well, is decided by the rules of domain/words.ts. Indexing words instead of documents keeps its cost away from
// writes: a changed text meets it only with words that the shop never held.
import { Index } from 'flexsearch';
import { matchKey, withinEdits } from '../../domain/words.ts';
import type { MatchWord, Quality } from '../../domain/words.ts';

/** The words that answer a word of a query. */
export interface Answers {
  readonly size: number;
  /** One of the best; '' when there is none. */
  readonly best: string;
  each(visit: (word: string, quality: Quality) => void): void;
  quality(word: string): Quality;
}

const NO_WORD = '';

/** A bit per letter: a typo changes at most two of them. */
const lettersOf = (key: string): number => {
  let bits = 0;
  for (let at = 0; at < key.length; at += 1) bits |= 1 << (key.charCodeAt(at) & 31);
  return bits;
};

const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

/** A word with more digits than a query may have typos is out of reach of a query without digits. */
const DIGITS_MAX = 2;

const digitsOf = (key: string): number => {
  let digits = 0;
  for (let at = 0; at < key.length; at += 1) if (NUMERIC.test(key[at]!)) digits += 1;
  return digits;
};
const NUMERIC = /\p{N}/u;

/** Words of one length, and the letters of each beside them: most are passed over without a look at the word. */
interface Near {
  readonly ids: number[];
  readonly letters: number[];
}
const NOBODY: Near = { ids: [], letters: [] };

/** FlexSearch keeps every beginning of what it is given: those of a text without spaces would fill the memory. */
const BEGINNING_MAX = 24;

export class Vocabulary {
  private readonly ids = new Map<string, number>();
  /** By word id; '' where the id is free. */
  private readonly texts: string[] = [];
  private readonly keys: string[] = [];
  private readonly uses: number[] = [];
  private readonly free: number[] = [];
  /** Ids by their key. */
  private readonly byKey = new Map<string, number | number[]>();
  /** By the length of their key, those that may be meant by a word with typos. */
  private readonly byLength: Near[] = [];
  // `fastupdate` makes the removal of a word cost microseconds instead of a walk over the whole index.
  private readonly beginnings = new Index({ tokenize: 'forward', fastupdate: true, encode: (key: string) => [key] });

  /** One more list of rows holds the word; its shared copy. */
  retain(word: string): string {
    const known = this.ids.get(word);
    if (known !== undefined) {
      this.uses[known]! += 1;
      return this.texts[known]!;
    }
    const id = this.free.pop() ?? this.texts.length;
    // A copy: a slice of a text keeps the whole text in memory.
    const text = Buffer.from(word).toString();
    const key = matchKey(text);
    this.ids.set(text, id);
    this.texts[id] = text;
    this.keys[id] = key;
    this.uses[id] = 1;
    const same = this.byKey.get(key);
    this.byKey.set(key, same === undefined ? id : typeof same === 'number' ? [same, id] : [...same, id]);
    if (digitsOf(key) <= DIGITS_MAX) {
      const near = (this.byLength[key.length] ??= { ids: [], letters: [] });
      near.ids.push(id);
      near.letters.push(lettersOf(key));
    }
    this.beginnings.add(id, key.slice(0, BEGINNING_MAX));
    return text;
  }

  /** Forgets the word when no list of rows is left. */
  release(word: string): void {
    const id = this.ids.get(word)!;
    this.uses[id]! -= 1;
    if (this.uses[id]! > 0) return;
    const key = this.keys[id]!;
    const others = this.equal(key).filter((one) => one !== id);
    if (others.length === 0) this.byKey.delete(key);
    else this.byKey.set(key, others);
    const near = this.byLength[key.length];
    const at = near?.ids.indexOf(id) ?? -1;
    if (near !== undefined && at >= 0) {
      near.ids[at] = near.ids.at(-1)!;
      near.letters[at] = near.letters.at(-1)!;
      near.ids.pop();
      near.letters.pop();
    }
    this.beginnings.remove(id);
    this.ids.delete(word);
    this.texts[id] = NO_WORD;
    this.keys[id] = NO_WORD;
    this.free.push(id);
  }

  /** Every word with a quality above 0, as `wordQuality` gives it. */
  answers({ key, last, edits }: MatchWord): Answers {
    const found = new Found(this.texts.length);
    for (const id of this.equal(key)) found.add(id, 4);
    // The array is FlexSearch's own: it is only read.
    const begun = last ? (this.beginnings.search(key.slice(0, BEGINNING_MAX), { limit: this.texts.length + 1 }) as number[]) : [];
    for (const id of begun) if (key.length <= BEGINNING_MAX || this.keys[id]!.startsWith(key)) found.add(id, 3);
    if (edits > 0) this.near(key, edits, found);
    const { ids, qualities } = found;
    return {
      size: ids.length,
      best: ids.length === 0 ? NO_WORD : this.texts[ids[0]!]!,
      each: (visit) => ids.forEach((id) => visit(this.texts[id]!, qualities[id] as Quality)),
      quality: (word) => qualities[this.ids.get(word)!] as Quality,
    };
  }

  private equal(key: string): readonly number[] {
    const ids = this.byKey.get(key) ?? [];
    return typeof ids === 'number' ? [ids] : ids;
  }

  private near(key: string, edits: number, found: Found): void {
    const letters = lettersOf(key);
    for (let length = Math.max(1, key.length - edits); length <= key.length + edits; length += 1) {
      const { ids, letters: others } = this.byLength[length] ?? NOBODY;
      for (let at = 0; at < ids.length; at += 1) {
        if (bitCount(others[at]! ^ letters) > 2 * edits) continue;
        const id = ids[at]!;
        const other = this.keys[id]!;
        if (withinEdits(key, other, 1)) found.add(id, 2);
        else if (edits === 2 && withinEdits(key, other, 2)) found.add(id, 1);
      }
    }
  }
}

/** The best answers come first: what is there already stays. */
class Found {
  readonly ids: number[] = [];
  readonly qualities: Uint8Array;

  constructor(size: number) {
    this.qualities = new Uint8Array(size);
  }

  add(id: number, quality: Quality): void {
    if (this.qualities[id] !== 0) return;
    this.qualities[id] = quality;
    this.ids.push(id);
  }
}
