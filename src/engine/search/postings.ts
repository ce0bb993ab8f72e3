// Posting lists: which documents hold which surface form.
//
// A list is ascending doc ids in a block of shared pages, or one bit per document where that takes less room; a single
// doc id takes no block at all.
import { OFFSET_MASK, capacityOf, sizeClassFor } from './block-allocator.ts';
import type { BlockAllocator } from './block-allocator.ts';
import type { DocIds } from './scratch.ts';
import { scratchDocIds } from './scratch.ts';
import { isNearlyFull } from './word-hash-table.ts';

/**
 * Numbers per slot: count of documents; the only doc id or the address of the block; size class; 1 if the block is
 * bits.
 */
const FIELDS = 4;
/** A list takes more room than bits if it has more than one document in this many. */
const BITS_PER_NUMBER = 32;
const BITS_SHIFT = 5;
const BIT_MASK = 31;
/** Number of documents from which a list may become bits. */
const BITS_FROM = 64;

export class Postings {
  private readonly blocks: BlockAllocator;
  private slots: Uint32Array = new Uint32Array(8 * FIELDS);

  constructor(pages: BlockAllocator) {
    this.blocks = pages;
  }

  /** Grows ahead of need. Returns false where there is room. `slots`: slots in use. */
  growAhead(slots: number): boolean {
    const soon = isNearlyFull(this.slots.length / FIELDS, slots);
    if (soon) this.grow(this.slots.length);
    return soon;
  }

  count(slot: number): number {
    const offset = slot * FIELDS;
    return offset < this.slots.length ? this.slots[offset]! : 0;
  }

  /** `docCount`: documents of the partition. */
  add(slot: number, docId: number, docCount: number): void {
    const offset = slot * FIELDS;
    if (offset >= this.slots.length) this.grow(offset);
    const { slots } = this;
    const count = slots[offset]!;
    if (count > 1)
      return slots[offset + 3] === 1 ? this.addBit(offset, docId) : this.addToList(offset, docId, docCount);
    if (count === 0) slots[offset + 1] = docId;
    else {
      const only = slots[offset + 1]!;
      if (only === docId) return;
      const block = this.blocks.allocate(0);
      const page = this.blocks.page(block);
      const from = block & OFFSET_MASK;
      page[from] = Math.min(only, docId);
      page[from + 1] = Math.max(only, docId);
      slots[offset + 1] = block;
      slots[offset + 2] = 0;
      slots[offset + 3] = 0;
    }
    slots[offset] = count + 1;
  }

