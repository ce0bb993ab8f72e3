// Which rows hold which words: lists of ascending rows, side by side in pages that all columns of a kind share, and a
// bit per row instead where that takes less room. Objects and arrays of their own would take more room than most lists.
import type { DocIds } from './scratch.ts';
import { scratchDocIds } from './scratch.ts';
import { isNearlyFull } from './word-hash-table.ts';

/** Large: where memory runs short V8 stops for milliseconds whenever one is made. */
const PAGE_BITS = 20;
const PAGE = 1 << PAGE_BITS;
const FIRST_PAGE = 1 << 8;

/** As it comes: to clear a page takes 1,024 page faults at once, 13 ms where a neighbour has the memory. */
const memoryOf = (numbers: number): Uint32Array =>
  new Uint32Array(Buffer.allocUnsafeSlow(numbers * Uint32Array.BYTES_PER_ELEMENT).buffer);

/** Room by class: 2, 3, 4, 6, 8, 12, … */
const capacityOf = (size: number): number => (size % 2 === 0 ? 2 : 3) << (size >> 1);
export const sizeClassFor = (room: number): number => {
  let size = 0;
  while (capacityOf(size) < room) size += 1;
  return size;
};

/** Blocks of whole numbers. */
export class BlockAllocator {
  readonly pages: Uint32Array[] = [];
  /** Used numbers of the last page of ordinary size. */
  private used = PAGE;
  private last = -1;
  /** Free blocks by class. */
  private readonly freeBlocks: number[][] = [];

  /** Where a block of a class begins; what is in it is left over. */
  allocate(size: number): number {
    const known = this.freeBlocks[size]?.pop();
    if (known !== undefined) return known;
    const room = capacityOf(size);
    if (room > PAGE / 4) {
      this.pages.push(memoryOf(room));
      return this.address(this.pages.length - 1, 0);
    }
    if (this.used + room > PAGE) {
      this.releaseRest();
      this.last = this.pages.length;
      this.pages.push(memoryOf(this.last === 0 ? FIRST_PAGE : PAGE));
      this.used = 0;
    }
    const at = this.used;
    this.used += room;
    const page = this.pages[this.last]!;
    // Only the first page grows: most kinds of most shops need no more.
    if (this.used > page.length) {
      const wider = new Uint32Array(Math.min(PAGE, Math.max(this.used, page.length * 2)));
      wider.set(page);
      this.pages[this.last] = wider;
    }
    return this.address(this.last, at);
  }

  release(block: number, size: number): void {
    (this.freeBlocks[size] ??= []).push(block);
  }

  /** What is left of the last page; the first one may never have grown to its full length. */
  private releaseRest(): void {
    if (this.last < 0) return;
    const { length } = this.pages[this.last]!;
    for (let size = sizeClassFor(PAGE / 4); size >= 0; size -= 1) {
      for (const room = capacityOf(size); this.used + room <= length; this.used += room)
        this.release(this.address(this.last, this.used), size);
    }
  }

  page(block: number): Uint32Array {
    return this.pages[block >>> PAGE_BITS]!;
  }

  private address(page: number, at: number): number {
    return ((page << PAGE_BITS) | at) >>> 0;
  }
}

/** Of the place of a block in its page. */
export const OFFSET_MASK = PAGE - 1;
/** Per slot: rows; the only row or where its block begins; the class of the block; 1 for bits. */
const FIELDS = 4;
/** A bit per row takes less room than a list when one row in so many is in it. */
const BITS_PER_NUMBER = 32;
/** Short lists are lists. */
const BITS_FROM = 64;

export class Postings {
  private readonly blocks: BlockAllocator;
  private slots: Uint32Array = new Uint32Array(8 * FIELDS);

  constructor(pages: BlockAllocator) {
    this.blocks = pages;
  }

  /** Grows where that is soon to be; false where it is not. `slots`: how many there are. */
  growAhead(slots: number): boolean {
    const soon = isNearlyFull(this.slots.length / FIELDS, slots);
    if (soon) this.grow(this.slots.length);
    return soon;
  }

