// Allocates blocks of 32-bit numbers in large pages, with a free list per size class.
//
// An object or typed array per list would take more room than most of these lists. A block's address is its page and
// its offset in one number. Not promised: zeroed memory; a block holds what was there before.

/** 2^20 numbers, 4 MB: V8 stops for milliseconds at each allocation of a page where memory runs short. */
const PAGE_BITS = 20;
const PAGE = 1 << PAGE_BITS;
const FIRST_PAGE = 1 << 8;

/** Memory of a page, not zeroed: clearing it takes 1,024 page faults at once, up to 13 ms. */
const memoryOf = (numbers: number): Uint32Array =>
  new Uint32Array(Buffer.allocUnsafeSlow(numbers * Uint32Array.BYTES_PER_ELEMENT).buffer);

/** Numbers of a block by size class: 2, 3, 4, 6, 8, 12, … */
export const capacityOf = (size: number): number => (size % 2 === 0 ? 2 : 3) << (size >> 1);
export const sizeClassFor = (room: number): number => {
  let size = 0;
  while (capacityOf(size) < room) size += 1;
  return size;
};

/** Blocks of whole numbers below 2^32. */
export class BlockAllocator {
  readonly pages: Uint32Array[] = [];
  /** Used numbers of the page from which blocks are taken. */
  private used = PAGE;
  private last = -1;
  /** Addresses of free blocks by size class. */
  private readonly freeBlocks: number[][] = [];

  /** Address of a block of a size class, with any content. */
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
    const offset = this.used;
    this.used += room;
    const page = this.pages[this.last]!;
    // The first page starts small and grows: most kinds of records in most shops need no more.
    if (this.used > page.length) {
      const wider = new Uint32Array(Math.min(PAGE, Math.max(this.used, page.length * 2)));
      wider.set(page);
      this.pages[this.last] = wider;
    }
    return this.address(this.last, offset);
  }

  release(block: number, size: number): void {
    (this.freeBlocks[size] ??= []).push(block);
  }

  /** Puts the rest of the last page into the free lists; the first page may never have grown to its full length. */
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

  private address(page: number, offset: number): number {
    return ((page << PAGE_BITS) | offset) >>> 0;
  }
}

/** Mask of the offset within a page in an address. */
export const OFFSET_MASK = PAGE - 1;
