// Texts of a column in the order of their letters and digits, to find those that equal a query or begin with it.
//
// Two numbers hold the first 16 letters and digits of a text, so a binary search finds texts with the same beginning
// without reading one. Each ASCII letter and digit has its own place; all others share 60, so texts found by a query
// with one of those must be read. Texts without a letter or digit are left out.
import { isAsciiInWord } from '../../domain/search/text-fold.ts';
import { wholeText } from '../../domain/search/word-match.ts';
import type { WholeKind, WholeQuery } from '../../domain/search/word-match.ts';
import type { DocIds } from './scratch.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';

const UNITS_PER_KEY = 8;
const UNITS = 2 * UNITS_PER_KEY;
const ASCII_UNITS = 128;
/** Places of letters and digits that are not ASCII. */
const OTHER_PLACES = 60;
const FIRST_OTHER = 37;
/** 0 is the end of a text. BASE ** UNITS_PER_KEY is a whole number that a double holds exactly. */
const BASE = FIRST_OTHER + OTHER_PLACES;
/** Factor of a unit in a key, by its place. */
const PLACES = Array.from({ length: UNITS_PER_KEY + 1 }, (_, place) => BASE ** (UNITS_PER_KEY - place));

const A = 97;
const E = 101;
const O = 111;
const U = 117;

/** By ASCII unit: 1 to 36, letters of both cases alike; 0: neither letter nor digit. */
const ASCII_PLACES = Uint8Array.from({ length: ASCII_UNITS }, (_, unit) =>
  isAsciiInWord(unit) ? 1 + Number.parseInt(String.fromCharCode(unit), 36) : 0,
);
const E_PLACE = ASCII_PLACES[E]!;
const IS_VOWEL_PLACE = Uint8Array.from({ length: BASE }, (_, place) =>
  place === ASCII_PLACES[A] || place === ASCII_PLACES[O] || place === ASCII_PLACES[U] ? 1 : 0,
);

/** Keys of the text that was read last. */
const read = new Float64Array(2);

const addPlace = (index: number, place: number): void => {
  if (index < UNITS_PER_KEY) read[0]! += place * PLACES[index + 1]!;
  else read[1]! += place * PLACES[index - UNITS_PER_KEY + 1]!;
};

/** Reads letters and digits, folded; returns whether those that it reads are ASCII. */
const readJoined = (joined: string): boolean => {
  read.fill(0);
  let isAscii = true;
  for (let index = 0; index < UNITS && index < joined.length; index += 1) {
    const unit = joined.charCodeAt(index);
    isAscii &&= unit < ASCII_UNITS;
    addPlace(index, unit < ASCII_UNITS ? ASCII_PLACES[unit]! : FIRST_OTHER + (unit % OTHER_PLACES));
  }
  return isAscii;
};

/** As `readJoined` of a whole text, without a copy; false where the text is not ASCII as far as the keys go. */
const readAscii = (text: string, skipsE: boolean): boolean => {
  read.fill(0);
  let index = 0;
  let isBehindVowel = false;
  for (let position = 0; position < text.length && index < UNITS; position += 1) {
    const unit = text.charCodeAt(position);
    if (unit >= ASCII_UNITS) return false;
    const place = ASCII_PLACES[unit]!;
    if (place === 0 || (place === E_PLACE && isBehindVowel)) continue;
    isBehindVowel = skipsE && IS_VOWEL_PLACE[place] === 1;
    addPlace(index, place);
    index += 1;
  }
  return true;
};

