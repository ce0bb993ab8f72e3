// Which rows of a column hold which words.
import { fold, wordsOf } from '../../domain/search/text-rules.ts';
import { ForwardIndex } from './forward-index.ts';
import { Postings } from './postings.ts';
import type { Rows } from './scratch.ts';
import { SlotsById } from './word-forms.ts';
import { FORM, Tokens } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordTable } from './word-hash-table.ts';

const TAGS = /<[^<>]*>/g;

const plain = (text: string, html: boolean): string => (html ? text.replace(TAGS, ' ') : text);

/** Tags of HTML are no words. */
export const wordsOfText = (text: string, html: boolean): string[] => wordsOf(plain(text, html));

const tokens = new Tokens();
/** Of their words. */
let slots = new Uint32Array(256);

export class ColumnWords {
  readonly html: boolean;
  private readonly vocabulary: Vocabulary;
  private readonly table = new WordTable();
  private readonly postings: Postings;
  /** Not of HTML: its words are not all that stands in it. */
  readonly forward: ForwardIndex | undefined;
  private readonly byId = new SlotsById();
  /** The words of slots with a form that is not the word. */
  private readonly spelled = new Map<number, string>();
  /** Slots of words that stand in the texts in a form that is not here, but for the word itself, maybe. */
  private readonly folded = new Set<number>();

  constructor(vocabulary: Vocabulary, html: boolean) {
    this.vocabulary = vocabulary;
    this.html = html;
    this.postings = new Postings(vocabulary.pages);
    this.forward = html ? undefined : new ForwardIndex(vocabulary.textPages);
  }

  /** Different forms of words. */
  get size(): number {
    return this.table.size;
  }

  /** The slots of all forms. */
  slots(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.table.slots; slot += 1) if (this.table.holds(slot)) slots.push(slot);
    return slots;
  }

  /** Visits the slots of a word's forms, by its number in the vocabulary. */
  eachForm(id: number, visit: (slot: number) => void): void {
    for (let slot = this.byId.find(id); slot >= 0; slot = this.byId.following(slot)) visit(slot);
  }

  /** The number of a slot's word in the vocabulary. */
  idAt(slot: number): number {
    return this.byId.ids[slot]!;
  }

  /** Rows that hold the word, twice those that hold two forms of it. */
  count(id: number): number {
    let rows = 0;
    this.eachForm(id, (slot) => (rows += this.postings.count(slot)));
    return rows;
  }

  countAt(slot: number): number {
    return this.postings.count(slot);
  }

  /** Ascending; `into` has room for all. Good until something changes. */
  rowsAt(slot: number, into: Rows): Rows {
    return this.postings.rows(slot, into);
  }

  hasAt(slot: number, row: number): boolean {
    return this.postings.has(slot, row);
  }

  mark(slot: number, marks: Uint8Array, mark: number): void {
    this.postings.mark(slot, marks, mark);
  }

  /** Slots are below this number. */
  get slotsMax(): number {
    return this.table.slots;
  }

  /**
   * Visits the slots of forms that hold a part; where `begins` is set at their beginning, where `ends` is at their end.
   */
  eachFormWith(part: string, begins: boolean, ends: boolean, visit: (slot: number) => void): void {
    this.table.eachWith(part, begins, ends, visit);
  }

  /**
   * Visits the slots of words that hold a part, whatever their form; where `begins` is set at their beginning, where
   * `ends` is at their end.
   */
  eachFolding(part: string, begins: boolean, ends: boolean, visit: (slot: number) => void): void {
    this.table.eachWith(part, begins, ends, (slot) => {
      if (!this.spelled.has(slot)) visit(slot);
    });
    for (const [slot, word] of this.spelled) {
      if (begins ? (ends ? word === part : word.startsWith(part)) : ends ? word.endsWith(part) : word.includes(part))
        visit(slot);
    }
  }

  /** The slots of words that stand in the texts in a form that is not here. */
  get foldedSlots(): ReadonlySet<number> {
    return this.folded;
  }

  /** Grows one table where that is soon to be, so that no two do so at once; false where none is. */
  makeRoom(): boolean {
    const { slots: used } = this.table;
    return (
      this.table.makeRoom() || this.byId.makeRoom(used) || this.postings.makeRoom(used) || this.vocabulary.makeRoom()
    );
  }

  /** `rows`: how many there are in all. */
  add(row: number, text: string, rows: number): void {
    tokens.read(plain(text, this.html));
    this.index(row, rows);
  }

  /** Only the words that differ are touched. */
  replace(row: number, before: string, after: string, rows: number): void {
    const gone = new Set<number>();
    tokens.read(plain(before, this.html));
    for (let at = 0; at < tokens.count; at += 1)
      gone.add(this.table.find(tokens.units, tokens.starts[at]!, tokens.ends[at]!, tokens.hashes[at]!));
    tokens.read(plain(after, this.html));
    this.index(row, rows);
    for (let at = 0; at < tokens.count; at += 1) gone.delete(slots[at]!);
    for (const slot of gone) {
      this.postings.remove(slot, row);
      if (this.postings.count(slot) === 0) this.forget(slot);
    }
  }

  /** When the column goes. */
  clear(): void {
    for (const slot of this.slots()) this.forget(slot);
    this.forward?.clear();
  }

  /** The words of the tokens. */
  private index(row: number, rows: number): void {
    if (slots.length < tokens.count) slots = new Uint32Array(tokens.count * 2);
    for (let at = 0; at < tokens.count; at += 1) {
      const slot = this.slotFor(at);
      slots[at] = slot;
      this.postings.add(slot, row, rows);
    }
    this.forward?.put(row, tokens, slots);
  }

  /** Of a word of the tokens. */
  private slotFor(at: number): number {
    const { table } = this;
    const start = tokens.starts[at]!;
    const end = tokens.ends[at]!;
    const hash = tokens.hashes[at]!;
    let slot = table.find(tokens.units, start, end, hash);
    if (slot < 0) {
      slot = table.insert(tokens.units, start, end, hash);
      this.byId.set(slot, this.retain(at, slot));
    }
    if (tokens.forms[at] === FORM.folded) this.folded.add(slot);
    return slot;
  }

  /** The number of the word of a token that is new to the column. */
  private retain(at: number, slot: number): number {
    const { vocabulary } = this;
    if (tokens.forms[at] !== FORM.spelled)
      return vocabulary.retain(tokens.units, tokens.starts[at]!, tokens.ends[at]!, tokens.hashes[at]!);
    const word = fold(tokens.word(at));
    this.spelled.set(slot, word);
    return vocabulary.retainWord(word);
  }

  private forget(slot: number): void {
    this.postings.clear(slot);
    this.spelled.delete(slot);
    this.folded.delete(slot);
    this.vocabulary.release(this.byId.ids[slot]!);
    this.byId.remove(slot);
    this.table.remove(slot);
  }
}
