// The forward index of a column: the words of each row's text in order, and what stands between them. It is the text's
// lower case again, but side by side with the others' and mostly two bytes per word: a phrase is looked for in 100,000
// of them in the time that a look at some 10,000 texts takes, which lie scattered over the memory.
import { lowered } from '../../domain/search/text-fold.ts';
import type { BlockAllocator } from './postings.ts';
import { OFFSET_MASK, sizeClassFor } from './postings.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Units: different gaps of a column, words of a text, numbers of two bytes. Tests lower them. */
export const FORWARD = { separatorsMax: 250, wordsMax: 1 << 16, narrowMax: 1 << 16 };

/** A number below this one is the code of a gap; others are the slots of words and so much more. */
export const WORDS_FROM = 256;
/** The code of all gaps that a column has no code of their own for. */
export const OTHER_SEPARATOR = 255;
/** What stands between two words without a gap. */
export const SPACE = ' ';

/** Instead of a block. */
const NO_TEXT = 0xffffffff;
const UNINDEXED = 0xfffffffe;
/** What fills the last four of a text: it is no gap and no word. */
const PAD = 254;
const PADS_MAX = 3;
/** Of a block's first number, which is how many there are behind it: set where these are no pairs of two bytes each. */
const WIDE = 0x80000000;
const COUNT_MASK = 0x7fffffff;
/** Units. */
const SEPARATOR_UNITS_MAX = 16;
const CAPACITY_MIN = 8;
const BLANK = 32;
const ASCII_BITS = 7;

let numbers = new Uint32Array(1024);

const sizeOf = (head: number): number => sizeClassFor(1 + (head & COUNT_MASK));

export class ForwardIndex {
  private readonly allocator: BlockAllocator;
  /** By row: where its block begins, which is how many numbers there are, and these. */
  private blocks: Uint32Array = new Uint32Array(0);
  /** By code. */
  private readonly separators: string[] = [];
  /** By text, or by a number made from a short one. */
  private readonly codeOf = new Map<number | string, number>();
  /** Whether a text has ever had a gap without a code of its own. */
  private hasUncoded = false;
  /** Rows with texts that are not kept: very long ones, and where something in a text is neither a word nor a gap. */
  readonly unindexed = new Set<number>();

  constructor(pages: BlockAllocator) {
    this.allocator = pages;
  }

  /** The text of a row, in tokens, and the slots of their words. */
  put(docId: number, tokens: Tokenizer, formIds: Uint32Array): void {
    if (tokens.text === '') return this.remove(docId);
    if (docId >= this.blocks.length) this.grow(docId);
    if (tokens.folded || tokens.count > FORWARD.wordsMax) return this.markUnindexed(docId);
    const count = this.encode(tokens, formIds);
    let highest = 0;
    for (let at = 0; at < count; at += 1) if (numbers[at]! > highest) highest = numbers[at]!;
    const wide = highest >= FORWARD.narrowMax;
    const pairs = ((count + PADS_MAX) >>> 2) * 2;
    const block = this.allocate(docId, wide ? (count | WIDE) >>> 0 : pairs);
    const page = this.allocator.page(block);
    const from = (block & OFFSET_MASK) + 1;
    if (wide) page.set(numbers.subarray(0, count), from);
    else for (let at = 0; at < pairs; at += 1) page[from + at] = numbers[2 * at]! | (numbers[2 * at + 1]! << 16);
  }

  remove(docId: number): void {
    if (docId >= this.blocks.length) return;
    this.release(docId);
    this.blocks[docId] = NO_TEXT;
  }

  /** When the column goes. */
  clear(): void {
    for (let docId = 0; docId < this.blocks.length; docId += 1) this.remove(docId);
  }

  /** The codes of the gaps that pass. */
  separatorCodes(passes: (gap: string) => boolean): number[] {
    return this.separators.flatMap((gap, code) => (passes(gap) ? [code] : []));
  }

  /** Whether a text may hold this gap, or one that is like it, without a code of its own. */
  mayHoldUncoded(gap: string, whole: boolean): boolean {
    // A gap with a code has never been without it.
    return this.hasUncoded && !(whole && this.separators.includes(gap));
  }

