// Checks a journal's file before LMDB maps it. LMDB trusts every byte: on a file that was truncated, overwritten or
// copied while being written, the process dies (SIGBUS, SIGSEGV, SIGABRT) instead of naming the damage.
//
// Guaranteed: every page that LMDB would follow exists, has the right type, is older than the meta page, holds keys in
// order, and is used once; no page is both free and used, or free twice; trees count what they hold. Age matters most:
// LMDB mistakes a page of a later transaction for its own copy in memory, and writes into the map.
// Not promised: that values are right. LMDB has no checksums; rows and batches have their own.
//
// Pages of a level are read in file order, neighbours together, so that a disk reads nearly in sequence.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import * as lmdb from './lmdb-page.ts';
import type { MetaPage, Tree } from './lmdb-page.ts';

export { isPageSize } from './lmdb-page.ts';

const { HEADER_BYTES, NODE_BYTES, u64 } = lmdb;

const WINDOW_BYTES = 1_048_576;
/** Largest gap between two needed pages for which one read costs less than two. */
const GAP_PAGES = 16;
/** The map grows with the file, in steps. */
const MAP_BYTES_MAX = 2 ** 44;
const UNUSED = 0;
const USED = 1;
const FREE = 2;

/** A page to check. Its keys lie between those of the branch's nodes at `index` and after it. */
interface Pending {
  readonly number: number;
  /** Levels from here down, this page included. */
  readonly depth: number;
  readonly tree: WalkedTree;
  readonly branch: Buffer | undefined;
  readonly index: number;
}

interface WalkedTree extends Tree {
  readonly isFree: boolean;
  readonly isMain: boolean;
  readonly seen: { branches: number; leaves: number; overflows: number; entries: number };
}

/** Found damage; the message is one phrase. */
class Damage extends Error {}

const nodeAt = (page: Buffer, index: number): number => HEADER_BYTES + page.readUInt16LE(HEADER_BYTES + index * 2);
const countOf = (page: Buffer): number => page.readUInt16LE(20) >> 1;

class LmdbFile {
  private readonly fd: number;
  private readonly size: number;
  private pageBytes = 0;
  private pages = 0;
  private meta!: MetaPage;
  private states = new Uint8Array(0);
  private window = Buffer.alloc(0);
  /** Position of the window in the file, and its length. */
  private windowStart = 0;
  private windowLength = 0;
  private pending: Pending[] = [];
  private overflows: (readonly [number, number])[] = [];
  private freed: Buffer[] = [];

  constructor(fd: number) {
    this.fd = fd;
    this.size = fstatSync(fd).size;
  }

  /** Throws Damage. */
  check(): void {
    if (this.size === 0) return;
    this.meta = this.newestMeta();
    this.pages = Math.min(Math.floor(this.size / this.pageBytes), this.meta.lastPage + 1);
    this.states = new Uint8Array(this.pages);
    this.window = Buffer.alloc(Math.max(WINDOW_BYTES, this.pageBytes));
    const trees = [this.follow(this.meta.free, true, false), this.follow(this.meta.main, false, true)];
    while (this.pending.length > 0) {
      const level = this.pending.sort((one, two) => one.number - two.number);
      this.pending = [];
      this.windowStart = this.windowLength = 0;
      for (const [index, next] of level.entries()) {
        this.readAhead(index, level.length, (at) => level[at]!.number);
        this.page(next, trees);
      }
    }
    this.windowStart = this.windowLength = 0;
    const heads = this.overflows.sort(([one], [two]) => one - two);
    for (const [index, [number, count]] of heads.entries()) {
      this.readAhead(index, heads.length, (at) => heads[at]![0]);
      this.overflow(number, count);
    }
    for (const tree of trees) {
      const { seen, name } = tree;
      for (const what of ['branches', 'leaves', 'overflows', 'entries'] as const)
        if (seen[what] !== tree[what]) throw new Damage(`${name} counts ${tree[what]} ${what}, and has ${seen[what]}`);
    }
    for (const list of this.freed) this.freeList(list);
  }

  private newestMeta(): MetaPage {
    const first = this.metaAt(0, 'first');
    this.pageBytes = first.pageBytes;
    const second = this.metaAt(this.pageBytes, 'second');
    if (second.pageBytes !== first.pageBytes) throw new Damage('its two first pages differ in the size of pages');
    // Commits write the meta pages in turn. With other numbers, LMDB would take an old state for the newest.
    if (Math.abs(first.txnid - second.txnid) > 1)
      throw new Damage('its two first pages are not of commits in sequence');
    // The next commit overwrites the other one.
    return second.txnid > first.txnid ? second : first;
  }

