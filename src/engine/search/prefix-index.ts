// Which words begin with what. FlexSearch keeps every beginning of what it is given as an entry of its own: good for
// the words of a language, of which there are thousands, but of the numbers of a big shop there are hundreds of
// thousands, and each new one makes an entry grow that is walked when it does. They are kept in order instead.
import { Index } from 'flexsearch';

/** Those of a text without spaces would fill the memory. */
export const PREFIX_UNITS_MAX = 24;
const DIGIT = /\p{N}/u;

export class PrefixIndex {
  /** By the first unit of the words: a smaller index takes less time to grow. */
  private readonly indexes = new Map<number, Index>();
  private readonly sorted = new SortedKeys();

  add(id: number, key: string): void {
    if (DIGIT.test(key)) return this.sorted.add(id, key);
    const first = key.charCodeAt(0);
    let index = this.indexes.get(first);
    // `fastupdate` makes the removal of a word cost microseconds instead of a walk over the whole index.
    if (index === undefined)
      this.indexes.set(
        first,
        (index = new Index({ tokenize: 'forward', fastupdate: true, encode: (one: string) => [one] })),
      );
    index.add(id, key.slice(0, PREFIX_UNITS_MAX));
  }

  remove(id: number, key: string): void {
    if (DIGIT.test(key)) this.sorted.remove(id, key);
    else this.indexes.get(key.charCodeAt(0))?.remove(id);
  }

  /**
   * The ids of the words that begin with it; of a long one those that begin with its beginning. `most`: how many there
   * may be.
   */
  candidates(key: string, most: number): number[] {
    const found = this.sorted.idsWithPrefix(key);
    const index = this.indexes.get(key.charCodeAt(0));
    // The array is FlexSearch's own: it is only read.
    const words =
      index === undefined || DIGIT.test(key)
        ? []
        : (index.search(key.slice(0, PREFIX_UNITS_MAX), { limit: most + 1 }) as number[]);
    return found.length === 0 ? words : found.concat(words);
  }
}

/** Entries of a block. */
const BLOCK_MAX = 512;

interface Block {
  readonly keys: string[];
  readonly ids: number[];
}

/** Keys in the order of their units, in blocks, so that one more moves few others. */
export class SortedKeys {
  private readonly blocks: Block[] = [];

  add(id: number, key: string): void {
    const of = Math.max(0, this.blockBefore(key));
    const block = (this.blocks[of] ??= { keys: [], ids: [] });
    const at = lowerBound(block.keys, key);
    block.keys.splice(at, 0, key);
    block.ids.splice(at, 0, id);
    if (block.keys.length <= BLOCK_MAX) return;
    const half = BLOCK_MAX >>> 1;
    this.blocks.splice(of + 1, 0, { keys: block.keys.splice(half), ids: block.ids.splice(half) });
  }

  remove(id: number, key: string): void {
    // Different words may have one key: its block, or one behind it.
    for (let of = Math.max(0, this.blockBefore(key)); of < this.blocks.length; of += 1) {
      const { keys, ids } = this.blocks[of]!;
      for (let at = lowerBound(keys, key); at < keys.length && keys[at] === key; at += 1) {
        if (ids[at] !== id) continue;
        keys.splice(at, 1);
        ids.splice(at, 1);
        if (keys.length === 0) this.blocks.splice(of, 1);
        return;
      }
    }
  }

  idsWithPrefix(key: string): number[] {
    const found: number[] = [];
    for (let of = Math.max(0, this.blockBefore(key)); of < this.blocks.length; of += 1) {
      const { keys, ids } = this.blocks[of]!;
      for (let at = lowerBound(keys, key); at < keys.length; at += 1) {
        if (!keys[at]!.startsWith(key)) return found;
        found.push(ids[at]!);
      }
    }
    return found;
  }

  /** The last block that begins before the key. */
  private blockBefore(key: string): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks[middle]!.keys[0]! < key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Of the first one that is not before the key. */
const lowerBound = (keys: readonly string[], key: string): number => {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
};
