// Keys by number that can be destroyed one by one: a puncturable pseudorandom function as a binary tree (Goldreich,
// Goldwasser and Micali). A node's seed gives the seeds of its two children by SHA-256, and a leaf's seed is a key.
// Destroying a leaf deletes every seed on the path to it and keeps the siblings' seeds instead: all other keys stay,
// and nothing left leads to this one.
//
// A new person therefore costs no write, and the file of keys grows with what was erased, not with what is stored.
// Not promised: that memory holds no remnant of a destroyed seed until it is collected.
import { hash, randomBytes } from 'node:crypto';
import type { KeyRange } from '../../domain/privacy/keyring.ts';
import { must } from '../../kernel/result.ts';

const DEPTH = 32;
const LEAVES = 2 ** DEPTH;
const SEED_BYTES = 32;
/** Depth at which derived seeds are cached: a random leaf then costs 6 digests instead of 32. */
const CACHED_DEPTH = 26;
const CACHED_SEEDS_MAX = 4096;

/** Root of an intact subtree in the file. Depth 0 is the tree's root; `index` counts the nodes of a depth. */
export interface TreeNode {
  readonly depth: number;
  readonly index: number;
  /** 32 bytes, base64. */
  readonly seed: string;
}

/**
 * 32 bytes as a string, a character per byte. A digest as a Buffer is memory outside the heap, which costs more than
 * the digest and makes V8 collect garbage more often.
 */
export type Seed = string;

const newSeed = (): Seed => randomBytes(SEED_BYTES).toString('latin1');

/** What is digested next: a seed and a side. */
const HASHED = Buffer.allocUnsafeSlow(SEED_BYTES + 1);

const childSeed = (seed: Seed, side: number): Seed => {
  HASHED.write(seed, 'latin1');
  HASHED[SEED_BYTES] = side;
  return hash('sha256', HASHED, 'binary');
};

/** Index of the leaf's ancestor at a depth. */
const ancestorOf = (leaf: number, depth: number): number => (depth === 0 ? 0 : leaf >>> (DEPTH - depth));
/** Side of a node at `depth` on which the leaf is. */
const sideOf = (leaf: number, depth: number): number => (leaf >>> (DEPTH - 1 - depth)) & 1;

/** Depth and index of a node as one number, a key of the map. */
const nodeIdOf = (depth: number, index: number): number => index * 64 + depth;

interface Subtree {
  readonly depth: number;
  readonly index: number;
  readonly firstLeaf: number;
  readonly leaves: number;
}

const subtreeOf = (nodeId: number): Subtree => {
  const [depth, index] = [nodeId % 64, Math.floor(nodeId / 64)];
  const leaves = 2 ** (DEPTH - depth);
  return { depth, index, firstLeaf: index * leaves, leaves };
};

export class KeyTree {
  /** Seeds of the intact subtrees, by node. */
  private readonly seeds = new Map<number, Seed>();
  /** Seeds by depth on the way to the leaf that was derived last, whose neighbours share most of it. */
  private path: (Seed | undefined)[] = [];
  private pathLeaf = 0;
  /** Derived seeds at CACHED_DEPTH, by index. */
  private readonly cachedSeeds = new Map<number, Seed>();

  constructor(nodes: readonly TreeNode[]) {
    for (const { depth, index, seed } of nodes)
      this.seeds.set(nodeIdOf(depth, index), Buffer.from(seed, 'base64').toString('latin1'));
  }

  /** A tree of fresh random seeds in which the leaves before `firstLeaf` are destroyed. */
  static create(firstLeaf = 0): KeyTree {
    const tree = new KeyTree([{ depth: 0, index: 0, seed: randomBytes(SEED_BYTES).toString('base64') }]);
    if (firstLeaf === 0) return tree;
    for (let depth = 1; depth <= DEPTH; depth += 1) {
      const index = ancestorOf(firstLeaf, depth);
      tree.seeds.delete(nodeIdOf(depth - 1, ancestorOf(firstLeaf, depth - 1)));
      if ((index & 1) === 0) tree.seeds.set(nodeIdOf(depth, index + 1), newSeed());
      tree.seeds.set(nodeIdOf(depth, index), newSeed());
    }
    return tree;
  }

  nodes(): TreeNode[] {
    return [...this.seeds].map(([nodeId, seed]) => ({
      depth: nodeId % 64,
      index: Math.floor(nodeId / 64),
      seed: Buffer.from(seed, 'latin1').toString('base64'),
    }));
  }

  /** Returns the leaf after the last destroyed one among the leaves before `below`; at most `below`. */
  firstIntactLeaf(below = LEAVES): number {
    let first = below;
    const subtrees = [...this.seeds.keys()].map(subtreeOf).sort((a, b) => b.firstLeaf - a.firstLeaf);
    for (const { firstLeaf, leaves } of subtrees) {
      if (firstLeaf >= below) continue;
      if (firstLeaf + leaves < first) break;
      first = firstLeaf;
    }
    return first;
  }

