// The forward index of a column: for each document the words of its text in order, and the separators between them.
//
// It holds the lower-case text as adjacent numbers, mostly two bytes per word, so that searching 100,000 texts for a
// phrase takes the time of reading some 10,000 of them on the heap. A number below WORDS_FROM is a separator, others
// are form ids. A single space between words is left out. Not promised: every text; those of `unindexed` must be read.
import { lowered } from '../../domain/search/text-fold.ts';
import type { BlockAllocator } from './block-allocator.ts';
import { OFFSET_MASK, sizeClassFor } from './block-allocator.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Separators of a column with a code, and form ids in two bytes; tests lower them. */
export const FORWARD = { separatorsMax: 250, narrowMax: 1 << 16 };

/** Numbers below this are codes of separators; others are form ids plus this. */
export const WORDS_FROM = 256;
/** Code shared by all separators without their own. */
export const OTHER_SEPARATOR = 255;
/** Separator omitted between two words. */
export const SPACE = ' ';

/** Stands for a block: the document has no text. */
const NO_TEXT = 0xffffffff;
/** Stands for a block: the text is in no block and must be read. */
const UNINDEXED = 0xfffffffe;
/** Pads the last four numbers of a text; neither a separator nor a word. */
const PAD = 254;
const PADS_MAX = 3;
/** Flag of a block's first number, its length: the numbers after it take four bytes each, not two. */
const WIDE = 0x80000000;
const COUNT_MASK = 0x7fffffff;
/** UTF-16 units of a separator with a code of its own. */
const SEPARATOR_UNITS_MAX = 16;
const CAPACITY_MIN = 8;
/** Numbers of texts read in a step, per document of the step. */
export const NUMBERS_PER_DOC = 64;
const BLANK = 32;
const ASCII_BITS = 7;

let numbers = new Uint32Array(1024);

const sizeOf = (head: number): number => sizeClassFor(1 + (head & COUNT_MASK));

export class ForwardIndex {
  private readonly allocator: BlockAllocator;
  /** By doc id: address of its block, which holds its length and then the numbers. */
  private blocks: Uint32Array = new Uint32Array(0);
  /** Separator by code. */
  private readonly separators: string[] = [];
  /** Code by separator, or by a number made from a short one. */
  private readonly codeOf = new Map<number | string, number>();
  /** Numbers of texts read so far, so that long texts end a step earlier. */
  read = 0;
  /** Whether a text has ever had a separator without a code of its own. */
  private hasUncoded = false;
  /**
   * Documents whose texts are not in the index: those with more words than MATCH reads, and those with characters that
   * are neither word nor separator.
   */
  readonly unindexed = new Set<number>();

  constructor(pages: BlockAllocator) {
    this.allocator = pages;
  }

  /** Writes the text of a document, given as tokens and the form ids of their words. */
  put(docId: number, tokens: Tokenizer, formIds: Uint32Array): void {
    if (tokens.text === '') return this.remove(docId);
    if (docId >= this.blocks.length) this.grow(docId);
    if (tokens.folded || tokens.isCut) return this.markUnindexed(docId);
    const count = this.encode(tokens, formIds);
    let highest = 0;
    for (let index = 0; index < count; index += 1) if (numbers[index]! > highest) highest = numbers[index]!;
    const wide = highest >= FORWARD.narrowMax;
    const pairs = ((count + PADS_MAX) >>> 2) * 2;
    const block = this.allocate(docId, wide ? (count | WIDE) >>> 0 : pairs);
    const page = this.allocator.page(block);
    const from = (block & OFFSET_MASK) + 1;
    if (wide) page.set(numbers.subarray(0, count), from);
    else
      for (let index = 0; index < pairs; index += 1)
        page[from + index] = numbers[2 * index]! | (numbers[2 * index + 1]! << 16);
  }

  remove(docId: number): void {
    if (docId >= this.blocks.length) return;
    this.release(docId);
    this.blocks[docId] = NO_TEXT;
  }

