// Which rows of a column hold which words.
import { fold, wordsOf } from '../../domain/search/text-fold.ts';
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
let formIds = new Uint32Array(256);

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
    const formIds: number[] = [];
    for (let formId = 0; formId < this.table.slotsEnd; formId += 1) if (this.table.isUsed(formId)) formIds.push(formId);
    return formIds;
  }

  /** Visits the slots of a word's forms, by its number in the vocabulary. */
  eachForm(id: number, visit: (formId: number) => void): void {
    for (let formId = this.forms.firstForm(id); formId >= 0; formId = this.forms.nextForm(formId)) visit(formId);
  }

  /** The number of a slot's word in the vocabulary. */
  wordIdOf(formId: number): number {
    return this.forms.wordIds[formId]!;
  }

  /** Rows that hold the word, twice those that hold two forms of it. */
  docCountOfWord(id: number): number {
    let docCount = 0;
    this.eachForm(id, (formId) => (docCount += this.postings.count(formId)));
    return docCount;
  }

  docCount(formId: number): number {
    return this.postings.count(formId);
  }

  /** Ascending; `into` has room for all. Good until something changes. */
  docIds(formId: number, into: DocIds): DocIds {
    return this.postings.docIds(formId, into);
  }

  has(formId: number, docId: number): boolean {
    return this.postings.has(formId, docId);
  }

  mark(formId: number, marks: Uint8Array, mark: number): void {
    this.postings.mark(formId, marks, mark);
  }

  /** Slots are below this number. */
  get formIdsEnd(): number {
    return this.table.slotsEnd;
  }

  /**
   * Visits the slots of forms that hold a part; where `begins` is set at their beginning, where `ends` is at their end.
   */
  eachFormContaining(part: string, begins: boolean, ends: boolean, visit: (formId: number) => void): void {
    this.table.eachContaining(part, begins, ends, visit);
  }

  /**
   * Visits the slots of words that hold a part, whatever their form; where `begins` is set at their beginning, where
   * `ends` is at their end.
   */
  eachWordContaining(part: string, begins: boolean, ends: boolean, visit: (formId: number) => void): void {
    this.table.eachContaining(part, begins, ends, (formId) => {
      if (!this.spelled.has(formId)) visit(formId);
    });
    for (const [formId, word] of this.spelled) {
      if (begins ? (ends ? word === part : word.startsWith(part)) : ends ? word.endsWith(part) : word.includes(part))
        visit(formId);
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
  add(docId: number, text: string, docCount: number): void {
    tokens.read(plain(text, this.html));
    this.index(docId, docCount);
  }

  /** Only the words that differ are touched. */
  replace(docId: number, before: string, after: string, docCount: number): void {
    const gone = new Set<number>();
    tokens.read(plain(before, this.html));
    for (let at = 0; at < tokens.count; at += 1)
      gone.add(this.table.find(tokens.units, tokens.starts[at]!, tokens.ends[at]!, tokens.hashes[at]!));
    tokens.read(plain(after, this.html));
    this.index(docId, docCount);
    for (let at = 0; at < tokens.count; at += 1) gone.delete(formIds[at]!);
    for (const formId of gone) {
      this.postings.remove(formId, docId);
      if (this.postings.count(formId) === 0) this.forget(formId);
    }
  }

  /** When the column goes. */
  clear(): void {
    for (const formId of this.formIds()) this.forget(formId);
    this.forward?.clear();
  }

  /** The words of the tokens. */
  private index(docId: number, docCount: number): void {
    if (formIds.length < tokens.count) formIds = new Uint32Array(tokens.count * 2);
    for (let at = 0; at < tokens.count; at += 1) {
      const formId = this.formIdFor(at);
      formIds[at] = formId;
      this.postings.add(formId, docId, docCount);
    }
    this.forward?.put(docId, tokens, formIds);
  }

  /** Of a word of the tokens. */
  private formIdFor(at: number): number {
    const { table } = this;
    const start = tokens.starts[at]!;
    const end = tokens.ends[at]!;
    const hash = tokens.hashes[at]!;
    let formId = table.find(tokens.units, start, end, hash);
    if (formId < 0) {
      formId = table.insert(tokens.units, start, end, hash);
      this.forms.set(formId, this.retain(at, formId));
    }
    if (tokens.forms[at] === FORM.folded) this.folded.add(formId);
    return formId;
  }

  /** The number of the word of a token that is new to the column. */
  private retain(at: number, formId: number): number {
    const { vocabulary } = this;
    if (tokens.forms[at] !== FORM.spelled)
      return vocabulary.retain(tokens.units, tokens.starts[at]!, tokens.ends[at]!, tokens.hashes[at]!);
    const word = fold(tokens.word(at));
    this.spelled.set(formId, word);
    return vocabulary.retainWord(word);
  }

  private forget(formId: number): void {
    this.postings.clear(formId);
    this.spelled.delete(formId);
    this.folded.delete(formId);
    this.vocabulary.release(this.forms.wordIds[formId]!);
    this.forms.remove(formId);
    this.table.remove(formId);
  }
}
