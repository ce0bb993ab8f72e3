// The different words of all texts of one kind, numbered, and which of them match a word of a query.
//
// Words are reference-counted: a word that no inverted index holds is removed, and its number is reused. Qualities are
// those of `wordQuality` in src/domain/search/word-match.ts.
import { matchKey } from '../../domain/search/word-match.ts';
import type { MatchWord, Quality } from '../../domain/search/word-match.ts';
import { PREFIX_UNITS_MAX, PrefixIndex } from './prefix-index.ts';
import { FuzzyIndex } from './fuzzy-index.ts';
import { BlockAllocator } from './block-allocator.ts';
import { Scratch } from './scratch.ts';
import type { Steps } from './steps.ts';
import { hashOf } from './tokenizer.ts';
import { WordHashTable, unitsOf } from './word-hash-table.ts';

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
  /** Ids of the words whose match key is not the word itself, by that key. */
  private readonly otherKeys = new Map<string, number[]>();
  private readonly fuzzy = new FuzzyIndex();
  private readonly prefixes = new PrefixIndex();

  /** Grows the table ahead of need; false where it has room enough. */
  growAhead(): boolean {
    return this.table.growAhead();
  }

  /** What is retained from now on is of another record, or of another step of a start. */
  beginRecord(): void {
    this.prefixes.beginRecord();
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
    const word = this.table.wordAt(id);
    const key = matchKey(word);
    if (key !== word) this.otherKeys.set(key, [...(this.otherKeys.get(key) ?? []), id]);
    this.fuzzy.add(id, key);
    this.prefixes.add(id, key);
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
    const word = this.table.wordAt(id);
    const key = matchKey(word);
    if (key !== word) {
      const others = this.otherKeys.get(key)!.filter((other) => other !== id);
      if (others.length === 0) this.otherKeys.delete(key);
      else this.otherKeys.set(key, others);
    }
    this.fuzzy.remove(id, key);
    this.prefixes.remove(id, key);
    this.table.remove(id);
  }

  wordAt(id: number): string {
    return this.table.wordAt(id);
  }

  /** Id of a word; below 0 where no text holds it. */
  idOf(word: string): number {
    return this.table.findWord(word);
  }

  /** All words with a quality above 0. */
  *matching({ key, last, edits }: MatchWord): Steps<MatchingWords> {
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
    for (const id of this.otherKeys.get(key) ?? []) add(id, 4);
    if (last) {
      yield* this.prefixes.eachCandidate(key, this.table.slotsEnd, (id) => {
        if (key.length <= PREFIX_UNITS_MAX || matchKey(this.wordAt(id)).startsWith(key)) add(id, 3);
      });
    }
    if (edits > 0) yield* this.fuzzy.eachWithin(key, edits, add);
    return { ids, qualities };
  }
}