  /** Releases everything, because the column is dropped. */
  clear(): void {
    for (let docId = 0; docId < this.blocks.length; docId += 1) this.remove(docId);
  }

  /** Codes of the separators that pass. */
  separatorCodes(passes: (separator: string) => boolean): number[] {
    return this.separators.flatMap((separator, code) => (passes(separator) ? [code] : []));
  }

  /** Whether a text may hold this separator without a code of its own; if not `whole`, also a longer one with it. */
  mayHoldUncoded(separator: string, whole: boolean): boolean {
    // A separator that has a code has had it from its first occurrence.
    return this.hasUncoded && !(whole && this.separators.includes(separator));
  }

  /**
   * Visits the documents with all `needed` marks whose texts hold a sequence of numbers, and clears the marks of the
   * others. `fits`: by number, one bit per step of the sequence that it fits; `last`: the bit of the last step.
   */
  *eachHolding(
    marks: Uint8Array,
    needed: number,
    fits: Uint8Array,
    last: number,
    visit: (docId: number) => void,
  ): Steps<void> {
    for (let docId = 0; docId < this.blocks.length;) {
      if (docId > 0) yield '';
      docId = this.visitFrom(docId, marks, needed, fits, last, visit);
    }
  }

  /** Visits documents for a step; returns the one to go on from. */
  private visitFrom(
    from: number,
    marks: Uint8Array,
    needed: number,
    fits: Uint8Array,
    last: number,
    visit: (docId: number) => void,
  ): number {
    const { blocks } = this;
    const end = Math.min(from + STEPS.docsMax, blocks.length);
    const readMax = this.read + STEPS.docsMax * NUMBERS_PER_DOC;
    let docId = from;
    for (; docId < end && this.read < readMax; docId += 1) {
      if ((marks[docId]! & needed) === needed && this.holds(docId, fits, last)) visit(docId);
      else marks[docId] = 0;
    }
    return docId;
  }

  /** Whether the text of a document holds the sequence; false where the text is not in the index. */
  holds(docId: number, fits: Uint8Array, last: number): boolean {
    const block = this.blocks[docId]!;
    if (block >= UNINDEXED) return false;
    const page = this.allocator.page(block);
    const from = (block & OFFSET_MASK) + 1;
    const head = page[from - 1]!;
    this.read += head & COUNT_MASK;
    return (head & WIDE) === 0
      ? holdsPairs(page, from, from + head, fits, last)
      : holdsNumbers(page, from, from + (head & COUNT_MASK), fits, last);
  }

  /** As `holds`, whatever separators stand between the words. */
  holdsWords(docId: number, fits: Uint8Array, last: number): boolean {
    const block = this.blocks[docId]!;
    if (block >= UNINDEXED) return false;
    const page = this.allocator.page(block);
    const from = block & OFFSET_MASK;
    const head = page[from]!;
    const isWide = (head & WIDE) !== 0;
    const end = from + 1 + (head & COUNT_MASK);
    let fitting = 0;
    for (let position = from + 1; position < end; position += 1) {
      const stored = page[position]!;
      const first = isWide ? stored : stored & 0xffff;
      if (first >= WORDS_FROM) fitting = ((fitting << 1) | 1) & fits[first]!;
      if ((fitting & last) !== 0) return true;
      const second = isWide ? 0 : stored >>> 16;
      if (second >= WORDS_FROM) fitting = ((fitting << 1) | 1) & fits[second]!;
      if ((fitting & last) !== 0) return true;
    }
    return false;
  }

  /** Writes the numbers of a text to `numbers`, padded; returns their count without the padding. */
  private encode({ count, text, textStarts, textEnds }: Tokenizer, formIds: Uint32Array): number {
    if (numbers.length < 2 * count + 4) numbers = new Uint32Array(4 * count + 4);
    let to = 0;
    let from = 0;
    for (let index = 0; index < count; index += 1) {
      const start = textStarts[index]!;
      const isSpace = index > 0 && start - from === 1 && text.charCodeAt(from) === BLANK;
      if (!isSpace && start > from) numbers[to++] = this.code(text, from, start);
      numbers[to++] = formIds[index]! + WORDS_FROM;
      from = textEnds[index]!;
    }
    if (from < text.length) numbers[to++] = this.code(text, from, text.length);
    numbers.fill(PAD, to, to + PADS_MAX);
    return to;
  }

