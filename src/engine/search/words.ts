// Which rows of a column hold which words.
import { eachWord, fold, wordsOf } from '../../domain/words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordTable } from './word-table.ts';

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

const plain = (text: string, html: boolean): string => (html ? text.replace(TAGS, ' ') : text);

/** Tags of HTML are no words. */
export const wordsOfText = (text: string, html: boolean): string[] => wordsOf(plain(text, html));

export class ColumnWords {
  readonly html: boolean;
  private readonly vocabulary: Vocabulary;
  private readonly table = new WordTable();
  /** By slot of the table; most numbers and names have one row. */
  private readonly rowsOf: (number | Rows | undefined)[] = [];
  /** Words with a letter in them: few beside the numbers of a big shop. */
  private readonly letterWords = new Set<string>();

  constructor(vocabulary: Vocabulary, html: boolean) {
    this.vocabulary = vocabulary;
    this.html = html;
  }

  /** Different words. */
  get size(): number {
    return this.table.size;
  }

  *words(): Iterable<string> {
    for (const word of this.table.words) if (word !== undefined) yield word;
  }

  /** Words that can hold a part of a word. */
  wordsLike(part: string): Iterable<string> {
    return LETTER.test(part) ? this.letterWords : this.words();
  }

  count(word: string): number {
    const rows = this.held(word);
    return rows === undefined ? 0 : typeof rows === 'number' ? 1 : rows.length;
  }

  each(word: string, visit: (row: number) => void): void {
    const rows = this.held(word);
    if (rows === undefined) return;
    if (typeof rows === 'number') visit(rows);
    else for (let at = 0; at < rows.length; at += 1) visit(rows.at(at));
  }

  /** Visits those of the rows given that hold the word, or all: whichever takes fewer steps. */
  eachOf(word: string, rows: readonly number[] | undefined, visit: (row: number) => void): void {
    const held = this.held(word);
    if (held === undefined || typeof held === 'number' || rows === undefined || rows.length * STEPS_OF_A_LOOK > held.length) this.each(word, visit);
    else for (const row of rows) if (held.has(row)) visit(row);
  }

  add(row: number, text: string): void {
    const folded = fold(plain(text, this.html));
    eachWord(folded, (start, end) => this.addWord(row, folded, start, end));
  }

  /** Only the words that differ are touched. */
  replace(row: number, before: string, after: string): void {
    const kept = new Set(wordsOfText(after, this.html));
    for (const word of new Set(wordsOfText(before, this.html))) {
      if (kept.has(word)) kept.delete(word);
      else this.removeWord(row, word);
    }
    for (const word of kept) this.addWord(row, word, 0, word.length);
  }

  /** When the column goes. */
  clear(): void {
    this.table.words.forEach((word, slot) => {
      if (word === undefined) return;
      this.vocabulary.release(word);
      this.table.remove(slot);
      this.rowsOf[slot] = undefined;
    });
    this.letterWords.clear();
  }

  private held(word: string): number | Rows | undefined {
    const slot = this.table.find(word, 0, word.length);
    return slot < 0 ? undefined : this.rowsOf[slot];
  }

  private addWord(row: number, text: string, start: number, end: number): void {
    const slot = this.table.find(text, start, end);
    if (slot < 0) {
      const word = this.vocabulary.retain(text.slice(start, end));
      this.rowsOf[this.table.insert(word)] = row;
      if (LETTER.test(word)) this.letterWords.add(word);
      return;
    }
    const rows = this.rowsOf[slot]!;
    if (typeof rows !== 'number') rows.add(row);
    else if (rows !== row) this.rowsOf[slot] = new Rows(rows, row);
  }

  private removeWord(row: number, word: string): void {
    const slot = this.table.find(word, 0, word.length);
    if (slot < 0) return;
    const rows = this.rowsOf[slot]!;
    if (typeof rows !== 'number') rows.remove(row);
    if (typeof rows === 'number' ? rows !== row : rows.length > 0) return;
    this.rowsOf[slot] = undefined;
    this.table.remove(slot);
    this.letterWords.delete(word);
    this.vocabulary.release(word);
  }
}
