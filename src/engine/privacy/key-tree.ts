// Keys by number, from one seed, that can be destroyed one by one (a puncturable tree after Goldreich, Goldwasser and
// Micali). Each node's seed gives its two children's; a leaf's seed gives a key. To destroy a leaf is to forget every
// seed on the way to it and to keep the siblings' instead: all other leaves stay, and nothing leads to that one any
// more. So a new person costs no write at all, and the file of keys grows with what was erased, not with what is kept.
import { hash, randomBytes } from 'node:crypto';
import { must } from '../../kernel/result.ts';

const DEPTH = 32;
const LEAVES = 2 ** DEPTH;
/** Seeds of this depth are kept once derived, so that leaves asked for here and there cost 6 digests and not 32. */
const HALT = 26;
const HALTS_MAX = 4096;

/** A subtree that is still whole. Shape in the file: depth 0 is the root; index counts the nodes of a depth. */
export interface TreeNode {
  readonly depth: number;
  readonly index: number;
  /** 32 bytes, base64. */
  readonly seed: string;
}

/**
 * By way of a string, which lies on the heap: a digest that Node gives as a Buffer is memory outside of it, which costs
 * more than the digest and makes V8 mark everything more often.
 */
const child = (seed: Buffer, side: number): Buffer =>
  Buffer.from(hash('sha256', Buffer.concat([seed, SIDES[side]!]), 'binary'), 'latin1');
const SIDES = [Buffer.of(0), Buffer.of(1)];

/** The node of a depth above a leaf. */
const above = (leaf: number, depth: number): number => (depth === 0 ? 0 : leaf >>> (DEPTH - depth));
const nameOf = (depth: number, index: number): number => index * 64 + depth;
const leavesOf = (
  name: number,
): { readonly depth: number; readonly index: number; readonly first: number; readonly width: number } => {
  const [depth, index] = [name % 64, Math.floor(name / 64)];
  const width = 2 ** (DEPTH - depth);
  return { depth, index, first: index * width, width };
};

export class KeyTree {
  private readonly whole = new Map<number, Buffer>();
  /** The seeds on the way to the leaf that was asked for last: its neighbour shares most of it. */
  private path: (Buffer | undefined)[] = [];
  private pathLeaf = 0;
  private readonly halts = new Map<number, Buffer>();

  constructor(nodes: readonly TreeNode[]) {
    for (const { depth, index, seed } of nodes) this.whole.set(nameOf(depth, index), Buffer.from(seed, 'base64'));
  }

  /** All leaves from `first` on, of a fresh seed; those before it are destroyed. */
  static create(first = 0): KeyTree {
    const tree = new KeyTree([{ depth: 0, index: 0, seed: randomBytes(32).toString('base64') }]);
    if (first === 0) return tree;
    for (let depth = 1; depth <= DEPTH; depth += 1) {
      const index = above(first, depth);
      tree.whole.delete(nameOf(depth - 1, above(first, depth - 1)));
      if ((index & 1) === 0) tree.whole.set(nameOf(depth, index + 1), randomBytes(32));
      tree.whole.set(nameOf(depth, index), randomBytes(32));
    }
    return tree;
  }

  nodes(): TreeNode[] {
    return [...this.whole].map(([name, seed]) => ({
      depth: name % 64,
      index: Math.floor(name / 64),
      seed: seed.toString('base64'),
    }));
  }

  /** Of the leaves before `below`: the one behind the last destroyed one; all from it on are whole. */
  firstIntactLeaf(below = LEAVES): number {
    let from = below;
    for (const { first, width } of [...this.whole.keys()].map(leavesOf).sort((a, b) => b.first - a.first)) {
      if (first >= below) continue;
      if (first + width < from) break;
      from = first;
    }
    return from;
  }

  /** Whether the key is still there. */
  has(leaf: number): boolean {
    for (let depth = 0; depth <= DEPTH; depth += 1) if (this.whole.has(nameOf(depth, above(leaf, depth)))) return true;
    return false;
  }

  /** 32 bytes; undefined once destroyed. */
  seedOf(leaf: number): Buffer | undefined {
    must(Number.isInteger(leaf) && leaf >= 0 && leaf < LEAVES, `${leaf} is no leaf`);
    let depth = Math.min(Math.clz32(leaf ^ this.pathLeaf), this.path.length - 1);
    while (depth >= 0 && this.path[depth] === undefined) depth -= 1;
    // A path that comes by its halt was kept when it was made.
    const isNew = depth < HALT;
    const halt = isNew ? this.halts.get(above(leaf, HALT)) : undefined;
    if (halt !== undefined) {
      this.path.fill(undefined, 0, HALT);
      this.path[(depth = HALT)] = halt;
    }
    if (depth < 0) {
      this.path = [];
      for (depth = 0; depth <= DEPTH; depth += 1) {
        this.path[depth] = this.whole.get(nameOf(depth, above(leaf, depth)));
        if (this.path[depth] !== undefined) break;
      }
      if (depth > DEPTH) {
        this.path = [];
        return undefined;
      }
    }
    for (; depth < DEPTH; depth += 1)
      this.path[depth + 1] = child(this.path[depth]!, (leaf >>> (DEPTH - 1 - depth)) & 1);
    this.pathLeaf = leaf;
    if (isNew && halt === undefined && this.path[HALT] !== undefined) this.keep(above(leaf, HALT), this.path[HALT]);
    return this.path[DEPTH];
  }

  private keep(index: number, seed: Buffer): void {
    if (this.halts.size >= HALTS_MAX) this.halts.clear();
    // Memory of its own: a slice would keep the 8 KiB that it was cut from.
    const own = Buffer.allocUnsafeSlow(seed.length);
    seed.copy(own);
    this.halts.set(index, own);
  }

  /** What was derived is no way around what is destroyed. */
  private forget(): void {
    this.path = [];
    this.halts.clear();
  }

  /** Nothing to do where it was destroyed before. */
  destroy(leaf: number): void {
    let depth = 0;
    while (depth <= DEPTH && !this.whole.has(nameOf(depth, above(leaf, depth)))) depth += 1;
    this.forget();
    if (depth > DEPTH) return;
    let seed = this.whole.get(nameOf(depth, above(leaf, depth)))!;
    this.whole.delete(nameOf(depth, above(leaf, depth)));
    for (; depth < DEPTH; depth += 1) {
      const side = (leaf >>> (DEPTH - 1 - depth)) & 1;
      const index = above(leaf, depth + 1);
      this.whole.set(nameOf(depth + 1, (index ^ 1) >>> 0), child(seed, 1 - side));
      seed = child(seed, side);
    }
  }

  /** All leaves from `first` on, before `below`. */
  destroyRange(first: number, below: number): void {
    for (const name of this.whole.keys()) this.cut(name, first, below);
    this.forget();
  }

  private cut(name: number, first: number, below: number): void {
    const subtree = leavesOf(name);
    const last = subtree.first + subtree.width;
    if (last <= first || subtree.first >= below) return;
    const seed = this.whole.get(name)!;
    this.whole.delete(name);
    if (first <= subtree.first && last <= below) return;
    for (const side of [0, 1]) {
      const half = nameOf(subtree.depth + 1, subtree.index * 2 + side);
      this.whole.set(half, child(seed, side));
      this.cut(half, first, below);
    }
  }
}
