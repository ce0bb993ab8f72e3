const NOTHING = Buffer.alloc(0);

// The caller of a refused body hears so only if its bytes are read: a socket closed with unread bytes is
// reset, and the reset overtakes the reply. So this many times the limit is read and dropped, not more.
const DROPPED_FACTOR = 4;

/** Gathers the body of one request. Units: bytes. */
export class BodyBuffer {
  private readonly bytesMax: number;
  private held: Buffer = NOTHING;
  private seen = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
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
    if (this.tooLarge) {
      this.held = NOTHING;
      return;
    }
    // One growing buffer and not a list of chunks: a caller may send a body in chunks of one byte.
    if (this.seen > this.held.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.bytesMax, Math.max(2 * this.held.length, this.seen)));
      this.held.copy(grown, 0, 0, before);
      this.held = grown;
    }
    this.held.set(chunk, before);
  }

  whole(): Buffer {
    return this.held.subarray(0, this.seen);
  }
}