  /** Code of the separator in a text from `from` to before `to`. */
  private code(text: string, from: number, to: number): number {
    const key = to - from > SEPARATOR_UNITS_MAX ? undefined : keyOf(text, from, to);
    const code =
      key === undefined ? OTHER_SEPARATOR : (this.codeOf.get(key) ?? this.addCode(key, lowered(text.slice(from, to))));
    if (code === OTHER_SEPARATOR) this.hasUncoded = true;
    return code;
  }

  private addCode(key: number | string, separator: string): number {
    const known = this.separators.indexOf(separator);
    const code = known < 0 ? this.separators.length : known;
    if (code >= FORWARD.separatorsMax) return OTHER_SEPARATOR;
    this.separators[code] = separator;
    this.codeOf.set(key, code);
    return code;
  }

  private markUnindexed(docId: number): void {
    this.release(docId);
    this.blocks[docId] = UNINDEXED;
    this.unindexed.add(docId);
  }

  private release(docId: number): void {
    const block = this.blocks[docId]!;
    if (block === UNINDEXED) this.unindexed.delete(docId);
    else if (block !== NO_TEXT) this.allocator.release(block, sizeOf(this.allocator.page(block)[block & OFFSET_MASK]!));
  }

  /** A block for a text whose first number is `head`: the document's own where that has the right size. */
  private allocate(docId: number, head: number): number {
    const size = sizeOf(head);
    let block = this.blocks[docId]!;
    if (block >= UNINDEXED || sizeOf(this.allocator.page(block)[block & OFFSET_MASK]!) !== size) {
      this.release(docId);
      block = this.allocator.allocate(size);
      this.blocks[docId] = block;
    }
    this.allocator.page(block)[block & OFFSET_MASK] = head;
    return block;
  }

  private grow(docId: number): void {
    const wider = new Uint32Array(docId + (docId >>> 2) + CAPACITY_MIN).fill(NO_TEXT, this.blocks.length);
    wider.set(this.blocks);
    this.blocks = wider;
  }
}

/** Key of a separator: a number if it is short and ASCII, as most are, so that no string is cut from the text. */
const keyOf = (text: string, from: number, to: number): number | string => {
  if (to - from > 4) return text.slice(from, to);
  let key = 1;
  for (let position = from; position < to; position += 1) {
    const unit = text.charCodeAt(position);
    if (unit >>> ASCII_BITS !== 0) return text.slice(from, to);
    key = (key << ASCII_BITS) | unit;
  }
  return key;
};

// Shift-and: one bit per step up to which the numbers read last fit; no branch depends on what is read.

const holdsNumbers = (page: Uint32Array, from: number, to: number, fits: Uint8Array, last: number): boolean => {
  let fitting = 0;
  let held = 0;
  for (let position = from; position < to; position += 1) {
    fitting = ((fitting << 1) | 1) & fits[page[position]!]!;
    held |= fitting;
  }
  return (held & last) !== 0;
};

/** As above for numbers of two bytes, four per iteration, in half the time. */
const holdsPairs = (page: Uint32Array, from: number, to: number, fits: Uint8Array, last: number): boolean => {
  let fitting = 0;
  let held = 0;
  for (let position = from; position < to; position += 2) {
    const pair = page[position]!;
    const next = page[position + 1]!;
    fitting = ((fitting << 1) | 1) & fits[pair & 0xffff]!;
    held |= fitting;
    fitting = ((fitting << 1) | 1) & fits[pair >>> 16]!;
    held |= fitting;
    fitting = ((fitting << 1) | 1) & fits[next & 0xffff]!;
    held |= fitting;
    fitting = ((fitting << 1) | 1) & fits[next >>> 16]!;
    held |= fitting;
  }
  return (held & last) !== 0;
};
