// Memory reused by searches: lists of doc ids, marks by doc id, sort keys.
//
// Without it a search of a large shop would make megabytes of garbage, for which V8 stops for milliseconds. Lists are
// valid until their search ends. A search that is interrupted keeps the memory that it has used; what it takes from
// then on is its own, and no larger than what it holds in the end.

/** Bytes that searches have taken since the process began, without what they have returned. */
export const TAKEN = { bytes: 0 };

/** Whether what is taken now outlives its turn of the event loop. */
let isKept = false;

/** Runs a slice of a search; `kept`: it has been interrupted, so that others run before it ends. */
export const withOwnMemory = <T>(kept: boolean, run: () => T): T => {
  const before = isKept;
  isKept = kept;
  try {
    return run();
  } finally {
    isKept = before;
  }
};

/** Doc ids of one partition. */
export type DocIds = Uint32Array;

export const NO_DOCS: DocIds = new Uint32Array(0);

let scratch = new Uint32Array(1024);

/** Room for `count` doc ids, valid until the next call. */
export const scratchDocIds = (count: number): DocIds => {
  if (scratch.length < count) scratch = new Uint32Array(count + (count >>> 2));
  return scratch;
};

let keys = new Float64Array(1024);

/** Room for `count` numbers, valid until the next call; an interrupted search keeps it. */
export const scratchKeys = (count: number): Float64Array => {
  TAKEN.bytes += count * Float64Array.BYTES_PER_ELEMENT;
  if (isKept) return new Float64Array(count);
  if (keys.length < count) keys = new Float64Array(count + (count >>> 2));
  return keys.subarray(0, count);
};

/** A list in memory of a given size; elements pushed beyond it are lost. */
export class DocIdList {
  readonly docIds: DocIds;
  length = 0;

  constructor(room: DocIds) {
    this.docIds = room;
  }

  push(docId: number): void {
    this.docIds[this.length] = docId;
    this.length += 1;
  }
}

const FREE_MARKS_MAX = 16;
/** Doc ids for which the arena keeps room; a search that needs more allocates. */
const ARENA_MAX = 1 << 23;
/** Doc ids of the smallest block of the arena. */
const BLOCK_IDS = 1 << 16;
/** Doc ids of a block at most, so that a block and a place in it are one number. */
const SPAN = 2 ** 32;

/** An arena for doc ids, emptied when the outermost search ends, and a free list of marks. */
export class Scratch {
  private readonly freeMarks: Uint8Array[] = [];
  private blocks: DocIds[] = [];
  /** The block in use, and how much of it is used. */
  private block = 0;
  private used = 0;
  /** Doc ids of all blocks. */
  private arenaIds = 0;

  /** Marks by doc id, all 0; returned by `releaseMarks`, they are used again. */
  marks(docCount: number): Uint8Array {
    const known = this.freeMarks.pop();
    const isFit = known !== undefined && known.length >= docCount;
    const marks = isFit ? known.fill(0, 0, docCount) : new Uint8Array(docCount + (docCount >>> 2));
    TAKEN.bytes += marks.length;
    return marks;
  }

  releaseMarks(marks: Uint8Array): void {
    TAKEN.bytes -= marks.length;
    if (this.freeMarks.length < FREE_MARKS_MAX) this.freeMarks.push(marks);
  }

  /** Room for `count` doc ids, uninitialised, valid until the search that began before it ends. */
  allocate(count: number): DocIds {
    TAKEN.bytes += count * Uint32Array.BYTES_PER_ELEMENT;
    if (isKept || count > ARENA_MAX) return new Uint32Array(count);
    let block = this.blocks[this.block];
    if (block === undefined || this.used + count > block.length) {
      block = this.nextBlock(count);
      if (block === undefined) return new Uint32Array(count);
    }
    const start = this.used;
    this.used = start + count;
    return block.subarray(start, start + count);
  }

  /** Goes on to a block with room; undefined: the arena has none, and may not grow. */
  private nextBlock(count: number): DocIds | undefined {
    const next = this.blocks.length === 0 ? 0 : this.block + 1;
    let block = this.blocks[next];
    if (block === undefined || block.length < count) {
      // What is behind is not in use.
      for (const unused of this.blocks.splice(next)) this.arenaIds -= unused.length;
      const length = Math.max(BLOCK_IDS, count + (count >>> 2));
      if (this.arenaIds + length > ARENA_MAX) return undefined;
      block = new Uint32Array(length);
      this.arenaIds += length;
      this.blocks.push(block);
    }
    // The end of a block that is too short stays empty as long as the search goes on.
    if (next > 0) this.returned(this.used - this.blocks[this.block]!.length);
    this.block = next;
    this.used = 0;
    return block;
  }

  /** The first `count` doc ids of an allocation; frees the rest of the last allocation. */
  shrink(room: DocIds, count: number): DocIds {
    const block = this.blocks[this.block];
    if (room.buffer === block?.buffer) {
      if (room.byteOffset / room.BYTES_PER_ELEMENT + room.length === this.used) {
        this.used -= room.length - count;
        this.returned(room.length - count);
      }
    } else if (isKept && count * 2 < room.length && room.byteLength === room.buffer.byteLength) {
      this.returned(room.length - count);
      return room.slice(0, count);
    }
    return room.subarray(0, count);
  }

  private returned(count: number): void {
    TAKEN.bytes -= count * Uint32Array.BYTES_PER_ELEMENT;
  }

  list(most: number): DocIdList {
    return new DocIdList(this.allocate(most));
  }

  finish({ docIds, length }: DocIdList): DocIds {
    return this.shrink(docIds, length);
  }

  /** Begins a search, possibly inside another; pass the result to `end`. */
  begin(): number {
    return this.block * SPAN + this.used;
  }

  end(begun: number): void {
    if (begun >= this.begin()) return;
    this.block = Math.floor(begun / SPAN);
    this.used = begun % SPAN;
  }

  /**
   * Leaves the blocks in use to the search being interrupted, whole; others get new memory. Searches must not be nested
   * here.
   */
  detach(): void {
    if (this.begin() > 0) {
      this.returned(this.used - this.blocks[this.block]!.length);
      for (const { length } of this.blocks.splice(0, this.block + 1)) this.arenaIds -= length;
      this.block = 0;
      this.used = 0;
    }
    if (!isKept) keys = new Float64Array(1024);
  }
}
