// Running digests of all rows and all tombstones of each kind, changed with every commit and written in its meta row.
//
// Its checksum finds a row that was changed; the digest finds a row that is old, missing, or put back after it was
// removed: whole by itself, and not what was written last. It is the sum of one number per row, made from id, sequence
// number and checksum: neither order nor place matters, and a commit pays for nothing but the rows that it writes.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';

/** What the digest of a table is made of, for one of its rows. */
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

/** The last step of MurmurHash3: every bit of the result depends on every bit before. */
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

  /** Not as a mark: a start adds all rows. */
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

/** Follows changes of a table: a scan that has passed a row must see what becomes of it. */
export interface DigestObserver {
  changed(before: RowMark | undefined, after: RowMark | undefined): void;
}

export class RowDigests {
  private readonly digests: readonly Digest[];
  private readonly observers = new Map<Digest, Set<DigestObserver>>();

  /** `bytes`: what `bytes()` gave for a store of these kinds, or of fewer; absent for an empty store. */
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

  /** A value of the table was written, replaced or removed. */
  change(kind: KindName, table: DigestedTable, before: RowMark | undefined, after: RowMark | undefined): void {
    const digest = this.of(kind, table);
    if (before !== undefined) digest.remove(before);
    if (after !== undefined) digest.add(after);
    const observers = this.observers.get(digest);
    if (observers !== undefined) for (const observer of observers) observer.changed(before, after);
  }

  /** The kind has no rows and no tombstones. */
  reset(kind: KindName): void {
    for (const table of TABLES) Object.assign(this.of(kind, table), new Digest());
  }

  /** Until the returned function is called, the observer follows the rows of the kind. */
  observe(kind: KindName, observer: DigestObserver): () => void {
    const digest = this.of(kind, 'rows');
    const observers = this.observers.get(digest) ?? new Set();
    this.observers.set(digest, observers.add(observer));
    return () => void (observers.delete(observer) && observers.size === 0 && this.observers.delete(digest));
  }

  /** In the order of the kinds: rows, then tombstones, as two words of 32 bits, lowest byte first. */
  bytes(): Buffer {
    const bytes = Buffer.allocUnsafe(KIND_NAMES.length * WORDS_PER_KIND * 4);
    this.digests.forEach(({ low, high }, index) => {
      bytes.writeInt32LE(low, index * 8);
      bytes.writeInt32LE(high, index * 8 + 4);
    });
    return bytes;
  }
}
