// Bodies that are arriving: one growing buffer per body, within a limit per body and a memory budget for all.
//
// Not promised: a body within its limit may still be refused when the budget is used up by others.

const EMPTY = Buffer.alloc(0);

// A client reads the reply to a body that is too large only if the server goes on reading: a socket that is closed with
// unread bytes is reset, and the reset overtakes the reply. This many times the limit is read and dropped, not more.
const DROPPED_FACTOR = 4;

// Most bodies are smaller, and are taken even while large ones use up the budget.
const FREE_BYTES = 16_384;
const countedBytes = (bytes: number): number => Math.max(0, bytes - FREE_BYTES);

/** Memory that all arriving bodies may take together. Units: bytes. */
export class BodyMemoryBudget {
  readonly bytesMax: number;
  /** One number in shared memory, which threads may share. */
  readonly reserved: BigInt64Array;

  /** `reserved`: the number of another thread's budget. */
  constructor(bytesMax = Infinity, reserved: BigInt64Array = new BigInt64Array(new SharedArrayBuffer(8))) {
    this.bytesMax = bytesMax;
    this.reserved = reserved;
  }

  /** False, and nothing is reserved, if that would exceed the budget. */
  tryReserve(bytes: number): boolean {
    // Small bodies take nothing, and no request pays for the number.
    if (bytes === 0) return true;
    const before = Atomics.add(this.reserved, 0, BigInt(bytes));
    if (Number(before) + bytes <= this.bytesMax) return true;
    this.release(bytes);
    return false;
  }

  get reservedBytes(): number {
    return Number(Atomics.load(this.reserved, 0));
  }

  /** Detail of the refusal of a body without room. */
  get whyFull(): string {
    const { reservedBytes, bytesMax } = this;
    return `Bodies that arrive hold ${reservedBytes} bytes of memory, and may hold ${bytesMax}; try again.`;
  }

  release(bytes: number): void {
    if (bytes !== 0) Atomics.sub(this.reserved, 0, BigInt(bytes));
  }
}

/** Collects the body of one request. Units: bytes. */
export class BodyBuffer {
  private readonly bytesMax: number;
  private readonly budget: BodyMemoryBudget;
  /** The memory budget was used up; nothing of the body is held. */
  overBudget = false;
  private buffer: Buffer = EMPTY;
  /** Bytes received so far, dropped ones included. */
  receivedBytes = 0;

  constructor(bytesMax: number, budget: BodyMemoryBudget) {
    this.bytesMax = bytesMax;
    this.budget = budget;
  }

  /** The body exceeds its limit; nothing of it is held. */
  get tooLarge(): boolean {
    return this.receivedBytes > this.bytesMax;
  }

  /** Whether enough was dropped: the rest should not be read. */
  get shouldAbandon(): boolean {
    return this.receivedBytes > this.bytesMax * (1 + DROPPED_FACTOR);
  }

  /** Copies the chunk. */
  append(chunk: Uint8Array): void {
    const offset = this.receivedBytes;
    this.receivedBytes += chunk.length;
    if (this.tooLarge || this.overBudget) return this.release();
    // One growing buffer and not a list of chunks: a client may send a body in chunks of one byte.
    if (this.receivedBytes > this.buffer.length) {
      const length = Math.min(this.bytesMax, Math.max(2 * this.buffer.length, this.receivedBytes));
      this.overBudget = !this.budget.tryReserve(countedBytes(length) - countedBytes(this.buffer.length));
      if (this.overBudget) return this.release();
      const grown = Buffer.allocUnsafe(length);
      this.buffer.copy(grown, 0, 0, offset);
      this.buffer = grown;
    }
    this.buffer.set(chunk, offset);
  }

  /** What was received so far; shares memory with this buffer. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.receivedBytes);
  }

  /** Gives the memory back to the budget. May be called twice. */
  release(): void {
    this.budget.release(countedBytes(this.buffer.length));
    this.buffer = EMPTY;
  }
}