  count(slot: number): number {
    const at = slot * FIELDS;
    return at < this.slots.length ? this.slots[at]! : 0;
  }

  /** `rows`: how many there are in all. */
  add(slot: number, docId: number, docCount: number): void {
    const at = slot * FIELDS;
    if (at >= this.slots.length) this.grow(at);
    const { slots } = this;
    const count = slots[at]!;
    if (count > 1) return slots[at + 3] === 1 ? this.addBit(at, docId) : this.addToList(at, docId, docCount);
    if (count === 0) slots[at + 1] = docId;
    else {
      const only = slots[at + 1]!;
      if (only === docId) return;
      const block = this.blocks.allocate(0);
      const page = this.blocks.page(block);
      const from = block & OFFSET_MASK;
      page[from] = Math.min(only, docId);
      page[from + 1] = Math.max(only, docId);
      slots[at + 1] = block;
      slots[at + 2] = 0;
      slots[at + 3] = 0;
    }
    slots[at] = count + 1;
  }

  remove(slot: number, docId: number): void {
    const at = slot * FIELDS;
    const { slots } = this;
    const count = this.count(slot);
    if (count === 0 || !this.has(slot, docId)) return;
    if (count === 1) {
      slots[at] = 0;
      return;
    }
    const block = slots[at + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (slots[at + 3] === 1) {
      page[from + (docId >>> 5)]! &= ~(1 << (docId & 31));
      // What is left of bits is found by a look at all of them, once.
      if (count === 2) this.single(at, this.docIds(slot, scratchDocIds(1))[0]!);
    } else {
      const place = this.lowerBound(page, from, count, docId);
      page.copyWithin(from + place, from + place + 1, from + count);
      if (count === 2) this.single(at, page[from]!);
    }
    slots[at] = count - 1;
  }

  has(slot: number, docId: number): boolean {
    const at = slot * FIELDS;
    const count = this.count(slot);
    if (count < 2) return count === 1 && this.slots[at + 1] === docId;
    const block = this.slots[at + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (this.slots[at + 3] === 1)
      return (
        docId >>> 5 < capacityOf(this.slots[at + 2]!) && ((page[from + (docId >>> 5)]! >>> (docId & 31)) & 1) === 1
      );
    const place = this.lowerBound(page, from, count, docId);
    return place < count && page[from + place] === docId;
  }

  /** Ascending; `into` has room for all. What it gives is good until something changes. */
  docIds(slot: number, into: DocIds): DocIds {
    const at = slot * FIELDS;
    const count = this.count(slot);
    if (count < 2) {
      into[0] = this.slots[at + 1]!;
      return into.subarray(0, count);
    }
    const block = this.slots[at + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (this.slots[at + 3] === 0) return page.subarray(from, from + count);
    let found = 0;
    const room = capacityOf(this.slots[at + 2]!);
    for (let of = 0; of < room; of += 1) {
      for (let bits = page[from + of]!; bits !== 0; bits &= bits - 1)
        into[found++] = (of << 5) + 31 - Math.clz32(bits & -bits);
    }
    return into.subarray(0, found);
  }

  /** Sets marks by row. */
  mark(slot: number, marks: Uint8Array, mark: number): void {
    const at = slot * FIELDS;
    const count = this.count(slot);
    if (count === 0) return;
    if (count === 1) {
      marks[this.slots[at + 1]!]! |= mark;
      return;
    }
    const block = this.slots[at + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (this.slots[at + 3] === 0) {
      for (let of = from; of < from + count; of += 1) marks[page[of]!]! |= mark;
      return;
    }
    const room = capacityOf(this.slots[at + 2]!);
    for (let of = 0; of < room; of += 1) {
      for (let bits = page[from + of]!; bits !== 0; bits &= bits - 1)
        marks[(of << 5) + 31 - Math.clz32(bits & -bits)]! |= mark;
    }
  }

  /** Forgets the slot's rows. */
  clear(slot: number): void {
    const at = slot * FIELDS;
    if (this.count(slot) > 1) this.blocks.release(this.slots[at + 1]!, this.slots[at + 2]!);
    if (at < this.slots.length) this.slots[at] = 0;
  }

  private single(at: number, docId: number): void {
    this.blocks.release(this.slots[at + 1]!, this.slots[at + 2]!);
    this.slots[at + 1] = docId;
  }

  private addToList(at: number, docId: number, docCount: number): void {
    const { slots, blocks: pages } = this;
    const count = slots[at]!;
    const block = slots[at + 1]!;
    let page = pages.page(block);
    let from = block & OFFSET_MASK;
    const last = page[from + count - 1]!;
    const place = last < docId ? count : this.lowerBound(page, from, count, docId);
    if (place < count && page[from + place] === docId) return;
    const size = slots[at + 2]!;
    if (count === capacityOf(size)) {
      if (count >= BITS_FROM && count * BITS_PER_NUMBER >= docCount) {
        this.toBits(at, Math.max(last, docId, docCount - 1));
        return this.addBit(at, docId);
      }
      const wider = pages.allocate(size + 1);
      const to = pages.page(wider);
      to.set(page.subarray(from, from + count), wider & OFFSET_MASK);
      pages.release(block, size);
      [page, from] = [to, wider & OFFSET_MASK];
      slots[at + 1] = wider;
      slots[at + 2] = size + 1;
    }
    if (place < count) page.copyWithin(from + place + 1, from + place, from + count);
    page[from + place] = docId;
    slots[at] = count + 1;
  }

  private addBit(at: number, docId: number): void {
    const { slots, blocks: pages } = this;
    const room = capacityOf(slots[at + 2]!);
    if (docId >>> 5 >= room) this.widenBits(at, docId);
    const block = slots[at + 1]!;
    const page = pages.page(block);
    const word = (block & OFFSET_MASK) + (docId >>> 5);
    const bit = 1 << (docId & 31);
    if ((page[word]! & bit) !== 0) return;
    page[word]! |= bit;
    slots[at]! += 1;
  }

  private toBits(at: number, rowMax: number): void {
    const { slots, blocks: pages } = this;
    const block = slots[at + 1]!;
    const docIds = pages.page(block).slice(block & OFFSET_MASK, (block & OFFSET_MASK) + slots[at]!);
    pages.release(block, slots[at + 2]!);
    this.newBits(at, rowMax);
    const bits = slots[at + 1]!;
    const page = pages.page(bits);
    for (const docId of docIds) page[(bits & OFFSET_MASK) + (docId >>> 5)]! |= 1 << (docId & 31);
    slots[at + 3] = 1;
  }

  private widenBits(at: number, docId: number): void {
    const { slots, blocks: pages } = this;
    const block = slots[at + 1]!;
    const size = slots[at + 2]!;
    const bits = pages.page(block).slice(block & OFFSET_MASK, (block & OFFSET_MASK) + capacityOf(size));
    pages.release(block, size);
    this.newBits(at, docId);
    pages.page(slots[at + 1]!).set(bits, slots[at + 1]! & OFFSET_MASK);
  }

  private newBits(at: number, rowMax: number): void {
    const { slots, blocks: pages } = this;
    const size = sizeClassFor((rowMax >>> 5) + 1);
    const block = pages.allocate(size);
    pages.page(block).fill(0, block & OFFSET_MASK, (block & OFFSET_MASK) + capacityOf(size));
    slots[at + 1] = block;
    slots[at + 2] = size;
  }

  /** Where the row is among so many, or would be. */
  private lowerBound(page: Uint32Array, from: number, count: number, docId: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (page[from + middle]! < docId) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(at: number): void {
    const wider = new Uint32Array(Math.max(at + FIELDS, this.slots.length * 2));
    wider.set(this.slots);
    this.slots = wider;
  }
}
