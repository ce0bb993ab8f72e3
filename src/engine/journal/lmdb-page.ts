// Reads the structures in pages of LMDB's file, format of lmdb 3.5 (mdb.c). Pages of one size; pages 0 and 1 are the
// meta pages; the one with the higher txnid is valid. All numbers are little-endian.
//   page  pgno u64 · txnid u64 · pad u16 · flags u16 · lower u16 · upper u16 · offsets u16… · nodes from the end
//         lower, upper and offsets count from the end of the header; an overflow page has its page count at byte 20
//   meta  from byte 24: magic u32 · version u32 · address u64 · mapsize u64 · free tree 48 · main tree 48 ·
//         last page u64 · txnid u64
//   tree  page size u32 · flags u16 · depth u16 · branches u64 · leaves u64 · overflows u64 · entries u64 · root u64
//   node  low u16 · high u16 · flags u16 · key length u16 · key · data
//         in a leaf, low and high are the length of the data; in a branch, low, high and flags are the child's number
//   data  of a BIG node: page number u64 · txnid u64 · page count u64; of a TREE node: tree
//   free  a record of the free tree: key txnid u64; data length u64 · that many entries i64: 0 is empty, a positive
//         one is a page number, a negative one the length of a run whose first page follows

export const HEADER_BYTES = 24;
const MAGIC = 0xbeefc0de;
const VERSION = 2;
export const BRANCH = 0x01;
export const LEAF = 0x02;
export const OVERFLOW = 0x04;
const META = 0x08;
/** Node flags. A node has one of them or none: no table of a journal holds several values for one key. */
export const BIG = 0x01;
export const TREE = 0x02;
export const NODE_BYTES = 8;
export const TREE_BYTES = 48;
export const BIG_BYTES = 24;
/** Tree flags: keys are integers in the processor's byte order; values begin with a version (a flag of lmdb-js). */
export const INTEGER_KEYS = 0x08;
const HAS_VERSIONS = 0x100;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const DEPTH_MAX = 32;
const FREE_TREE = HEADER_BYTES + 24;
const MAIN_TREE = FREE_TREE + TREE_BYTES;
export const META_BYTES = HEADER_BYTES + 136;

export interface Tree {
  readonly name: string;
  readonly flags: number;
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** Its first page; undefined: the tree is empty. */
  readonly root: number | undefined;
}

export interface MetaPage {
  readonly pageBytes: number;
  /** Address at which the file must be mapped, 0: any; and size of the map. */
  readonly address: number;
  readonly mapBytes: number;
  readonly txnid: number;
  /** Highest page number ever used. */
  readonly lastPage: number;
  readonly free: Tree;
  readonly main: Tree;
}

export const isPageSize = (bytes: number): boolean => bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;

/** Reads a number; one beyond any file becomes one that is no page number either. */
export const u64 = (bytes: Buffer, offset: number): number =>
  bytes.readUInt32LE(offset) + bytes.readUInt32LE(offset + 4) * 4_294_967_296;

export const readTree = (bytes: Buffer, offset: number, name: string): Tree => ({
  name,
  flags: bytes.readUInt16LE(offset + 4),
  depth: bytes.readUInt16LE(offset + 6),
  branches: u64(bytes, offset + 8),
  leaves: u64(bytes, offset + 16),
  overflows: u64(bytes, offset + 24),
  entries: u64(bytes, offset + 32),
  root: bytes.readBigUInt64LE(offset + 40) === NO_PAGE ? undefined : u64(bytes, offset + 40),
});

/** Damage of the description of a tree; '' for none. */
export const treeDamage = ({ name, flags, depth, root, entries }: Tree): string => {
  if ((flags & ~(INTEGER_KEYS | HAS_VERSIONS)) !== 0) return `${name} has the flags ${flags}`;
  if (root === undefined) return depth === 0 && entries === 0 ? '' : `${name} has no pages, and a depth of ${depth}`;
  return depth === 0 || depth > DEPTH_MAX ? `${name} claims a depth of ${depth}` : '';
};

/** Reads a meta page; undefined for any other page. */
export const readMeta = (page: Buffer): MetaPage | undefined => {
  const isMeta =
    (page.readUInt16LE(18) & META) !== 0 &&
    page.readUInt32LE(HEADER_BYTES) === MAGIC &&
    (page.readUInt32LE(HEADER_BYTES + 4) & 0xffff) === VERSION;
  const pageBytes = page.readUInt32LE(FREE_TREE);
  if (!isMeta || !isPageSize(pageBytes)) return undefined;
  return {
    pageBytes,
    address: u64(page, HEADER_BYTES + 8),
    mapBytes: u64(page, HEADER_BYTES + 16),
    txnid: u64(page, MAIN_TREE + TREE_BYTES + 8),
    lastPage: u64(page, MAIN_TREE + TREE_BYTES),
    free: readTree(page, FREE_TREE, 'the free list'),
    main: readTree(page, MAIN_TREE, 'the main tree'),
  };
};

/** The other meta page, as if the commit before had left what the newest one has. */
export const metaBefore = (other: Buffer, newest: Buffer): Buffer => {
  const { txnid } = readMeta(newest)!;
  if (txnid === 0) return other;
  const before = Buffer.from(other);
  newest.copy(before, HEADER_BYTES, HEADER_BYTES, META_BYTES);
  before.writeBigUInt64LE(BigInt(txnid - 1), MAIN_TREE + TREE_BYTES + 8);
  return before;
};

export const childOf = (page: Buffer, node: number): number =>
  page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536 + page.readUInt16LE(node + 4) * 4_294_967_296;

export const dataLength = (page: Buffer, node: number): number =>
  page.readUInt16LE(node) + page.readUInt16LE(node + 2) * 65_536;

export const keyLength = (page: Buffer, node: number): number => page.readUInt16LE(node + 6);

const integerKey = (page: Buffer, node: number, length: number): number =>
  length === 8 ? u64(page, node + NODE_BYTES) : page.readUInt32LE(node + NODE_BYTES);

/** Compares keys as LMDB orders them; below 0: the first is lower. Integer keys have 4 or 8 bytes. */
export const compareKeys = (flags: number, one: Buffer, oneNode: number, two: Buffer, twoNode: number): number => {
  const oneLength = keyLength(one, oneNode);
  const twoLength = keyLength(two, twoNode);
  if ((flags & INTEGER_KEYS) !== 0) return integerKey(one, oneNode, oneLength) - integerKey(two, twoNode, twoLength);
  const oneKey = oneNode + NODE_BYTES;
  const twoKey = twoNode + NODE_BYTES;
  return one.compare(two, twoKey, twoKey + twoLength, oneKey, oneKey + oneLength);
};
