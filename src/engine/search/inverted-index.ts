// The inverted index of one column: which documents hold which word, by the word's surface forms.
//
// A surface form is a word as texts spell it, in lower case with its accents. LIKE compares forms; MATCH compares the
// folded word, of which a column may hold several forms. A form's id is its slot in the column's hash table.
import { MATCHED, fold, matchedWords } from '../../domain/search/text-fold.ts';
import { ForwardIndex } from './forward-index.ts';
import { Postings } from './postings.ts';
import type { DocIds } from './scratch.ts';
import { STEPS, countWalked } from './steps.ts';
import type { Steps } from './steps.ts';
import { WordForms } from './word-forms.ts';
import { FORM, Tokenizer } from './tokenizer.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WordHashTable } from './word-hash-table.ts';

const TAGS = /<[^<>]*>/g;

export const plain = (text: string, html: boolean): string => (html ? text.replace(TAGS, ' ') : text);

/** Words of a text that MATCH reads; of HTML without its tags. */
export const wordsOfText = (text: string, html: boolean): string[] => matchedWords(plain(text, html));

const NO_FORMS: readonly number[] = [];

const tokens = new Tokenizer();
/** Form ids of the tokens read last. */
let formIds = new Uint32Array(256);

/** The last replacement of a text in an index, and the forms that it takes away. */
interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly gone: Set<number>;
}

/** By index, while a change is written to one record after another. */
let repeated: Map<InvertedIndex, Replacement> | undefined;

/**
 * Writes one change to several records: what it takes away is looked up once. A form that a document holds keeps its
 * id, so that it is the same for each document with the same text.
 */
export const whileRepeated = (write: () => void): void => {
  if (repeated !== undefined) return write();
  repeated = new Map();
  try {
    write();
  } finally {
    repeated = undefined;
  }
};

export class InvertedIndex {
  readonly html: boolean;
  private readonly vocabulary: Vocabulary;
  private readonly table = new WordHashTable();
  private readonly postings: Postings;
  /** Undefined for HTML, whose words are not all that its text holds. */
  readonly forward: ForwardIndex | undefined;
  private readonly forms = new WordForms();
  /** Folded word by form id, of the forms that are not their folded word themselves. */
  private readonly spelled = new Map<number, string>();
  /** Forms that texts may spell in a way not in this index, such as `½` for `1`. */
  private readonly folded = new Set<number>();
  /** Documents whose texts have more words than MATCH reads, so that these words are not in the index. */
  readonly cut = new Set<number>();

  constructor(vocabulary: Vocabulary, html: boolean) {
    this.vocabulary = vocabulary;
    this.html = html;
    this.postings = new Postings(vocabulary.postingBlocks);
    this.forward = html ? undefined : new ForwardIndex(vocabulary.textBlocks);
  }

  /** Different surface forms. */
  get size(): number {
    return this.table.size;
  }

  /** Ids of all forms. */
  formIds(): number[] {
    const formIds: number[] = [];
    for (let formId = 0; formId < this.table.slotsEnd; formId += 1) if (this.table.isUsed(formId)) formIds.push(formId);
    return formIds;
  }

  /** Form of a word with exactly one, as nearly all have; below 0 for any other. */
  onlyForm(id: number): number {
    const first = this.forms.firstForm(id);
    return first < 0 || this.forms.nextForm(first) < 0 ? first : -1;
  }

  /** Copies the forms of a word, given by its id in the vocabulary, because they may change between two steps. */
  formsOf(id: number): readonly number[] {
    const first = this.forms.firstForm(id);
    if (first < 0) return NO_FORMS;
    const formIds = [first];
    for (let formId = this.forms.nextForm(first); formId >= 0; formId = this.forms.nextForm(formId))
      formIds.push(formId);
    return formIds;
  }

  /** Id of a form's word in the vocabulary. */
  wordIdOf(formId: number): number {
    return this.forms.wordIds[formId]!;
  }

  /** Documents that hold the word; those that hold two forms of it count twice. */
  docCountOfWord(id: number): number {
    let docCount = 0;
    for (let formId = this.forms.firstForm(id); formId >= 0; formId = this.forms.nextForm(formId))
      docCount += this.postings.count(formId);
    return docCount;
  }

  docCount(formId: number): number {
    return this.postings.count(formId);
  }

  /**
   * Documents that hold a form, ascending, at most `most` from `from` on. `into` must have room for `most`; valid until
   * the index changes.
   */
  docIdsFrom(formId: number, from: number, most: number, into: DocIds): DocIds {
    return this.postings.docIdsFrom(formId, from, most, into);
  }

  has(formId: number, docId: number): boolean {
    return this.postings.has(formId, docId);
  }

  /** Whether a form is in use. */
  hasForm(formId: number): boolean {
    return this.table.isUsed(formId);
  }

  /** Adds a mark to the documents that hold one of these forms, in steps. */
  *mark(formIds: readonly number[], marks: Uint8Array, mark: number): Steps<void> {
    let docs = 0;
    for (const formId of formIds) {
      const count = 1 + this.postings.count(formId);
      docs += count;
      countWalked(count);
      for (let from = 0; from >= 0;) {
        from = this.postings.markFrom(formId, from, STEPS.docsMax, marks, mark);
        if (from < 0 && docs < STEPS.docsMax) break;
        yield '';
        docs = 0;
      }
    }
  }