  private metaAt(position: number, which: string): MetaPage {
    const bytes = Buffer.alloc(lmdb.META_BYTES);
    if (readSync(this.fd, bytes, 0, bytes.length, position) !== bytes.length)
      throw new Damage(`it ends within its ${which} page`);
    const meta = lmdb.readMeta(bytes);
    if (meta === undefined) throw new Damage(`its ${which} page is no page of LMDB`);
    if (meta.mapBytes % meta.pageBytes !== 0 || meta.mapBytes > MAP_BYTES_MAX || meta.address !== 0)
      throw new Damage(`its ${which} page asks for ${meta.mapBytes} bytes of memory`);
    if ((meta.lastPage + 1) * meta.pageBytes > MAP_BYTES_MAX)
      throw new Damage(`its ${which} page says that there are ${meta.lastPage + 1} pages`);
    const damage = lmdb.treeDamage(meta.free) || lmdb.treeDamage(meta.main);
    if (damage !== '') throw new Damage(damage);
    if (meta.free.flags !== lmdb.INTEGER_KEYS) throw new Damage('the free list has no flag for integer keys');
    return meta;
  }

  private follow(tree: Tree, isFree: boolean, isMain: boolean): WalkedTree {
    const damage = lmdb.treeDamage(tree);
    if (damage !== '') throw new Damage(damage);
    const walked = { ...tree, isFree, isMain, seen: { branches: 0, leaves: 0, overflows: 0, entries: 0 } };
    if (tree.root !== undefined)
      this.add({ number: tree.root, depth: tree.depth, tree: walked, branch: undefined, index: 0 });
    return walked;
  }

  private add(next: Pending): void {
    this.claim(next.number, 1, USED);
    this.pending.push(next);
  }

  /** Claims a page for one place, in a tree or in the free list; this also ends a walk in a circle. */
  private claim(number: number, count: number, state: number): void {
    if (number < 2 || number + count - 1 > this.meta.lastPage)
      throw new Damage(`a page number is ${number}, of ${this.meta.lastPage + 1}`);
    // A transaction may take and free a page by itself; such pages were never written.
    const end = state === FREE ? Math.min(number + count, this.pages) : number + count;
    if (end > this.pages) throw new Damage(`it ends before page ${end - 1}`);
    for (let page = number; page < end; page += 1) {
      const before = this.states[page]!;
      if (before !== UNUSED)
        throw new Damage(
          `page ${page} is ${before === state ? `${state === USED ? 'used' : 'free'} twice` : 'used and free'}`,
        );
      this.states[page] = state;
    }
  }

  /** Reads the page at an index of a sorted list into the window, with those after it that are near. */
  private readAhead(index: number, count: number, pageAt: (index: number) => number): void {
    const first = pageAt(index);
    if ((first + 1) * this.pageBytes <= this.windowStart + this.windowLength) return;
    let last = first;
    for (let at = index + 1; at < count && pageAt(at) - last <= GAP_PAGES; at += 1) {
      if ((pageAt(at) + 1 - first) * this.pageBytes > this.window.length) break;
      last = pageAt(at);
    }
    this.windowStart = first * this.pageBytes;
    this.windowLength = readSync(this.fd, this.window, 0, (last + 1 - first) * this.pageBytes, this.windowStart);
  }

  private read(number: number): Buffer {
    const start = number * this.pageBytes - this.windowStart;
    if (start + this.pageBytes > this.windowLength) throw new Damage(`it ends before page ${number}`);
    return this.window.subarray(start, start + this.pageBytes);
  }

  /** Throws unless the header is that of this page, with these flags, and not of a later transaction. */
  private header(page: Buffer, number: number, flags: number): void {
    if (u64(page, 0) !== number || page.readUInt16LE(18) !== flags)
      throw damaged(number, 'its header is of another page');
    if (u64(page, 8) > this.meta.txnid) throw damaged(number, 'it is newer than the first pages of the file');
  }

  private page({ number, depth, tree, branch, index }: Pending, trees: WalkedTree[]): void {
    const page = this.read(number);
    const isLeaf = depth === 1;
    this.header(page, number, isLeaf ? lmdb.LEAF : lmdb.BRANCH);
    this.nodes(page, number, isLeaf, tree);
    const count = countOf(page);
    // The first key of a branch is not checked, because it may be empty. The root's first child has no lower bound.
    const first = isLeaf ? 0 : 1;
    if (branch !== undefined) {
      const { flags } = tree;
      const isLow = index > 0 && compare(flags, page, first, branch, index) < 0;
      const isHigh = index + 1 < countOf(branch) && compare(flags, page, count - 1, branch, index + 1) >= 0;
      if (isLow || isHigh) throw damaged(number, 'its keys are not in the range of its branch');
    }
    if (isLeaf) {
      tree.seen.leaves += 1;
      tree.seen.entries += count;
      for (let entry = 0; entry < count; entry += 1) this.leafNode(page, nodeAt(page, entry), number, tree, trees);
      return;
    }
    tree.seen.branches += 1;
    const kept = Buffer.from(page);
    for (let child = 0; child < count; child += 1)
      this.add({ number: lmdb.childOf(kept, nodeAt(kept, child)), depth: depth - 1, tree, branch: kept, index: child });
  }