  /** Whether the leaf is not destroyed. */
  has(leaf: number): boolean {
    return this.intactDepth(leaf) <= DEPTH;
  }

  /** Those of ascending, disjoint ranges that have an intact leaf. */
  intactAmong(ranges: readonly KeyRange[]): KeyRange[] {
    const subtrees = [...this.seeds.keys()].map(subtreeOf).sort((a, b) => a.firstLeaf - b.firstLeaf);
    let next = 0;
    return ranges.filter(([first, below]) => {
      while (next < subtrees.length && subtrees[next]!.firstLeaf + subtrees[next]!.leaves <= first) next += 1;
      return next < subtrees.length && subtrees[next]!.firstLeaf < below;
    });
  }

  /** The leaf's seed, 32 bytes; undefined once it is destroyed. */
  seedOf(leaf: number): Seed | undefined {
    must(Number.isInteger(leaf) && leaf >= 0 && leaf < LEAVES, `${leaf} is no leaf`);
    let depth = this.sharedDepth(leaf);
    // A path derived from below CACHED_DEPTH already has its seed of that depth in the cache.
    const mayCache = depth < CACHED_DEPTH;
    const cached = mayCache ? this.cachedSeeds.get(ancestorOf(leaf, CACHED_DEPTH)) : undefined;
    if (cached !== undefined) {
      this.path.fill(undefined, 0, CACHED_DEPTH);
      this.path[(depth = CACHED_DEPTH)] = cached;
    }
    if (depth < 0) {
      this.path = [];
      depth = this.intactDepth(leaf);
      if (depth > DEPTH) return undefined;
      this.path[depth] = this.seeds.get(nodeIdOf(depth, ancestorOf(leaf, depth)));
    }
    for (; depth < DEPTH; depth += 1) this.path[depth + 1] = childSeed(this.path[depth]!, sideOf(leaf, depth));
    this.pathLeaf = leaf;
    const atCachedDepth = this.path[CACHED_DEPTH];
    if (mayCache && cached === undefined && atCachedDepth !== undefined)
      this.cacheSeed(ancestorOf(leaf, CACHED_DEPTH), atCachedDepth);
    return this.path[DEPTH];
  }

  /** Depth of the intact subtree that has the leaf; DEPTH + 1 where it is destroyed. */
  private intactDepth(leaf: number): number {
    let depth = 0;
    while (depth <= DEPTH && !this.seeds.has(nodeIdOf(depth, ancestorOf(leaf, depth)))) depth += 1;
    return depth;
  }

  /** The deepest node of the last path that also leads to this leaf; -1 for none. */
  private sharedDepth(leaf: number): number {
    let depth = Math.min(Math.clz32(leaf ^ this.pathLeaf), this.path.length - 1);
    while (depth >= 0 && this.path[depth] === undefined) depth -= 1;
    return depth;
  }

  private cacheSeed(index: number, seed: Seed): void {
    if (this.cachedSeeds.size >= CACHED_SEEDS_MAX) this.cachedSeeds.clear();
    this.cachedSeeds.set(index, seed);
  }

  /** Forgets derived seeds, which could lead to a destroyed leaf. */
  private forgetDerived(): void {
    this.path = [];
    this.cachedSeeds.clear();
  }

  /** Destroys a leaf; does nothing if it was destroyed before. */
  destroy(leaf: number): void {
    this.forgetDerived();
    let depth = this.intactDepth(leaf);
    if (depth > DEPTH) return;
    const root = nodeIdOf(depth, ancestorOf(leaf, depth));
    let seed = this.seeds.get(root)!;
    this.seeds.delete(root);
    for (; depth < DEPTH; depth += 1) {
      const side = sideOf(leaf, depth);
      const sibling = (ancestorOf(leaf, depth + 1) ^ 1) >>> 0;
      this.seeds.set(nodeIdOf(depth + 1, sibling), childSeed(seed, 1 - side));
      seed = childSeed(seed, side);
    }
  }

  /** Destroys the leaves from `first` on, before `below`. */
  destroyRange(first: number, below: number): void {
    for (const nodeId of this.seeds.keys()) this.puncture(nodeId, first, below);
    this.forgetDerived();
  }

  /** Replaces an intact subtree by those of its parts that are outside the range. */
  private puncture(nodeId: number, first: number, below: number): void {
    const { depth, index, firstLeaf, leaves } = subtreeOf(nodeId);
    const end = firstLeaf + leaves;
    if (end <= first || firstLeaf >= below) return;
    const seed = this.seeds.get(nodeId)!;
    this.seeds.delete(nodeId);
    if (first <= firstLeaf && end <= below) return;
    for (const side of [0, 1]) {
      const half = nodeIdOf(depth + 1, index * 2 + side);
      this.seeds.set(half, childSeed(seed, side));
      this.puncture(half, first, below);
    }
  }
}
