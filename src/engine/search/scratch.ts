// Memory reused by searches: lists of doc ids, marks by doc id, sort keys.
//
// Without it a search of a large shop would make megabytes of garbage, for which V8 stops for milliseconds. Lists are
// valid until their search ends; an interrupted search keeps the memory of its lists.

/** Bytes that searches have taken since the process began, without returned marks. */
export const TAKEN = { bytes: 0 };

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

/** An arena for doc ids, emptied when the outermost search ends, and a free list of marks. */
export class Scratch {
  private readonly freeMarks: Uint8Array[] = [];
  private arena: DocIds = new Uint32Array(1024);
  private used = 0;
  private wanted = 0;

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
    const start = this.used;
    this.wanted = Math.max(this.wanted, start + count);
    if (start + count > this.arena.length) return new Uint32Array(count);
    this.used = start + count;
    return this.arena.subarray(start, start + count);
  }

  /** The first `count` doc ids of an allocation; frees the rest of the last allocation. */
  shrink(room: DocIds, count: number): DocIds {
    const cut = room.subarray(0, count);
    if (room.buffer === this.arena.buffer && room.byteOffset / room.BYTES_PER_ELEMENT + room.length === this.used)
      this.giveBack(room.length - count);
    return cut;
  }

  private giveBack(count: number): void {
    this.used -= count;
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
    return this.used;
  }

  end(begun: number): void {
    this.used = Math.min(begun, this.used);
    if (begun > 0 || this.wanted <= this.arena.length || this.arena.length >= ARENA_MAX) return;
    this.arena = new Uint32Array(Math.min(ARENA_MAX, this.wanted + (this.wanted >>> 1)));
  }

  /**
   * Leaves the allocated memory to the search being interrupted; others get new memory. Searches must not be nested
   * here.
   */
  detach(): void {
    this.arena = new Uint32Array(1024);
    this.used = 0;
    keys = new Float64Array(1024);
  }
}