  remove(slot: number, docId: number): void {
    const offset = slot * FIELDS;
    const { slots } = this;
    const count = this.count(slot);
    if (count === 0 || !this.has(slot, docId)) return;
    if (count === 1) {
      slots[offset] = 0;
      return;
    }
    const block = slots[offset + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (slots[offset + 3] === 1) {
      page[from + (docId >>> 5)]! &= ~(1 << (docId & 31));
      // Reading all bits once finds the document that is left.
      if (count === 2) this.toSingle(offset, this.docIdsFrom(slot, 0, 1, scratchDocIds(1))[0]!);
    } else {
      const place = this.lowerBound(page, from, count, docId);
      page.copyWithin(from + place, from + place + 1, from + count);
      if (count === 2) this.toSingle(offset, page[from]!);
    }
    slots[offset] = count - 1;
  }

  has(slot: number, docId: number): boolean {
    const offset = slot * FIELDS;
    const count = this.count(slot);
    if (count < 2) return count === 1 && this.slots[offset + 1] === docId;
    const block = this.slots[offset + 1]!;
    const page = this.blocks.page(block);
    const from = block & OFFSET_MASK;
    if (this.slots[offset + 3] === 1)
      return (
        docId >>> 5 < capacityOf(this.slots[offset + 2]!) && ((page[from + (docId >>> 5)]! >>> (docId & 31)) & 1) === 1
      );
    const place = this.lowerBound(page, from, count, docId);
    return place < count && page[from + place] === docId;
  }

  /**
   * Documents from `from` on, ascending, at most `most`; valid until the next change. `into` must have room for `most`.
   */
  docIdsFrom(slot: number, from: number, most: number, into: DocIds): DocIds {
    const offset = slot * FIELDS;
    const count = this.count(slot);
    if (count < 2) {
      into[0] = this.slots[offset + 1]!;
      return into.subarray(0, count === 1 && into[0] >= from ? 1 : 0);
    }
    const block = this.slots[offset + 1]!;
    const page = this.blocks.page(block);
    const start = block & OFFSET_MASK;
    if (this.slots[offset + 3] === 0) {
      const place = from === 0 ? 0 : this.lowerBound(page, start, count, from);
      return page.subarray(start + place, start + Math.min(place + most, count));
    }
    let filled = 0;
    const room = capacityOf(this.slots[offset + 2]!);
    let mask = -1 << (from & BIT_MASK);
    for (let index = from >>> BITS_SHIFT; index < room && filled < most; index += 1) {
      for (let bits = page[start + index]! & mask; bits !== 0 && filled < most; bits &= bits - 1)
        into[filled++] = (index << BITS_SHIFT) + BIT_MASK - Math.clz32(bits & -bits);
      mask = -1;
    }
    return into.subarray(0, filled);
  }

  /**
   * Adds a mark to about `most` documents from `from` on. Returns the one to go on from, below 0 at the end. A change
   * in between does not affect unchanged documents.
   */
  markFrom(slot: number, from: number, most: number, marks: Uint8Array, mark: number): number {
    const offset = slot * FIELDS;
    const count = this.count(slot);
    if (count === 0) return -1;
    if (count === 1) {
      marks[this.slots[offset + 1]!]! |= mark;
      return -1;
    }
    const block = this.slots[offset + 1]!;
    const page = this.blocks.page(block);
    const start = block & OFFSET_MASK;
    if (this.slots[offset + 3] === 0) {
      const place = from === 0 ? 0 : this.lowerBound(page, start, count, from);
      const end = Math.min(place + most, count);
      for (let position = start + place; position < start + end; position += 1) marks[page[position]!]! |= mark;
      return end === count ? -1 : page[start + end]!;
    }
    const room = capacityOf(this.slots[offset + 2]!);
    const end = Math.min(room, (from >>> BITS_SHIFT) + Math.ceil(most / BITS_PER_NUMBER));
    for (let index = from >>> BITS_SHIFT; index < end; index += 1) {
      for (let bits = page[start + index]!; bits !== 0; bits &= bits - 1)
        marks[(index << BITS_SHIFT) + BIT_MASK - Math.clz32(bits & -bits)]! |= mark;
    }
    return end === room ? -1 : end << BITS_SHIFT;
  }

  /** Empties the slot. */
  clear(slot: number): void {
    const offset = slot * FIELDS;
    if (this.count(slot) > 1) this.blocks.release(this.slots[offset + 1]!, this.slots[offset + 2]!);
    if (offset < this.slots.length) this.slots[offset] = 0;
  }

  private toSingle(offset: number, docId: number): void {
    this.blocks.release(this.slots[offset + 1]!, this.slots[offset + 2]!);
    this.slots[offset + 1] = docId;
  }

  private addToList(offset: number, docId: number, docCount: number): void {
    const { slots, blocks: pages } = this;
    const count = slots[offset]!;
    const block = slots[offset + 1]!;
    let page = pages.page(block);
    let from = block & OFFSET_MASK;
    const last = page[from + count - 1]!;
    const place = last < docId ? count : this.lowerBound(page, from, count, docId);
    if (place < count && page[from + place] === docId) return;
    const size = slots[offset + 2]!;
    if (count === capacityOf(size)) {
      if (count >= BITS_FROM && count * BITS_PER_NUMBER >= docCount) {
        this.toBits(offset, Math.max(last, docId, docCount - 1));
        return this.addBit(offset, docId);
      }
      const wider = pages.allocate(size + 1);
      const to = pages.page(wider);
      to.set(page.subarray(from, from + count), wider & OFFSET_MASK);
      pages.release(block, size);
      [page, from] = [to, wider & OFFSET_MASK];
      slots[offset + 1] = wider;
      slots[offset + 2] = size + 1;
    }
    if (place < count) page.copyWithin(from + place + 1, from + place, from + count);
    page[from + place] = docId;
    slots[offset] = count + 1;
  }

  private addBit(offset: number, docId: number): void {
    const { slots, blocks: pages } = this;
    const room = capacityOf(slots[offset + 2]!);
    if (docId >>> 5 >= room) this.widenBits(offset, docId);
    const block = slots[offset + 1]!;
    const page = pages.page(block);
    const word = (block & OFFSET_MASK) + (docId >>> 5);
    const bit = 1 << (docId & 31);
    if ((page[word]! & bit) !== 0) return;
    page[word]! |= bit;
    slots[offset]! += 1;
  }

  private toBits(offset: number, rowMax: number): void {
    const { slots, blocks: pages } = this;
    const block = slots[offset + 1]!;
    const docIds = pages.page(block).slice(block & OFFSET_MASK, (block & OFFSET_MASK) + slots[offset]!);
    pages.release(block, slots[offset + 2]!);
    this.newBits(offset, rowMax);
    const bits = slots[offset + 1]!;
    const page = pages.page(bits);
    for (const docId of docIds) page[(bits & OFFSET_MASK) + (docId >>> 5)]! |= 1 << (docId & 31);
    slots[offset + 3] = 1;
  }

  private widenBits(offset: number, docId: number): void {
    const { slots, blocks: pages } = this;
    const block = slots[offset + 1]!;
    const size = slots[offset + 2]!;
    const bits = pages.page(block).slice(block & OFFSET_MASK, (block & OFFSET_MASK) + capacityOf(size));
    pages.release(block, size);
    this.newBits(offset, docId);
    pages.page(slots[offset + 1]!).set(bits, slots[offset + 1]! & OFFSET_MASK);
  }

  private newBits(offset: number, rowMax: number): void {
    const { slots, blocks: pages } = this;
    const size = sizeClassFor((rowMax >>> 5) + 1);
    const block = pages.allocate(size);
    pages.page(block).fill(0, block & OFFSET_MASK, (block & OFFSET_MASK) + capacityOf(size));
    slots[offset + 1] = block;
    slots[offset + 2] = size;
  }

  /** Position of the doc id among the first `count` of a list, or where it would be. */
  private lowerBound(page: Uint32Array, from: number, count: number, docId: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (page[from + middle]! < docId) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(offset: number): void {
    const wider = new Uint32Array(Math.max(offset + FIELDS, this.slots.length * 2));
    wider.set(this.slots);
    this.slots = wider;
  }
}
