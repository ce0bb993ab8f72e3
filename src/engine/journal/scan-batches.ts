// Finds batches in a journal's file without LMDB, however damaged it is: reads every page, treats each leaf by itself,
// and trusts a batch by its checksum.
//
// Guaranteed: no byte of the file can end the process, and nothing is written. Free pages may still hold truncated
// batches, so callers ask for records after a known one. Of two batches with the same records, the one in the page
// written later counts.
// Not promised: that all batches are found; gaps between records say what is missing. Pages: see lmdb-file.ts.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isPageSize } from './lmdb-file.ts';
import type { Batch } from './journal.ts';
import { BATCH_VERSION, batchCount, batchDamage, firstSeqOf } from './record.ts';

const HEADER_BYTES = 24;
const NODE_BYTES = 8;
const LEAF = 0x02;
const BIG = 0x01;
const TREE = 0x02;
/** Offset of the page size in the first meta page. */
const PAGE_BYTES_AT = HEADER_BYTES + 24;
/** Page size if the meta page does not state it. */
const PAGE_BYTES = 4096;
const CHUNK_BYTES = 4_194_304;
/** Largest batch; a larger one would not fit into one commit. */
const BATCH_BYTES_MAX = 1_073_741_824;

/** Where a batch was found. */
interface Found {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly position: number;
  readonly length: number;
  /** Transaction that wrote the page with the batch. */
  readonly txnid: bigint;
}

class Scan {
  readonly found: Found[] = [];
  private readonly fd: number;
  private readonly size: number;
  private readonly pageBytes: number;

  constructor(fd: number) {
    this.fd = fd;
    this.size = fstatSync(fd).size;
    const first = this.read(0, PAGE_BYTES_AT + 4);
    const told = first?.readUInt32LE(PAGE_BYTES_AT) ?? 0;
    this.pageBytes = isPageSize(told) ? told : PAGE_BYTES;
  }

  read(position: number, length: number): Buffer | undefined {
    if (position + length > this.size) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    return readSync(this.fd, bytes, 0, length, position) === length ? bytes : undefined;
  }

  all(): void {
    const pages = Math.floor(this.size / this.pageBytes);
    const step = Math.max(1, Math.floor(CHUNK_BYTES / this.pageBytes));
    for (let first = 0; first < pages; first += step) {
      const chunk = this.read(first * this.pageBytes, Math.min(step, pages - first) * this.pageBytes);
      if (chunk === undefined) continue;
      for (let at = 0; at < chunk.length; at += this.pageBytes)
        this.page(chunk.subarray(at, at + this.pageBytes), first * this.pageBytes + at);
    }
  }

  private page(page: Buffer, position: number): void {
    const isLeaf = (page.readUInt16LE(18) & 0xff) === LEAF;
    if (!isLeaf || Number(page.readBigUInt64LE(0)) * this.pageBytes !== position) return;
    const count = Math.min(page.readUInt16LE(20) >> 1, (this.pageBytes - HEADER_BYTES) >> 1);
    for (let index = 0; index < count; index += 1) {
      const node = HEADER_BYTES + page.readUInt16LE(HEADER_BYTES + index * 2);
      if (node + NODE_BYTES <= this.pageBytes) this.node(page, node, position);
    }
  }

  private node(page: Buffer, node: number, position: number): void {
    const length = page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536;
    const flags = page.readUInt16LE(node + 4);
    const data = node + NODE_BYTES + page.readUInt16LE(node + 6);
    if ((flags & TREE) !== 0 || length > BATCH_BYTES_MAX) return;
    const txnid = page.readBigUInt64LE(8);
    if ((flags & BIG) === 0) {
      if (data + length <= this.pageBytes) this.value(page.subarray(data, data + length), position + data, txnid);
      return;
    }
    if (data + 8 > this.pageBytes) return;
    const at = Number(page.readBigUInt64LE(data)) * this.pageBytes + HEADER_BYTES;
    if (this.read(at, 1)?.[0] !== BATCH_VERSION) return;
    const bytes = this.read(at, length);
    if (bytes !== undefined) this.value(bytes, at, txnid);
  }

  private value(bytes: Buffer, position: number, txnid: bigint): void {
    if (bytes[0] !== BATCH_VERSION || batchDamage(bytes) !== '') return;
    const count = batchCount(bytes);
    if (count === 0) return;
    const firstSeq = firstSeqOf(bytes);
    this.found.push({ firstSeq, lastSeq: firstSeq + count - 1, position, length: bytes.length, txnid });
  }
}

/** Sorts batches; of those with the same records, keeps the one written last. */
const inOrder = (found: Found[]): Found[] => {
  found.sort((a, b) => a.firstSeq - b.firstSeq || Number(b.txnid - a.txnid));
  const kept: Found[] = [];
  for (const batch of found) {
    const before = kept.at(-1);
    if (before === undefined || before.lastSeq < batch.firstSeq) kept.push(batch);
    else if (batch.txnid > before.txnid) kept[kept.length - 1] = batch;
  }
  return kept;
};

/** Yields batches with records after `seq`, in order. Throws errors of the file system. */
export function* scanBatches(directory: string, seq: number): Generator<Batch> {
  const fd = openSync(join(directory, 'data.mdb'), 'r');
  try {
    const scan = new Scan(fd);
    scan.all();
    for (const { firstSeq, position, length } of inOrder(scan.found.filter(({ lastSeq }) => lastSeq > seq)))
      yield { firstSeq, bytes: scan.read(position, length)! };
  } finally {
    closeSync(fd);
  }
}
