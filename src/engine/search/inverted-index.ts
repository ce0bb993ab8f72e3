// Which rows of a column hold which words.
import { fold, wordsOf } from '../../domain/search/text-rules.ts';
import { ForwardIndex } from './forward-index.ts';
import { Postings } from './postings.ts';
import type { DocIds } from './scratch.ts';
import { WordForms } from './word-forms.ts';
import { FORM, Tokenizer } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordHashTable } from './word-hash-table.ts';

const TAGS = /<[^<>]*>/g;

const plain = (text: string, html: boolean): string => (html ? text.replace(TAGS, ' ') : text);

/** Tags of HTML are no words. */
export const wordsOfText = (text: string, html: boolean): string[] => wordsOf(plain(text, html));

const tokens = new Tokenizer();
/** Of their words. */
let slots = new Uint32Array(256);

export class InvertedIndex {
  readonly html: boolean;
  private readonly vocabulary: Vocabulary;
  private readonly table = new WordHashTable();
  private readonly postings: Postings;
  /** Not of HTML: its words are not all that stands in it. */
  readonly forward: ForwardIndex | undefined;
  private readonly forms = new WordForms();
  /** The words of slots with a form that is not the word. */
  private readonly spelled = new Map<number, string>();
  /** Slots of words that stand in the texts in a form that is not here, but for the word itself, maybe. */
  private readonly folded = new Set<number>();

  constructor(vocabulary: Vocabulary, html: boolean) {
    this.vocabulary = vocabulary;
    this.html = html;
    this.postings = new Postings(vocabulary.postingBlocks);
    this.forward = html ? undefined : new ForwardIndex(vocabulary.textBlocks);
  }

  /** Different forms of words. */
  get size(): number {
    return this.table.size;
  }

  /** The slots of all forms. */
  formIds(): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.table.slotsEnd; slot += 1) if (this.table.isUsed(slot)) slots.push(slot);
    return slots;
  }

  /** Visits the slots of a word's forms, by its number in the vocabulary. */
  eachForm(id: number, visit: (slot: number) => void): void {
    for (let slot = this.forms.firstForm(id); slot >= 0; slot = this.forms.nextForm(slot)) visit(slot);
  }

  /** The number of a slot's word in the vocabulary. */
  wordIdOf(slot: number): number {
    return this.forms.wordIds[slot]!;
  }

  /** Rows that hold the word, twice those that hold two forms of it. */
  docCountOfWord(id: number): number {
    let rows = 0;
    this.eachForm(id, (slot) => (rows += this.postings.count(slot)));
    return rows;
  }

  docCount(slot: number): number {
    return this.postings.count(slot);
  }

  /** Ascending; `into` has room for all. Good until something changes. */
  docIds(slot: number, into: DocIds): DocIds {
    return this.postings.docIds(slot, into);
  }

  has(slot: number, row: number): boolean {
    return this.postings.has(slot, row);
  }

  mark(slot: number, marks: Uint8Array, mark: number): void {
    this.postings.mark(slot, marks, mark);
  }

  /** Slots are below this number. */
  get formIdsEnd(): number {
    return this.table.slotsEnd;
  }

  /**
   * Visits the slots of forms that hold a part; where `begins` is set at their beginning, where `ends` is at their end.
   */
  eachFormContaining(part: string, begins: boolean, ends: boolean, visit: (slot: number) => void): void {
    this.table.eachContaining(part, begins, ends, visit);
  }

  /**
   * Visits the slots of words that hold a part, whatever their form; where `begins` is set at their beginning, where
   * `ends` is at their end.
   */
  eachWordContaining(part: string, begins: boolean, ends: boolean, visit: (slot: number) => void): void {
    this.table.eachContaining(part, begins, ends, (slot) => {
      if (!this.spelled.has(slot)) visit(slot);
    });
    for (const [slot, word] of this.spelled) {
      if (begins ? (ends ? word === part : word.startsWith(part)) : ends ? word.endsWith(part) : word.includes(part))
        visit(slot);
    }
  }

  /** The slots of words that stand in the texts in a form that is not here. */
  get foldedForms(): ReadonlySet<number> {
    return this.folded;
  }

  /** Grows one table where that is soon to be, so that no two do so at once; false where none is. */
  growAhead(): boolean {
    const { slotsEnd: used } = this.table;
    return (
      this.table.growAhead() ||
      this.forms.growAhead(used) ||
      this.postings.growAhead(used) ||
      this.vocabulary.growAhead()
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
    for (const slot of this.formIds()) this.forget(slot);
    this.forward?.clear();
  }

  /** The words of the tokens. */
  private index(row: number, rows: number): void {
    if (slots.length < tokens.count) slots = new Uint32Array(tokens.count * 2);
    for (let at = 0; at < tokens.count; at += 1) {
      const slot = this.formIdFor(at);
      slots[at] = slot;
      this.postings.add(slot, row, rows);
    }
    this.forward?.put(row, tokens, slots);
  }

  /** Of a word of the tokens. */
  private formIdFor(at: number): number {
    const { table } = this;
    const start = tokens.starts[at]!;
    const end = tokens.ends[at]!;
    const hash = tokens.hashes[at]!;
    let slot = table.find(tokens.units, start, end, hash);
    if (slot < 0) {
      slot = table.insert(tokens.units, start, end, hash);
      this.forms.set(slot, this.retain(at, slot));
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
    this.vocabulary.release(this.forms.wordIds[slot]!);
    this.forms.remove(slot);
    this.table.remove(slot);
  }
}
