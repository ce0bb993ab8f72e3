// The different words of all texts of one kind, numbered, and which of them match a word of a query.
//
// Words are reference-counted: a word that no inverted index holds is removed, and its number is reused. Qualities are
// those of `wordQuality` in src/domain/search/word-match.ts.
import { matchKey } from '../../domain/search/word-match.ts';
import type { MatchWord, Quality } from '../../domain/search/word-match.ts';
import { BlockAllocator } from './block-allocator.ts';
import { Scratch } from './scratch.ts';
import type { Steps } from './steps.ts';
import { hashOf } from './tokenizer.ts';
import { WordHashTable, unitsOf } from './word-hash-table.ts';
import { WordKeys } from './word-keys.ts';

/** The words that match a word of a query, the best first. */
export interface MatchingWords {
  readonly ids: readonly number[];
  /** Quality by word id; 0: no match. To be returned to the scratch memory. */
  readonly qualities: Uint8Array;
}

export class Vocabulary {
  /** Memory of all posting lists. */
  readonly postingBlocks = new BlockAllocator();
  /** Memory of all forward indexes, separate from the lists so that texts are adjacent. */
  readonly textBlocks = new BlockAllocator();
  readonly scratch = new Scratch();
  /** Its slots are the word ids. */
  private readonly table = new WordHashTable();
  private readonly uses: number[] = [];
  private readonly keys = new WordKeys((id) => this.table.wordAt(id));

  /** Grows the table ahead of need; false where it has room enough. */
  growAhead(): boolean {
    return this.table.growAhead();
  }

  /** What is retained from now on is of another record, or of another step of a start. */
  beginRecord(): void {
    this.keys.beginRecord();
  }

  /** Adds a reference to the word in `units` from `start` to before `end`; returns its id. */
  retain(units: Uint16Array, start: number, end: number, hash: number): number {
    const known = this.table.find(units, start, end, hash);
    if (known >= 0) {
      this.uses[known]! += 1;
      return known;
    }
    const id = this.table.insert(units, start, end, hash);
    this.uses[id] = 1;
    this.keys.add(id);
    return id;
  }

  retainWord(word: string): number {
    const units = unitsOf(word);
    return this.retain(units, 0, units.length, hashOf(units, 0, units.length));
  }

  /** Removes a reference, and with the last one the word. */
  release(id: number): void {
    this.uses[id]! -= 1;
    if (this.uses[id]! > 0) return;
    this.keys.remove(id);
    this.table.remove(id);
  }

  wordAt(id: number): string {
    return this.table.wordAt(id);
  }

  /** Id of a word; below 0 where no text holds it. */
  idOf(word: string): number {
    return this.table.findWord(word);
  }

  /** Makes words of long records ready to be found, for a step. Returns whether all are. */
  indexWaiting(): boolean {
    return this.keys.indexWaiting();
  }

  /** All words with a quality above 0. */
  *matching(word: MatchWord): Steps<MatchingWords> {
    const { key } = word;
    while (!this.indexWaiting()) yield '';
    const qualities = this.scratch.marks(this.table.slotsEnd);
    const ids: number[] = [];
    // A word added between two steps may reuse a number, which must be in the list once.
    const add = (id: number, quality: Quality): void => {
      if (qualities[id] !== 0) return;
      qualities[id] = quality;
      ids.push(id);
    };
    const same = this.idOf(key);
    if (same >= 0 && matchKey(key) === key) add(same, 4);
    yield* this.keys.eachMatching(word, this.table.slotsEnd, add);
    return { ids, qualities };
  }
}