  /**
   * Visits the rows with the marks that are needed whose texts hold numbers one after the other, the marks of the
   * others are 0. `fits`: by number a bit for each of the places one after the other that it fits; `last`: the bit of
   * the last one.
   */
  eachHolding(marks: Uint8Array, needed: number, fits: Uint8Array, last: number, visit: (docId: number) => void): void {
    const { blocks } = this;
    for (let docId = 0; docId < blocks.length; docId += 1) {
      if ((marks[docId]! & needed) === needed && this.holds(docId, fits, last)) visit(docId);
      else marks[docId] = 0;
    }
  }

  /** Whether the text of a row holds them; not where it is unknown. */
  holds(docId: number, fits: Uint8Array, last: number): boolean {
    const block = this.blocks[docId]!;
    if (block >= UNINDEXED) return false;
    const page = this.allocator.page(block);
    const from = (block & OFFSET_MASK) + 1;
    const head = page[from - 1]!;
    return (head & WIDE) === 0
      ? holdsPairs(page, from, from + head, fits, last)
      : holdsNumbers(page, from, from + (head & COUNT_MASK), fits, last);
  }

  /** Writes the numbers of a text, padded; how many they are without. */
  private encode({ count, text, textStarts, textEnds }: Tokenizer, formIds: Uint32Array): number {
    if (numbers.length < 2 * count + 4) numbers = new Uint32Array(4 * count + 4);
    let to = 0;
    let from = 0;
    for (let at = 0; at < count; at += 1) {
      const start = textStarts[at]!;
      const isSpace = at > 0 && start - from === 1 && text.charCodeAt(from) === BLANK;
      if (!isSpace && start > from) numbers[to++] = this.code(text, from, start);
      numbers[to++] = formIds[at]! + WORDS_FROM;
      from = textEnds[at]!;
    }
    if (from < text.length) numbers[to++] = this.code(text, from, text.length);
    numbers.fill(PAD, to, to + PADS_MAX);
    return to;
  }

  /** The code of a gap that stands in a text from a place to before another. */
  private code(text: string, from: number, to: number): number {
    const key = to - from > SEPARATOR_UNITS_MAX ? undefined : keyOf(text, from, to);
    const code =
      key === undefined ? OTHER_SEPARATOR : (this.codeOf.get(key) ?? this.newCode(key, lowered(text.slice(from, to))));
    if (code === OTHER_SEPARATOR) this.hasUncoded = true;
    return code;
  }

  private newCode(key: number | string, gap: string): number {
    const known = this.separators.indexOf(gap);
    const code = known < 0 ? this.separators.length : known;
    if (code >= FORWARD.separatorsMax) return OTHER_SEPARATOR;
    this.separators[code] = gap;
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

  /** A block that begins with so many numbers of such a width: the row's own where it has the size. */
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

/** Short ASCII gaps, as most are, without cutting them out. */
const keyOf = (text: string, from: number, to: number): number | string => {
  if (to - from > 4) return text.slice(from, to);
  let key = 1;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >>> ASCII_BITS !== 0) return text.slice(from, to);
    key = (key << ASCII_BITS) | unit;
  }
  return key;
};

// A bit for each place up to which the numbers read last fit (shift-and): no branch depends on what is read.

const holdsNumbers = (page: Uint32Array, from: number, to: number, fits: Uint8Array, last: number): boolean => {
  let fitting = 0;
  let held = 0;
  for (let at = from; at < to; at += 1) {
    fitting = ((fitting << 1) | 1) & fits[page[at]!]!;
    held |= fitting;
  }
  return (held & last) !== 0;
};

/** Four numbers a turn: half the time of one. */
const holdsPairs = (page: Uint32Array, from: number, to: number, fits: Uint8Array, last: number): boolean => {
  let fitting = 0;
  let held = 0;
  for (let at = from; at < to; at += 2) {
    const pair = page[at]!;
    const next = page[at + 1]!;
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
