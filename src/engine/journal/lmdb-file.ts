// Checks a journal's file before LMDB maps it. LMDB trusts every page number that it reads: on a file that was
// truncated or overwritten the process dies (SIGBUS, SIGSEGV) instead of naming the damage.
//
// Guaranteed: every page that LMDB would follow exists, has the right type and is used once. The file's size against
// the last page of the meta pages would find truncation alone; test/cli/verify.test.ts also overwrites single pages.
// Not promised: that the data in the pages is right. LMDB has no checksums; batches have their own.
//
// The format of lmdb 3.5 (mdb.c): pages of one size. Pages 0 and 1 are the meta pages; the one with the higher txnid is
// valid.
//   page  pgno u64 · txnid u64 · pad u16 · flags u16 · lower u16 · upper u16 · offsets u16… · nodes from the end
//   meta  from byte 24: magic u32 · version u32 · address u64 · mapsize u64 · free tree 48 · main tree 48 ·
//         last page u64 · txnid u64
//   tree  page size u32 · flags u16 · depth u16 · branches u64 · leaves u64 · overflows u64 · entries u64 · root u64
//   node  low u16 · high u16 · flags u16 · key length u16 · key · data
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const HEADER_BYTES = 24;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const META = 0x08;
const BIG = 0x01;
const TREE = 0x02;
const NODE_BYTES = 8;
const TREE_BYTES = 48;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const DEPTH_MAX = 32;
const FREE_TREE = HEADER_BYTES + 24;
const MAIN_TREE = FREE_TREE + TREE_BYTES;

/** A store's journal is larger only when it holds millions of actors; then its leaves are left to `kontor verify`. */
const LEAVES_BYTES_MAX = 268_435_456;

export const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;

class LmdbFile {
  private readonly fd: number;
  private readonly size: number;
  private readonly leaves: boolean;
  private pageBytes = 0;
  private pages = 0;
  private seen = new Uint8Array(0);

  constructor(fd: number, leavesBytesMax: number) {
    this.fd = fd;
    this.size = fstatSync(fd).size;
    this.leaves = this.size <= leavesBytesMax;
  }

  /** What is damaged, in one phrase; '' for nothing. */
  damage(): string {
    if (this.size === 0) return '';
    const first = this.read(0, HEADER_BYTES + 136);
    if (first === undefined) return 'it ends within its first page';
    this.pageBytes = first.readUInt32LE(FREE_TREE);
    if (!isMeta(first) || !isPageSize(this.pageBytes)) return 'its first page is no page of LMDB';
    const second = this.read(this.pageBytes, HEADER_BYTES + 136);
    if (second === undefined) return 'it ends within its second page';
    if (!isMeta(second) || second.readUInt32LE(FREE_TREE) !== this.pageBytes)
      return 'its second page is no page of LMDB';
    this.pages = Math.floor(this.size / this.pageBytes);
    this.seen = new Uint8Array(this.pages);
    const newest = second.readBigUInt64LE(152) > first.readBigUInt64LE(152) ? second : first;
    // The leaves of the main tree hold the other trees.
    return this.tree(newest, FREE_TREE, this.leaves) || this.tree(newest, MAIN_TREE, true);
  }

  private read(position: number, length: number): Buffer | undefined {
    const bytes = Buffer.allocUnsafe(length);
    return readSync(this.fd, bytes, 0, length, position) === length ? bytes : undefined;
  }

  private tree(bytes: Buffer, offset: number, leaves: boolean): string {
    const root = bytes.readBigUInt64LE(offset + 40);
    if (root === NO_PAGE) return '';
    const depth = bytes.readUInt16LE(offset + 6);
    return depth === 0 || depth > DEPTH_MAX
      ? `a tree claims a depth of ${depth}`
      : this.page(Number(root), depth, leaves);
  }

  /** `depth`: levels from here down, this page included. */
  private page(number: number, depth: number, leaves: boolean): string {
    const lost = this.claimPages(number, 1);
    if (lost !== '') return lost;
    if (depth === 1 && !leaves) return '';
    const page = this.read(number * this.pageBytes, this.pageBytes)!;
    const flags = page.readUInt16LE(18) & 0xff;
    if (Number(page.readBigUInt64LE(0)) !== number || flags !== (depth === 1 ? LEAF : BRANCH)) return damaged(number);
    const count = page.readUInt16LE(20) >> 1;
    if (HEADER_BYTES + count * 2 > this.pageBytes) return damaged(number);
    for (let index = 0; index < count; index += 1) {
      const node = HEADER_BYTES + page.readUInt16LE(HEADER_BYTES + index * 2);
      if (node < HEADER_BYTES + count * 2 || node + NODE_BYTES > this.pageBytes) return damaged(number);
      const damage =
        depth === 1 ? this.leafNode(page, node, number) : this.page(childOf(page, node), depth - 1, leaves);
      if (damage !== '') return damage;
    }
    return '';
  }

  private leafNode(page: Buffer, node: number, number: number): string {
    const length = page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536;
    const flags = page.readUInt16LE(node + 4);
    const data = node + NODE_BYTES + page.readUInt16LE(node + 6);
    if ((flags & BIG) !== 0)
      return data + 8 <= this.pageBytes ? this.overflow(Number(page.readBigUInt64LE(data)), length) : damaged(number);
    if (data + length > this.pageBytes) return damaged(number);
    if ((flags & TREE) === 0) return '';
    return length === TREE_BYTES ? this.tree(page, data, this.leaves) : damaged(number);
  }

  private overflow(number: number, length: number): string {
    const pages = Math.ceil((HEADER_BYTES + length) / this.pageBytes);
    const lost = this.claimPages(number, pages);
    if (lost !== '') return lost;
    const head = this.read(number * this.pageBytes, HEADER_BYTES)!;
    const isOverflow = (head.readUInt16LE(18) & 0xff) === OVERFLOW && head.readUInt32LE(20) >= pages;
    return isOverflow && Number(head.readBigUInt64LE(0)) === number ? '' : damaged(number);
  }

  /**
   * Marks pages as used. A page has one place in one tree; checking that also ends a walk through pages in a circle.
   */
  private claimPages(number: number, pages: number): string {
    if (!Number.isSafeInteger(number) || number < 2) return `a page number is ${number}`;
    if (number + pages > this.pages) return `it ends before page ${number + pages - 1}`;
    for (let page = number; page < number + pages; page += 1) {
      if (this.seen[page] !== 0) return `page ${page} is used twice`;
      this.seen[page] = 1;
    }
    return '';
  }
}

const isMeta = (page: Buffer): boolean =>
  (page.readUInt16LE(18) & META) !== 0 &&
  page.readUInt32LE(HEADER_BYTES) === MAGIC &&
  (page.readUInt32LE(HEADER_BYTES + 4) & 0xffff) === VERSION;

const childOf = (page: Buffer, node: number): number =>
  page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536 + page.readUInt16LE(node + 4) * 4_294_967_296;

const damaged = (number: number): string => `page ${number} is damaged`;

/**
 * Throws when the file in the directory is there and LMDB would crash on it. No other process may have it open.
 *
 * `leavesBytesMax`: of a larger file only the meta pages and the upper levels are read.
 */
export const checkLmdb = (directory: string, leavesBytesMax = LEAVES_BYTES_MAX): void => {
  const path = join(directory, 'data.mdb');
  if (!existsSync(path)) return;
  const fd = openSync(path, 'r');
  try {
    const damage = new LmdbFile(fd, leavesBytesMax).damage();
    if (damage !== '') throw new Error(`${path} is damaged: ${damage}`);
  } finally {
    closeSync(fd);
  }
};
