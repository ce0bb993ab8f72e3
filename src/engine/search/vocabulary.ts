// The words of all texts of a kind, by number, and which of them answer a word of a query.
import { matchKey } from '../../domain/search/word-match.ts';
import type { MatchWord, Quality } from '../../domain/search/word-match.ts';
import { PREFIX_UNITS_MAX, PrefixIndex } from './prefix-index.ts';
import { FuzzyIndex } from './fuzzy-index.ts';
import { BlockAllocator } from './postings.ts';
import { Scratch } from './scratch.ts';
import { hashOf } from './tokenizer.ts';
import { WordHashTable, unitsOf } from './word-hash-table.ts';

/** The words that answer a word of a query, the best first. */
export interface MatchingWords {
  readonly ids: readonly number[];
  /** By the word's number; 0 where it is no answer. */
  readonly qualities: Uint8Array;
}

export class Vocabulary {
  /** Where all lists of rows are. */
  readonly postingBlocks = new BlockAllocator();
  /** Where all texts of forward indexes are: neighbours are looked at one after the other. */
  readonly textBlocks = new BlockAllocator();
  readonly scratch = new Scratch();
  /** A word's slot is its number. */
  private readonly table = new WordHashTable();
  private readonly uses: number[] = [];
  /** The words with a key that is not the word itself, by the key. */
  private readonly otherKeys = new Map<string, number[]>();
  private readonly fuzzy = new FuzzyIndex();
  private readonly prefixes = new PrefixIndex();

  /** Grows a table where that is soon to be; false where it is not. */
  growAhead(): boolean {
    return this.table.growAhead();
  }

  /** One more list of rows holds the word, which stands in these units; its number. */
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

  /** Forgets the word when no list of rows is left. */
  release(id: number): void {
    this.uses[id]! -= 1;
    if (this.uses[id]! > 0) return;
    const word = this.table.wordAt(id);
    const key = matchKey(word);
    if (key !== word) {
      const others = this.otherKeys.get(key)!.filter((one) => one !== id);
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

  /** The word's number; below 0 when no text holds it. */
  idOf(word: string): number {
    return this.table.findWord(word);
  }

  /** Every word with a quality above 0, as `wordQuality` gives it. The marks are scratch's. */
  matching({ key, last, edits }: MatchWord): MatchingWords {
    const qualities = this.scratch.marks(this.table.slotsEnd);
    const ids: number[] = [];
    const add = (id: number, quality: Quality): void => {
      if (qualities[id] !== 0) return;
      qualities[id] = quality;
      ids.push(id);
    };
    const same = this.idOf(key);
    if (same >= 0 && matchKey(key) === key) add(same, 4);
    for (const id of this.otherKeys.get(key) ?? []) add(id, 4);
    if (last) {
      for (const id of this.prefixes.candidates(key, this.table.slotsEnd)) {
        if (key.length <= PREFIX_UNITS_MAX || matchKey(this.wordAt(id)).startsWith(key)) add(id, 3);
      }
    }
    if (edits > 0) this.fuzzy.eachWithin(key, edits, add);
    return { ids, qualities };
  }
}
