// Running digests of all rows and all tombstones of each kind, changed with every commit and written in its meta row.
//
// A checksum finds a changed row. The digest finds a row that is old, missing, or put back after its removal. It sums
// one number per row, made from id, sequence number and checksum, so order and place do not matter, and a commit costs
// only for the rows that it writes.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';

/** Share of one row in the digest of its table. */
export interface RowMark {
  readonly id: number;
  /** The last record in the row. */
  readonly seq: number;
  /** The checksum at the end of the row, or the generation of a tombstone. */
  readonly sum: number;
}

export type DigestedTable = 'rows' | 'tombstones';

const TWO_32 = 4_294_967_296;
const WORDS_PER_TABLE = 2;
const TABLES = ['rows', 'tombstones'] as const;
const WORDS_PER_KIND = WORDS_PER_TABLE * TABLES.length;
const INDEX_OF_KIND: ReadonlyMap<KindName, number> = new Map(KIND_NAMES.map((kind, index) => [kind, index]));

/** Last step of MurmurHash3: every bit of the result depends on every bit of `bits`. */
const mixed = (bits: number): number => {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};

const joined = (hash: number, value: number): number =>
  mixed(mixed(hash ^ (value | 0)) ^ Math.imul((value / TWO_32) | 0, 0x27d4eb2f));

const hashOf = (start: number, id: number, seq: number, sum: number): number =>
  joined(joined(joined(start, id), seq), sum);

/** A sum of marks: two words of 32 bits, each with a hash of its own. */
export class Digest {
  low = 0;
  high = 0;

  /** Adds a row without making a `RowMark`, because a start adds all rows. */
  addRow(id: number, seq: number, sum: number): void {
    this.low = (this.low + hashOf(0x2545f491, id, seq, sum)) | 0;
    this.high = (this.high + hashOf(0x6c078965, id, seq, sum)) | 0;
  }

  add({ id, seq, sum }: RowMark): void {
    this.addRow(id, seq, sum);
  }

  remove({ id, seq, sum }: RowMark): void {
    this.low = (this.low - hashOf(0x2545f491, id, seq, sum)) | 0;
    this.high = (this.high - hashOf(0x6c078965, id, seq, sum)) | 0;
  }

  equals({ low, high }: Digest): boolean {
    return this.low === low && this.high === high;
  }
}

/** Observes changes of a table, for a scan that must see changes of rows that it has passed. */
export interface DigestObserver {
  changed(before: RowMark | undefined, after: RowMark | undefined): void;
}

export class RowDigests {
  private readonly digests: readonly Digest[];
  private readonly observers = new Map<Digest, Set<DigestObserver>>();

  /** `bytes`: result of `bytes()` for a store of these kinds, or of fewer; absent for an empty store. */
  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.digests = Array.from({ length: KIND_NAMES.length * TABLES.length }, (_, index) => {
      const digest = new Digest();
      const offset = index * WORDS_PER_TABLE * 4;
      if (offset + 8 <= bytes.length) {
        digest.low = words.getInt32(offset, true);
        digest.high = words.getInt32(offset + 4, true);
      }
      return digest;
    });
  }

  of(kind: KindName, table: DigestedTable): Digest {
    return this.digests[INDEX_OF_KIND.get(kind)! * TABLES.length + TABLES.indexOf(table)]!;
  }

  /** Updates the digest for a value that was written, replaced or removed. */
  change(kind: KindName, table: DigestedTable, before: RowMark | undefined, after: RowMark | undefined): void {
    const digest = this.of(kind, table);
    if (before !== undefined) digest.remove(before);
    if (after !== undefined) digest.add(after);
    const observers = this.observers.get(digest);
    if (observers !== undefined) for (const observer of observers) observer.changed(before, after);
  }

  /** Clears the digests of a kind without rows and tombstones. */
  reset(kind: KindName): void {
    for (const table of TABLES) Object.assign(this.of(kind, table), new Digest());
  }

  /** Registers an observer of the rows of a kind. Returns a function that removes it. */
  observe(kind: KindName, observer: DigestObserver): () => void {
    const digest = this.of(kind, 'rows');
    const observers = this.observers.get(digest) ?? new Set();
    this.observers.set(digest, observers.add(observer));
    return () => void (observers.delete(observer) && observers.size === 0 && this.observers.delete(digest));
  }

  /** Digests in the order of the kinds: rows, then tombstones, each as two words of 32 bits, lowest byte first. */
  bytes(): Buffer {
    // Every commit asks for them: memory of its own takes longer than its words, which Buffer's own writers check.
    const bytes = Buffer.allocUnsafe(KIND_NAMES.length * WORDS_PER_KIND * 4);
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let index = 0; index < this.digests.length; index += 1) {
      const { low, high } = this.digests[index]!;
      words.setInt32(index * 8, low, true);
      words.setInt32(index * 8 + 4, high, true);
    }
    return bytes;
  }
}
