// Which rows of a column hold which words.
import { wordsOf } from '../../domain/words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Rows in ascending order, in an array that grows. */
class Rows {
  private rows: Uint32Array;
  length: number;

  constructor(first: number, second: number) {
    this.rows = new Uint32Array(2);
    this.rows[0] = Math.min(first, second);
    this.rows[1] = Math.max(first, second);
    this.length = 2;
  }

  at(index: number): number {
    return this.rows[index]!;
  }

  /** False when it is there already. */
  add(row: number): boolean {
    const { length } = this;
    const last = this.rows[length - 1]!;
    if (last === row) return false;
    const at = last < row ? length : this.placeOf(row);
    if (at < length && this.rows[at] === row) return false;
    if (length === this.rows.length) {
      const wider = new Uint32Array(length + (length >>> 1) + 2);
      wider.set(this.rows);
      this.rows = wider;
    }
    if (at < length) this.rows.copyWithin(at + 1, at, length);
    this.rows[at] = row;
    this.length += 1;
    return true;
  }

  remove(row: number): void {
    const at = this.placeOf(row);
    if (at === this.length || this.rows[at] !== row) return;
    this.rows.copyWithin(at, at + 1, this.length);
    this.length -= 1;
  }

  has(row: number): boolean {
    return this.rows[this.placeOf(row)] === row;
  }

  /** Where the row is, or would be. */
  private placeOf(row: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A look into a list of rows costs about as much as so many steps along it. */
const STEPS_OF_A_LOOK = 16;
const LETTER = /\p{L}/u;
const TAGS = /<[^<>]*>/g;

/** Tags of HTML are no words. */
export const wordsOfText = (text: string, html: boolean): string[] => wordsOf(html ? text.replace(TAGS, ' ') : text);

export class ColumnWords {
  readonly html: boolean;
  private readonly vocabulary: Vocabulary;
  /** Word → its rows; most numbers and names have one. */
  private readonly rowsOf = new Map<string, number | Rows>();
  /** Words with a letter in them: few beside the numbers of a big shop. */
  private readonly letterWords = new Set<string>();

  constructor(vocabulary: Vocabulary, html: boolean) {
    this.vocabulary = vocabulary;
    this.html = html;
  }

  /** Different words. */
  get size(): number {
    return this.rowsOf.size;
  }

  words(): Iterable<string> {
    return this.rowsOf.keys();
  }

  /** Words that can hold a part of a word. */
  wordsLike(part: string): Iterable<string> {
    return LETTER.test(part) ? this.letterWords : this.rowsOf.keys();
  }

  count(word: string): number {
    const rows = this.rowsOf.get(word);
    return rows === undefined ? 0 : typeof rows === 'number' ? 1 : rows.length;
  }

  each(word: string, visit: (row: number) => void): void {
    const rows = this.rowsOf.get(word);
    if (rows === undefined) return;
    if (typeof rows === 'number') visit(rows);
    else for (let at = 0; at < rows.length; at += 1) visit(rows.at(at));
  }

  /** Visits those of the rows given that hold the word, or all: whichever takes fewer steps. */
  eachOf(word: string, rows: readonly number[] | undefined, visit: (row: number) => void): void {
    const held = this.rowsOf.get(word);
    if (held === undefined || typeof held === 'number' || rows === undefined || rows.length * STEPS_OF_A_LOOK > held.length) this.each(word, visit);
    else for (const row of rows) if (held.has(row)) visit(row);
  }

  add(row: number, text: string): void {
    for (const word of wordsOfText(text, this.html)) this.addWord(row, word);
  }

  /** Only the words that differ are touched. */
  replace(row: number, before: string, after: string): void {
    const kept = new Set(wordsOfText(after, this.html));
    for (const word of new Set(wordsOfText(before, this.html))) {
      if (kept.has(word)) kept.delete(word);
      else this.removeWord(row, word);
    }
    for (const word of kept) this.addWord(row, word);
  }

  /** When the column goes. */
  clear(): void {
    for (const word of this.rowsOf.keys()) this.vocabulary.release(word);
    this.rowsOf.clear();
    this.letterWords.clear();
  }

  private addWord(row: number, word: string): void {
    const rows = this.rowsOf.get(word);
    if (rows === undefined) {
      const kept = this.vocabulary.retain(word);
      this.rowsOf.set(kept, row);
      if (LETTER.test(word)) this.letterWords.add(kept);
    } else if (typeof rows !== 'number') rows.add(row);
    else if (rows !== row) this.rowsOf.set(this.vocabulary.spelled(word), new Rows(rows, row));
  }

  private removeWord(row: number, word: string): void {
    const rows = this.rowsOf.get(word);
    if (rows === undefined) return;
    if (typeof rows !== 'number') rows.remove(row);
    if (typeof rows === 'number' ? rows !== row : rows.length > 0) return;
    this.rowsOf.delete(word);
    this.letterWords.delete(word);
    this.vocabulary.release(word);
  }
}