  /** All form ids are below this number. */
  get formIdsEnd(): number {
    return this.table.slotsEnd;
  }

  /** The forms that hold a part: at their beginning where `begins` is set, at their end where `ends` is. */
  *formsContaining(part: string, begins: boolean, ends: boolean): Steps<readonly number[]> {
    const found: number[] = [];
    yield* this.eachContaining(part, begins, ends, (formId) => found.push(formId));
    return found;
  }

  /** The forms whose folded word holds a part: at its beginning where `begins` is set, at its end where `ends` is. */
  *wordsContaining(part: string, begins: boolean, ends: boolean): Steps<readonly number[]> {
    const { spelled } = this;
    const found: number[] = [];
    yield* this.eachContaining(part, begins, ends, (formId) => {
      if (!spelled.has(formId)) found.push(formId);
    });
    let looked = 0;
    for (const [formId, word] of spelled) {
      if ((looked += 1) % STEPS.docsMax === 0) yield '';
      if (begins ? (ends ? word === part : word.startsWith(part)) : ends ? word.endsWith(part) : word.includes(part))
        found.push(formId);
    }
    return found;
  }

  private *eachContaining(part: string, begins: boolean, ends: boolean, visit: (formId: number) => void): Steps<void> {
    const { table } = this;
    if (begins && ends) {
      const formId = table.findWord(part);
      if (formId >= 0) visit(formId);
      return;
    }
    const wanted = Buffer.from(part, 'utf16le');
    for (let from = 0; from < table.slotsEnd; from += STEPS.docsMax) {
      if (from > 0) yield '';
      table.eachContaining(wanted, begins, ends, [from, Math.min(from + STEPS.docsMax, table.slotsEnd)], visit);
    }
  }

  /** Forms that texts may spell in a way that is not in this index. */
  get foldedForms(): ReadonlySet<number> {
    return this.folded;
  }

  /** Grows one table ahead of need, so that no two grow in one step. Returns false where all have room. */
  growAhead(): boolean {
    const { slotsEnd: used } = this.table;
    return (
      this.table.growAhead() ||
      this.forms.growAhead(used) ||
      this.postings.growAhead(used) ||
      this.vocabulary.growAhead()
    );
  }

  /** `docCount`: documents of the partition. */
  add(docId: number, text: string, docCount: number): void {
    tokens.read(plain(text, this.html), MATCHED.wordsMax);
    this.index(docId, docCount);
  }

  /** Replaces the text of a document; only words that differ are touched. */
  replace(docId: number, before: string, after: string, docCount: number): void {
    const last = repeated?.get(this);
    const isRepeated = last?.before === before && last.after === after;
    const gone = isRepeated ? last.gone : this.formsIn(before);
    tokens.read(plain(after, this.html), MATCHED.wordsMax);
    this.index(docId, docCount);
    if (!isRepeated) {
      for (let token = 0; token < tokens.count; token += 1) gone.delete(formIds[token]!);
      repeated?.set(this, { before, after, gone });
    }
    for (const formId of gone) {
      this.postings.remove(formId, docId);
      if (this.postings.count(formId) === 0) this.forget(formId);
    }
  }

  /** Ids of the forms of a text. */
  private formsIn(text: string): Set<number> {
    const ids = new Set<number>();
    tokens.read(plain(text, this.html), MATCHED.wordsMax);
    for (let token = 0; token < tokens.count; token += 1)
      ids.add(this.table.find(tokens.units, tokens.starts[token]!, tokens.ends[token]!, tokens.hashes[token]!));
    return ids;
  }

  /** Releases everything: the column is dropped. */
  clear(): void {
    for (const formId of this.formIds()) this.forget(formId);
    this.cut.clear();
    this.forward?.clear();
  }

  /** Adds the words of the tokens read last. */
  private index(docId: number, docCount: number): void {
    if (formIds.length < tokens.count) formIds = new Uint32Array(tokens.count * 2);
    for (let token = 0; token < tokens.count; token += 1) {
      const formId = this.formIdFor(token);
      formIds[token] = formId;
      this.postings.add(formId, docId, docCount);
    }
    if (tokens.isCut) this.cut.add(docId);
    else this.cut.delete(docId);
    this.forward?.put(docId, tokens, formIds);
  }

  /** Form id of a token; a new one where the column lacks the form. */
  private formIdFor(token: number): number {
    const { table } = this;
    const start = tokens.starts[token]!;
    const end = tokens.ends[token]!;
    const hash = tokens.hashes[token]!;
    let formId = table.find(tokens.units, start, end, hash);
    if (formId < 0) {
      formId = table.insert(tokens.units, start, end, hash);
      this.forms.set(formId, this.retain(token, formId));
    }
    if (tokens.forms[token] === FORM.folded) this.folded.add(formId);
    return formId;
  }

  /** Retains the word of a token that is new to the column; returns its word id. */
  private retain(token: number, formId: number): number {
    const { vocabulary } = this;
    if (tokens.forms[token] !== FORM.spelled)
      return vocabulary.retain(tokens.units, tokens.starts[token]!, tokens.ends[token]!, tokens.hashes[token]!);
    const word = fold(tokens.word(token));
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
