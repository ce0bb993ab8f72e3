const NOTHING = Buffer.alloc(0);

// The caller of a refused body hears so only if its bytes are read: a socket closed with unread bytes is
// reset, and the reset overtakes the reply. So this many times the limit is read and dropped, not more.
const DROPPED_FACTOR = 4;

// Most bodies are smaller, and pass also while large ones fill the room.
const FREE_BYTES = 16_384;
const counted = (bytes: number): number => Math.max(0, bytes - FREE_BYTES);

/** What bodies on their way take of the memory, all together. Units: bytes. */
export class BodyRoom {
  private readonly bytesMax: number;
  private taken = 0;

  constructor(bytesMax = Infinity) {
    this.bytesMax = bytesMax;
  }

  /** False, and nothing is taken, where that is too much. */
  take(bytes: number): boolean {
    if (this.taken + bytes > this.bytesMax) return false;
    this.taken += bytes;
    return true;
  }

  give(bytes: number): void {
    this.taken -= bytes;
  }
}

/** Gathers the body of one request. Units: bytes. */
export class BodyBuffer {
  private readonly bytesMax: number;
  private readonly room: BodyRoom;
  /** There was no room for it; nothing of it is kept. */
  crowded = false;
  private held: Buffer = NOTHING;
  private seen = 0;

  constructor(bytesMax: number, room: BodyRoom) {
    this.bytesMax = bytesMax;
    this.room = room;
  }

  /** The body was larger than it may be; nothing of it is kept. */
  get tooLarge(): boolean {
    return this.seen > this.bytesMax;
  }

  /** So much was dropped that the caller is not worth listening to. */
  get hopeless(): boolean {
    return this.seen > this.bytesMax * (1 + DROPPED_FACTOR);
  }

  /** Copies the chunk. */
  add(chunk: Uint8Array): void {
    const before = this.seen;
    this.seen += chunk.length;
    if (this.tooLarge || this.crowded) return this.release();
    // One growing buffer and not a list of chunks: a caller may send a body in chunks of one byte.
    if (this.seen > this.held.length) {
      const length = Math.min(this.bytesMax, Math.max(2 * this.held.length, this.seen));
      this.crowded = !this.room.take(counted(length) - counted(this.held.length));
      if (this.crowded) return this.release();
      const grown = Buffer.allocUnsafe(length);
      this.held.copy(grown, 0, 0, before);
      this.held = grown;
    }
    this.held.set(chunk, before);
  }

  whole(): Buffer {
    return this.held.subarray(0, this.seen);
  }

  /** Nobody waits for it any more. */
  release(): void {
    this.room.give(counted(this.held.length));
    this.held = NOTHING;
  }
}
