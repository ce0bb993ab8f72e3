// The words of a vocabulary by prefix, for the last word of a MATCH.
//
// Words without digits are in FlexSearch, which has an entry for every prefix: fit for the thousands of words of a
// language. Words with digits are in a sorted list, because a shop has hundreds of thousands of numbers, for which
// FlexSearch takes twelve times the memory (bench/notes/flexsearch.md). So are new words of one record beyond the first
// 250, because FlexSearch takes twenty microseconds for each, and the record is indexed in one go.
// Not promised: exactness beyond PREFIX_UNITS_MAX units; the vocabulary checks longer prefixes itself.
import { Index } from 'flexsearch';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** UTF-16 units of a word given to FlexSearch; a long text without spaces would fill the memory with prefixes. */
export const PREFIX_UNITS_MAX = 24;
const DIGIT = /\p{N}/u;
/** New words of a record that FlexSearch takes; tests lower it. */
export const PREFIXES = { recordWordsMax: 250 };

export class PrefixIndex {
  /** One index per first UTF-16 unit: a smaller index takes less time to grow. */
  private readonly indexes = new Map<number, Index>();
  private readonly sorted = new SortedKeys();
  private left = PREFIXES.recordWordsMax;

  /** What is added from now on is of another record, or of another step of a start. */
  beginRecord(): void {
    this.left = PREFIXES.recordWordsMax;
  }

  add(id: number, key: string): void {
    if (this.left <= 0 || DIGIT.test(key)) return this.sorted.add(id, key);
    this.left -= 1;
    const first = key.charCodeAt(0);
    let index = this.indexes.get(first);
    // `fastupdate` makes the removal of a word cost microseconds instead of a walk over the whole index.
    if (index === undefined)
      this.indexes.set(
        first,
        (index = new Index({ tokenize: 'forward', fastupdate: true, encode: (text: string) => [text] })),
      );
    index.add(id, key.slice(0, PREFIX_UNITS_MAX));
  }

  remove(id: number, key: string): void {
    if (!this.sorted.remove(id, key)) this.indexes.get(key.charCodeAt(0))?.remove(id);
  }

  /**
   * Visits the words that begin with the key, or with its first PREFIX_UNITS_MAX units, some of them twice. `most`:
   * words there are at most.
   */
  *eachCandidate(key: string, most: number, visit: (id: number) => void): Steps<void> {
    yield* this.sorted.eachWithPrefix(key, visit);
    const index = this.indexes.get(key.charCodeAt(0));
    if (index === undefined || DIGIT.test(key)) return;
    // FlexSearch returns its own array, which must not be changed and changes with its words.
    const ids = index.search(key.slice(0, PREFIX_UNITS_MAX), { limit: most + 1 }) as readonly number[];
    const found = ids.length > STEPS.docsMax ? ids.slice() : ids;
    yield* inBlocks(found.length, (from, to) => {
      for (let position = from; position < to; position += 1) visit(found[position]!);
    });
  }
}

/** Number of keys above which a block is split. */
const BLOCK_MAX = 512;

interface Block {
  readonly keys: string[];
  readonly ids: number[];
}

/** Keys sorted by UTF-16 units, in blocks, so that an insertion moves few others. */
class SortedKeys {
  private readonly blocks: Block[] = [];

  add(id: number, key: string): void {
    const blockIndex = Math.max(0, this.blockBefore(key));
    const block = (this.blocks[blockIndex] ??= { keys: [], ids: [] });
    const position = lowerBound(block.keys, key);
    block.keys.splice(position, 0, key);
    block.ids.splice(position, 0, id);
    if (block.keys.length <= BLOCK_MAX) return;
    const half = BLOCK_MAX >>> 1;
    this.blocks.splice(blockIndex + 1, 0, { keys: block.keys.splice(half), ids: block.ids.splice(half) });
  }

  /** Whether it was there. */
  remove(id: number, key: string): boolean {
    // Several words may have the same key, so the entry may be in a later block.
    for (let blockIndex = Math.max(0, this.blockBefore(key)); blockIndex < this.blocks.length; blockIndex += 1) {
      const { keys, ids } = this.blocks[blockIndex]!;
      let position = lowerBound(keys, key);
      for (; position < keys.length && keys[position] === key; position += 1) {
        if (ids[position] !== id) continue;
        keys.splice(position, 1);
        ids.splice(position, 1);
        if (keys.length === 0) this.blocks.splice(blockIndex, 1);
        return true;
      }
      // The keys of later blocks are above it.
      if (position < keys.length) return false;
    }
    return false;
  }

  /** Visits the ids of the keys with a prefix; some twice, at the ends of steps. */
  *eachWithPrefix(key: string, visit: (id: number) => void): Steps<void> {
    for (let from: string | undefined = key; from !== undefined;) {
      from = this.visitFrom(from, key, visit);
      if (from !== undefined) yield '';
    }
  }

  /** Visits ids for a step. Returns the key to go on from; undefined at the end. */
  private visitFrom(from: string, prefix: string, visit: (id: number) => void): string | undefined {
    let visited = 0;
    for (let blockIndex = Math.max(0, this.blockBefore(from)); blockIndex < this.blocks.length; blockIndex += 1) {
      const { keys, ids } = this.blocks[blockIndex]!;
      for (let position = lowerBound(keys, from); position < keys.length; position += 1) {
        const key = keys[position]!;
        if (!key.startsWith(prefix)) return undefined;
        // Several words may have one key: a step ends between two keys.
        if (visited >= STEPS.docsMax && key !== from) return key;
        visit(ids[position]!);
        visited += 1;
      }
    }
    return undefined;
  }

  /** Index of the last block whose first key is before the key; below 0: none. */
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

/** Position of the first key that is not before the given one. */
const lowerBound = (keys: readonly string[], key: string): number => {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
};