  /** Throws unless the nodes fill the space that the header states, and their keys ascend. */
  private nodes(page: Buffer, number: number, isLeaf: boolean, { flags }: WalkedTree): void {
    const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
    const room = this.pageBytes - HEADER_BYTES;
    const count = lower >> 1;
    // LMDB asserts that a branch has two nodes; with fewer it would end the process.
    if (lower % 2 !== 0 || lower > upper || upper > room || count < (isLeaf ? 1 : 2))
      throw damaged(number, 'its count of nodes is wrong');
    let filled = 0;
    for (let index = 0; index < count; index += 1) {
      const node = nodeAt(page, index);
      if (node < HEADER_BYTES + upper || node + NODE_BYTES > this.pageBytes) throw damaged(number, 'a node is outside');
      const keyBytes = lmdb.keyLength(page, node);
      let bytes = NODE_BYTES + keyBytes;
      if (isLeaf) {
        const nodeFlags = page.readUInt16LE(node + 4);
        if (nodeFlags > lmdb.TREE) throw damaged(number, `a node has the flags ${nodeFlags}`);
        bytes += nodeFlags === lmdb.BIG ? lmdb.BIG_BYTES : lmdb.dataLength(page, node);
      }
      if (node + bytes > this.pageBytes) throw damaged(number, 'a node is outside');
      filled += bytes + (bytes % 2);
      if (!isLeaf && index === 0) continue;
      const isKey = (flags & lmdb.INTEGER_KEYS) !== 0 ? keyBytes === 4 || keyBytes === 8 : keyBytes > 0;
      if (!isKey) throw damaged(number, `a key has ${keyBytes} bytes`);
      if (index > (isLeaf ? 0 : 1) && compare(flags, page, index - 1, page, index) >= 0)
        throw damaged(number, 'its keys are not in order');
    }
    if (filled !== room - upper) throw damaged(number, `its nodes have ${filled} bytes, and fill ${room - upper}`);
  }

  private leafNode(page: Buffer, node: number, number: number, tree: WalkedTree, trees: WalkedTree[]): void {
    const length = lmdb.dataLength(page, node);
    const flags = page.readUInt16LE(node + 4);
    const key = node + NODE_BYTES;
    const data = key + lmdb.keyLength(page, node);
    if (tree.isFree && (data !== key + 8 || u64(page, key) === 0 || u64(page, key) > this.meta.txnid))
      throw damaged(number, 'it frees pages in a transaction that was not');
    if (flags === lmdb.BIG) {
      const [first, count] = [u64(page, data), u64(page, data + 16)];
      if (count < Math.ceil((HEADER_BYTES + length) / this.pageBytes) || count > this.pages)
        throw damaged(number, `it counts ${count} pages for ${length} bytes`);
      this.claim(first, count, USED);
      tree.seen.overflows += count;
      this.overflows.push([first, count]);
      if (tree.isFree) this.freed.push(this.bytesAt(first * this.pageBytes + HEADER_BYTES, length));
    } else if (tree.isFree) this.freed.push(Buffer.from(page.subarray(data, data + length)));
    if (flags !== lmdb.TREE) return;
    if (!tree.isMain || length !== lmdb.TREE_BYTES) throw damaged(number, 'it has a tree where none can be');
    trees.push(
      this.follow(lmdb.readTree(page, data, page.toString('latin1', key, data).replaceAll('\0', '')), false, false),
    );
  }

  private overflow(number: number, count: number): void {
    const page = this.read(number);
    this.header(page, number, lmdb.OVERFLOW);
    if (page.readUInt32LE(20) !== count) throw damaged(number, `it counts ${page.readUInt32LE(20)} pages, of ${count}`);
  }

  private bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.fd, bytes, 0, length, position);
    return bytes;
  }

  private freeList(list: Buffer): void {
    const length = list.length < 8 ? Infinity : u64(list, 0);
    if (list.length % 8 !== 0 || length > list.length / 8 - 1)
      throw new Damage('the free list is longer than its record');
    for (let index = 1; index <= length; index += 1) {
      const entry = Number(list.readBigInt64LE(index * 8));
      if (entry === 0) continue;
      if (entry > 0) this.claim(entry, 1, FREE);
      else if (index === length) throw new Damage('a run of the free list has no page');
      else this.claim(u64(list, ++index * 8), -entry, FREE);
    }
  }
}

const compare = (flags: number, one: Buffer, oneIndex: number, two: Buffer, twoIndex: number): number =>
  lmdb.compareKeys(flags, one, nodeAt(one, oneIndex), two, nodeAt(two, twoIndex));

const damaged = (number: number, why: string): Damage => new Damage(`page ${number} is damaged: ${why}`);

/** Throws if the directory has a file on which LMDB would crash. No other process may have it open. */
export const checkLmdb = (directory: string): void => {
  const path = join(directory, 'data.mdb');
  if (!existsSync(path)) return;
  const fd = openSync(path, 'r');
  try {
    new LmdbFile(fd).check();
  } catch (error) {
    if (error instanceof Damage) throw new Error(`${path} is damaged: ${error.message}`, { cause: error });
    throw error;
  } finally {
    closeSync(fd);
  }
};
