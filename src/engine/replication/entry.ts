// Entries of the log that all nodes of a shop share: numbers, hash chain, and an entry as bytes.
//
// An entry is one batch of the leader's records, byte for byte as it stands in the journal, or a change of leader. Each
// entry has a number of its own, so that no two ever have the same key, and a hash over everything before it: a node
// that folds only entries that fit has the same history as every other node at the same number. The checksum finds
// damage in transit. Not promised: protection against a writer who computes hashes and checksums anew.
import { createHash } from 'node:crypto';
import { must } from '../../kernel/result.ts';
import { checksum } from '../disk/codec.ts';
import type { EntryMark } from '../journal/journal.ts';

export interface Entry extends EntryMark {
  /** The first record in it. A change of leader has none: `lastSeq` is then `firstSeq - 1`. */
  readonly firstSeq: number;
  /** A batch of records; empty for a change of leader. */
  readonly bytes: Buffer;
}

/** Where a chain of entries ends; a head of the log is a chain's end. */
export interface ChainEnd {
  /** Number of the last entry, 0 before the first one. */
  readonly at: number;
  readonly epoch: number;
  /** The last record. */
  readonly seq: number;
  readonly chain: string;
}

/** One of the equal slices of an entry's bytes; `index` counts from 0. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

/** Bytes that are no whole entry. */
export class EntryDamage extends Error {
  override readonly name = 'EntryDamage';
}

/** An entry that another version of the program has written. */
export class EntryVersionUnknown extends Error {
  override readonly name = 'EntryVersionUnknown';
}

export const ENTRY_VERSION = 1;
/** version u8 · crc32 u32 · at u64 · epoch u64 · firstSeq u64 · lastSeq u64 · chain 16 bytes; then the batch. */
const HEADER_BYTES = 53;
const CHAIN_BYTES = 16;
const NUMBERS = ['at', 'epoch', 'firstSeq', 'lastSeq'] as const;
type Numbers = { readonly [name in (typeof NUMBERS)[number]]: number };

const writeNumbers = (into: Buffer, start: number, numbers: Numbers): void => {
  for (const [index, name] of NUMBERS.entries()) into.writeBigUInt64LE(BigInt(numbers[name]), start + index * 8);
};

/**
 * Returns the first 16 bytes, as hexadecimal digits, of the SHA-256 over the chain before and an entry. The batch comes
 * last, and everything else has a fixed length: no two entries are hashed as the same bytes.
 */
export const chainOf = (before: string, entry: Omit<Entry, 'chain'>): string => {
  const fixed = Buffer.alloc(CHAIN_BYTES + NUMBERS.length * 8);
  must(fixed.write(before, 'hex') === CHAIN_BYTES, 'a chain has 32 hexadecimal digits');
  writeNumbers(fixed, CHAIN_BYTES, entry);
  return createHash('sha256')
    .update(fixed)
    .update(entry.bytes)
    .digest('hex')
    .slice(0, CHAIN_BYTES * 2);
};

/** Where a new log begins, after record `seq`; its id begins the chain. */
export const firstEnd = (logId: string, epoch: number, seq: number): ChainEnd => ({
  at: 0,
  epoch,
  seq,
  chain: createHash('sha256')
    .update(`${seq} ${logId}`)
    .digest('hex')
    .slice(0, CHAIN_BYTES * 2),
});

/** Returns the end of a chain with this last entry. */
export const endOf = ({ at, epoch, lastSeq, chain }: EntryMark): ChainEnd => ({ at, epoch, seq: lastSeq, chain });

/** Returns what a node keeps of an entry. */
export const markOf = ({ at, epoch, lastSeq, chain }: Entry): EntryMark => ({ at, epoch, lastSeq, chain });

/** Returns the entry behind `end` with a batch of `count` records; no bytes and 0 records: a change of leader. */
export const nextEntry = (end: ChainEnd, epoch: number, bytes: Buffer, count: number): Entry => {
  must((bytes.length === 0) === (count === 0), 'an entry has bytes if it has records');
  const entry = { at: end.at + 1, epoch, firstSeq: end.seq + 1, lastSeq: end.seq + count, bytes };
  return { ...entry, chain: chainOf(end.chain, entry) };
};

/** Why an entry is not the one behind `end`; '' where it is. */
export const fits = (end: ChainEnd, entry: Entry): string => {
  if (entry.at !== end.at + 1) return `entry ${entry.at} comes behind entry ${end.at}`;
  if (entry.firstSeq !== end.seq + 1)
    return `entry ${entry.at} begins with record ${entry.firstSeq} behind record ${end.seq}`;
  const isChange = entry.bytes.length === 0;
  if (isChange ? entry.epoch <= end.epoch : entry.epoch !== end.epoch)
    return `entry ${entry.at} has epoch ${entry.epoch} behind epoch ${end.epoch}`;
  if (isChange !== entry.lastSeq < entry.firstSeq)
    return `entry ${entry.at} has ${entry.bytes.length} bytes and ends with record ${entry.lastSeq}`;
  return chainOf(end.chain, entry) === entry.chain ? '' : `the chain of entry ${entry.at} does not fit`;
};

export const encodeEntry = (entry: Entry): Buffer => {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + entry.bytes.length);
  bytes[0] = ENTRY_VERSION;
  writeNumbers(bytes, 5, entry);
  bytes.write(entry.chain, HEADER_BYTES - CHAIN_BYTES, 'hex');
  entry.bytes.copy(bytes, HEADER_BYTES);
  bytes.writeUInt32LE(checksum(bytes.subarray(5)), 1);
  return bytes;
};

/** Returns an entry whose batch is a view of `bytes`. Throws EntryDamage or EntryVersionUnknown. */
export const decodeEntry = (bytes: Buffer): Entry => {
  if (bytes.length < HEADER_BYTES) throw new EntryDamage('an entry is shorter than its header');
  if (bytes[0] !== ENTRY_VERSION)
    throw new EntryVersionUnknown(`an entry has format version ${bytes[0]}, this version reads ${ENTRY_VERSION}`);
  if (bytes.readUInt32LE(1) !== checksum(bytes.subarray(5))) throw new EntryDamage('the checksum of an entry is wrong');
  const [at, epoch, firstSeq, lastSeq] = NUMBERS.map((_, index) => Number(bytes.readBigUInt64LE(5 + index * 8)));
  const chain = bytes.toString('hex', HEADER_BYTES - CHAIN_BYTES, HEADER_BYTES);
  return { at: at!, epoch: epoch!, firstSeq: firstSeq!, lastSeq: lastSeq!, chain, bytes: bytes.subarray(HEADER_BYTES) };
};

/** Returns a view of one part of an entry's bytes; all parts in order are the whole. */
export const sliceOf = (bytes: Buffer, { index, count }: Part): Buffer =>
  bytes.subarray(Math.floor((bytes.length * index) / count), Math.floor((bytes.length * (index + 1)) / count));