/** Whether a text is cut within a character that takes two units. */
const isCutAt = (text: string, end: number): boolean => (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;

/** The first letters and digits of a text, as far as keys go at least; characters may fold to nothing. */
const joinedStart = (text: string, kind: WholeKind): string => {
  for (let end = 4 * UNITS; end < text.length; end *= 4) {
    const joined = wholeText(text.slice(0, isCutAt(text, end) ? end + 1 : end), kind);
    if (joined.length >= UNITS) return joined;
  }
  return wholeText(text, kind);
};

const readText = (text: string, kind: WholeKind): void => {
  if (!readAscii(text, kind === 'name')) readJoined(joinedStart(text, kind));
};

/** A place in the order: two keys, and the id of a document among those with the same keys. */
type Place = readonly [first: number, second: number, docId: number];

/** Range of the texts that begin with a query. */
export interface WholeRange {
  readonly start: Place;
  readonly end: Place;
  /** End of the texts that equal the query; undefined where keys do not hold all of it, so that texts must be read. */
  readonly endOfWholes: Place | undefined;
}

export const wholeRange = (query: WholeQuery, kind: WholeKind): WholeRange => {
  const wanted = kind === 'name' ? query.name : query.number;
  const isAscii = readJoined(wanted);
  const [first, second] = [read[0]!, read[1]!];
  const { length } = wanted;
  return {
    start: [first, second, 0],
    end:
      length <= UNITS_PER_KEY
        ? [first + PLACES[length]!, 0, 0]
        : [first, second + PLACES[Math.min(length, UNITS) - UNITS_PER_KEY]!, 0],
    endOfWholes: isAscii && length < UNITS ? [first, second + 1, 0] : undefined,
  };
};

/** Number of documents above which a block is split; tests lower it. */
export const BLOCKS = { max: 512 };
const BLOCK_MIN = 8;

/** Documents in order. */
class Block {
  /** Keys, two per document. */
  private keys: Float64Array = new Float64Array(2 * BLOCK_MIN);
  docIds: DocIds = new Uint32Array(BLOCK_MIN);
  count = 0;

  placeAt(position: number): Place {
    return [this.keys[2 * position]!, this.keys[2 * position + 1]!, this.docIds[position]!];
  }

  /** Below 0 where the document at a position is before a place, 0 where it is there. */
  compare(position: number, place: Place): number {
    const byFirst = this.keys[2 * position]! - place[0];
    if (byFirst !== 0) return byFirst;
    const bySecond = this.keys[2 * position + 1]! - place[1];
    return bySecond === 0 ? this.docIds[position]! - place[2] : bySecond;
  }

  /** Position of the first document, from one on, that is not before a place. */
  lowerBound(place: Place, from: number): number {
    // The range of a rare query ends close to its start.
    if (from < this.count && this.compare(from, place) >= 0) return from;
    let [low, high] = [from, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(position: number, [first, second, docId]: Place): void {
    if (this.count === this.docIds.length) this.resize(2 * this.count);
    this.keys.copyWithin(2 * position + 2, 2 * position, 2 * this.count);
    this.docIds.copyWithin(position + 1, position, this.count);
    this.keys[2 * position] = first;
    this.keys[2 * position + 1] = second;
    this.docIds[position] = docId;
    this.count += 1;
  }

  removeAt(position: number): void {
    this.keys.copyWithin(2 * position, 2 * position + 2, 2 * this.count);
    this.docIds.copyWithin(position, position + 1, this.count);
    this.count -= 1;
  }

  /** Takes the documents from a position on into a block of their own. */
  splitAt(position: number): Block {
    const behind = new Block();
    behind.resize(this.docIds.length);
    behind.keys.set(this.keys.subarray(2 * position, 2 * this.count));
    behind.docIds.set(this.docIds.subarray(position, this.count));
    behind.count = this.count - position;
    this.count = position;
    return behind;
  }

  private resize(capacity: number): void {
    const { keys, docIds } = this;
    this.keys = new Float64Array(2 * capacity);
    this.docIds = new Uint32Array(capacity);
    this.keys.set(keys);
    this.docIds.set(docIds);
  }
}

/** Documents of which all texts are the query (2) or begin with it (1), or must be read (undefined). */
export type VisitDocs = (docIds: DocIds, from: number, to: number, beginsAs: 1 | 2 | undefined) => void;

const visitIn = (block: Block, from: number, to: number, endOfWholes: Place | undefined, visit: VisitDocs): void => {
  if (endOfWholes === undefined) return visit(block.docIds, from, to, undefined);
  const end = Math.min(to, block.lowerBound(endOfWholes, from));
  if (from < end) visit(block.docIds, from, end, 2);
  if (end < to) visit(block.docIds, end, to, 1);
};

export class WholeTexts {
  /** Number of documents. */
  size = 0;
  private readonly kind: WholeKind;
  private readonly blocks: Block[] = [];

  constructor(kind: WholeKind) {
    this.kind = kind;
  }

  add(docId: number, text: string): void {
    readText(text, this.kind);
    this.insert([read[0]!, read[1]!, docId]);
  }

  /** Replaces the text of a document; '': no text. */
  replace(docId: number, before: string, after: string): void {
    readText(before, this.kind);
    const was: Place = [read[0]!, read[1]!, docId];
    readText(after, this.kind);
    if (was[0] === read[0]! && was[1] === read[1]!) return;
    this.remove(was);
    this.insert([read[0]!, read[1]!, docId]);
  }

  /** Visits the documents whose texts equal or begin with a query, without those that change between two steps. */
  *eachBeginning(range: WholeRange, visit: VisitDocs): Steps<void> {
    for (let next = this.visitFrom(range.start, range, visit); next !== undefined;) {
      yield '';
      next = this.visitFrom(next, range, visit);
    }
  }

  /** Visits documents for a step. Returns the place to go on from; undefined at the end. */
  private visitFrom(start: Place, range: WholeRange, visit: VisitDocs): Place | undefined {
    let left = STEPS.docsMax;
    for (let index = this.blockOf(start); index < this.blocks.length; index += 1) {
      const block = this.blocks[index]!;
      const from = block.lowerBound(start, 0);
      const behind = block.lowerBound(range.end, from);
      const to = Math.min(behind, from + left);
      if (from < to) visitIn(block, from, to, range.endOfWholes, visit);
      if (to < behind) return block.placeAt(to);
      if (behind < block.count) return undefined;
      left -= to - from;
    }
    return undefined;
  }

  private insert(place: Place): void {
    if (place[0] === 0) return;
    this.size += 1;
    const index = this.blockOf(place);
    const block = (this.blocks[index] ??= new Block());
    const position = block.lowerBound(place, 0);
    if (block.count < BLOCKS.max) return block.insert(position, place);
    // Documents in order fill whole blocks.
    const isLast = position === block.count && index === this.blocks.length - 1;
    const half = isLast ? block.count : block.count >>> 1;
    const behind = block.splitAt(half);
    this.blocks.splice(index + 1, 0, behind);
    if (position < half || (position === half && !isLast)) block.insert(position, place);
    else behind.insert(position - half, place);
  }

  private remove(place: Place): void {
    if (place[0] === 0) return;
    this.size -= 1;
    const index = this.blockOf(place);
    const block = this.blocks[index]!;
    block.removeAt(block.lowerBound(place, 0));
    if (block.count === 0) this.blocks.splice(index, 1);
  }

  /** Index of the last block that begins at a place or before it; 0 where there is none. */
  private blockOf(place: Place): number {
    let [low, high] = [1, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks[middle]!.compare(0, place) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
