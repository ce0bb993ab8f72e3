// A set of ids that are numbered from 1 on, as bits: an eighth of a byte for an id where they are dense. It gives any
// page of its ids, ascending, without a sort.

/** Ids of one chunk. */
const CHUNK = 4096;
const WORD = 32;

interface Chunk {
  readonly bits: Uint32Array;
  size: number;
}

export class IdSet {
  private readonly chunks = new Map<number, Chunk>();
  private held = 0;

  get size(): number {
    return this.held;
  }

  has(id: number): boolean {
    const chunk = this.chunks.get(Math.floor(id / CHUNK));
    return chunk !== undefined && (chunk.bits[(id % CHUNK) >>> 5]! & (1 << (id % WORD))) !== 0;
  }

  add(id: number): void {
    if (this.has(id)) return;
    const at = Math.floor(id / CHUNK);
    const chunk = this.chunks.get(at) ?? { bits: new Uint32Array(CHUNK / WORD), size: 0 };
    this.chunks.set(at, chunk);
    chunk.bits[(id % CHUNK) >>> 5]! |= 1 << (id % WORD);
    chunk.size += 1;
    this.held += 1;
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    const at = Math.floor(id / CHUNK);
    const chunk = this.chunks.get(at)!;
    chunk.bits[(id % CHUNK) >>> 5]! &= ~(1 << (id % WORD));
    chunk.size -= 1;
    this.held -= 1;
    if (chunk.size === 0) this.chunks.delete(at);
  }

  /** Ids from a position on, counted from 0, at most `max`, ascending. */
  page(from: number, max: number): readonly number[] {
    const found: number[] = [];
    let passed = 0;
    for (const at of [...this.chunks.keys()].toSorted((a, b) => a - b)) {
      const { bits, size } = this.chunks.get(at)!;
      if (passed + size <= from) {
        passed += size;
        continue;
      }
      for (const [word, set] of bits.entries())
        for (let bit = 0; set >>> bit !== 0 && bit < WORD; bit += 1) {
          if (((set >>> bit) & 1) === 0) continue;
          passed += 1;
          if (passed > from) found.push(at * CHUNK + word * WORD + bit);
          if (found.length >= max) return found;
        }
    }
    return found;
  }
}
