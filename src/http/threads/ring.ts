// A ring of records in shared memory: one thread writes, one other reads, neither waits for the other.
//
// Guaranteed: records arrive once, whole and in order. The bytes of a record are written before its end is published,
// and read before their place is given back, so no record is seen in part or overwritten under its reader. A writer
// without room loses nothing; it is woken when there is room again. Not promised: a second writer or a second reader.
// Users send what is longer than a quarter of the ring in pieces.
//
// Layout: three lines of 64 bytes, so that the threads do not share a cache line, then the bytes of the ring.
//   line 0  written   position up to which records are published, modulo 2^32
//           starved   1: the writer waits for room
//   line 1  read      position up to which records have been read
//           asleep    1: the reader waits for a record
//   line 2  unused
// A record: its length in bytes, kind, exchange, generation (four numbers of 32 bits), then the payload, padded to
// eight bytes. A record of kind 0 fills what is left at the end of the ring.

const LINE_INTS = 16;
const [WRITTEN, STARVED, READ, ASLEEP] = [0, 1, LINE_INTS, LINE_INTS + 1];
const HEAD_BYTES = 3 * LINE_INTS * 4;
const RECORD_HEAD_BYTES = 16;
const FILLER = 0;

/** The least that holds several records of the longest kind. */
export const RING_BYTES_MIN = 512 * 1024;

/** `bytes`: a power of two. */
export const newRing = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + bytes);

const padded = (bytes: number): number => (bytes + 7) & ~7;

/** What both ends of a ring know of its memory. */
abstract class RingEnd {
  /** The bytes of the ring; offsets of payloads are offsets into it. */
  readonly bytes: Buffer;
  protected readonly state: Int32Array;
  protected readonly words: Int32Array;
  protected readonly size: number;

  constructor(memory: SharedArrayBuffer) {
    this.size = memory.byteLength - HEAD_BYTES;
    this.state = new Int32Array(memory, 0, HEAD_BYTES / 4);
    this.words = new Int32Array(memory, HEAD_BYTES);
    this.bytes = Buffer.from(memory, HEAD_BYTES, this.size);
  }

  /** Bytes that are written and not yet read. */
  get usedBytes(): number {
    return (Atomics.load(this.state, WRITTEN) - Atomics.load(this.state, READ)) >>> 0;
  }
}

export class RingWriter extends RingEnd {
  private readonly wakeReader: () => void;
  private written: number;
  /** Position of the reader when it was last looked at; it can only have advanced. */
  private read: number;
  /** Readers that were woken. */
  wakes = 0;

  /** `wakeReader`: called when a record is published while the reader sleeps. */
  constructor(memory: SharedArrayBuffer, wakeReader: () => void) {
    super(memory);
    this.wakeReader = wakeReader;
    this.written = Atomics.load(this.state, WRITTEN);
    this.read = Atomics.load(this.state, READ);
  }

  /**
   * Returns the offset of the payload of the next record, for at most `bytes` bytes; -1 without room: then the writer
   * is woken when some was given back. Nothing is published before `publish`.
   */
  reserve(bytes: number): number {
    const wanted = RECORD_HEAD_BYTES + padded(bytes);
    const offset = this.written & (this.size - 1);
    const isAtEnd = offset + wanted > this.size;
    const needed = isAtEnd ? this.size - offset + wanted : wanted;
    if (!this.hasRoom(needed) && !this.awaitRoom(needed)) return -1;
    if (!isAtEnd) return offset + RECORD_HEAD_BYTES;
    const at = offset >> 2;
    this.words[at] = this.size - offset;
    this.words[at + 1] = FILLER;
    this.written = (this.written + this.size - offset) | 0;
    return RECORD_HEAD_BYTES;
  }

  /** Publishes the record that was reserved last, at its final length. `kind`: not 0. */
  publish(kind: number, exchange: number, generation: number, bytes: number): void {
    const at = (this.written & (this.size - 1)) >> 2;
    this.words[at] = bytes;
    this.words[at + 1] = kind;
    this.words[at + 2] = exchange;
    this.words[at + 3] = generation;
    this.written = (this.written + RECORD_HEAD_BYTES + padded(bytes)) | 0;
    Atomics.store(this.state, WRITTEN, this.written);
    if (Atomics.load(this.state, ASLEEP) === 1 && Atomics.exchange(this.state, ASLEEP, 0) === 1) {
      this.wakes += 1;
      this.wakeReader();
    }
  }

  private hasRoom(bytes: number): boolean {
    if (this.size - ((this.written - this.read) >>> 0) >= bytes) return true;
    this.read = Atomics.load(this.state, READ);
    return this.size - ((this.written - this.read) >>> 0) >= bytes;
  }

  /** Asks to be woken, and looks once more: room may have come meanwhile. */
  private awaitRoom(bytes: number): boolean {
    Atomics.store(this.state, STARVED, 1);
    if (!this.hasRoom(bytes)) return false;
    Atomics.store(this.state, STARVED, 0);
    return true;
  }
}

/** `start`: offset of the payload in the bytes of the ring; it is valid until the call returns. */
export type TakeRecord = (kind: number, exchange: number, generation: number, start: number, bytes: number) => void;

export class RingReader extends RingEnd {
  private readonly wakeWriter: () => void;
  private read: number;

  /** `wakeWriter`: called when there is room again for a writer that had none. */
  constructor(memory: SharedArrayBuffer, wakeWriter: () => void) {
    super(memory);
    this.wakeWriter = wakeWriter;
    this.read = Atomics.load(this.state, READ);
  }

  /** Reads at most `recordsMax` records. Returns their number. */
  drain(take: TakeRecord, recordsMax: number): number {
    const written = Atomics.load(this.state, WRITTEN);
    let count = 0;
    while (this.read !== written && count < recordsMax) {
      const offset = this.read & (this.size - 1);
      const at = offset >> 2;
      const length = this.words[at]!;
      const kind = this.words[at + 1]!;
      if (kind === FILLER) {
        this.giveBack(length);
        continue;
      }
      count += 1;
      try {
        take(kind, this.words[at + 2]!, this.words[at + 3]!, offset + RECORD_HEAD_BYTES, length);
      } finally {
        this.giveBack(RECORD_HEAD_BYTES + padded(length));
      }
    }
    return count;
  }

  /** Announces that the reader waits to be woken. False: a record has come meanwhile, so it must not wait. */
  sleep(): boolean {
    Atomics.store(this.state, ASLEEP, 1);
    if (Atomics.load(this.state, WRITTEN) === this.read) return true;
    Atomics.store(this.state, ASLEEP, 0);
    return false;
  }

  private giveBack(bytes: number): void {
    this.read = (this.read + bytes) | 0;
    Atomics.store(this.state, READ, this.read);
    if (Atomics.load(this.state, STARVED) === 1 && Atomics.exchange(this.state, STARVED, 0) === 1) this.wakeWriter();
  }
}
