// What the words of a vocabulary are found by beside themselves: their match keys, beginnings and typos.
//
// The first new words of a record are put into these indexes with it. The others wait, because a write is not
// interrupted and each of them takes microseconds: searches index them before they look anything up, and the engine
// does so between calls. So a search finds every word.
import { matchKey } from '../../domain/search/word-match.ts';
import type { MatchWord, Quality } from '../../domain/search/word-match.ts';
import { FuzzyIndex } from './fuzzy-index.ts';
import { PREFIX_UNITS_MAX, PrefixIndex } from './prefix-index.ts';
import type { Steps } from './steps.ts';

/** New words of a record that are indexed with it, and those indexed in one step; tests lower them. */
export const WORD_KEYS = { recordMax: 256, stepMax: 256 };

export class WordKeys {
  /** Ids of the words whose match key is not the word itself, by that key. */
  private readonly otherKeys = new Map<string, number[]>();
  private readonly fuzzy = new FuzzyIndex();
  private readonly prefixes = new PrefixIndex();
  /** Words that are not in these indexes yet, those that have gone meanwhile among them. */
  private waiting: number[] = [];
  /** How many of `waiting` were looked at. */
  private taken = 0;
  /** By word id: 1 where it is not in these indexes yet. A set took a sixth of a write of 90,000 words. */
  private isWaiting: Uint8Array = new Uint8Array(64);
  private readonly wordAt: (id: number) => string;
  private left = WORD_KEYS.recordMax;

  constructor(wordAt: (id: number) => string) {
    this.wordAt = wordAt;
  }

  /** What is added from now on is of another record, or of another step of a start. */
  beginRecord(): void {
    this.left = WORD_KEYS.recordMax;
  }

  add(id: number): void {
    if (this.left <= 0) return this.wait(id);
    this.left -= 1;
    this.index(id, true);
  }

  private wait(id: number): void {
    if (id >= this.isWaiting.length) {
      const wider = new Uint8Array(2 * id);
      wider.set(this.isWaiting);
      this.isWaiting = wider;
    }
    this.isWaiting[id] = 1;
    this.waiting.push(id);
  }

  /** Called while the word still has its id. */
  remove(id: number): void {
    if (this.isWaiting[id] === 1) {
      this.isWaiting[id] = 0;
      return;
    }
    const word = this.wordAt(id);
    const key = matchKey(word);
    if (key !== word) {
      const others = this.otherKeys.get(key)!.filter((other) => other !== id);
      if (others.length === 0) this.otherKeys.delete(key);
      else this.otherKeys.set(key, others);
    }
    this.fuzzy.remove(id, key);
    this.prefixes.remove(id, key);
  }

  /** Indexes words that wait, for a step. Returns whether none is left. */
  indexWaiting(): boolean {
    const { waiting } = this;
    const end = Math.min(waiting.length, this.taken + WORD_KEYS.stepMax);
    for (; this.taken < end; this.taken += 1) {
      const id = waiting[this.taken]!;
      if (this.isWaiting[id] === 0) continue;
      this.isWaiting[id] = 0;
      this.index(id, false);
    }
    if (end < waiting.length) return false;
    if (end > 0) this.waiting = [];
    this.taken = 0;
    return true;
  }

  private index(id: number, isFew: boolean): void {
    const word = this.wordAt(id);
    const key = matchKey(word);
    if (key !== word) this.otherKeys.set(key, [...(this.otherKeys.get(key) ?? []), id]);
    this.fuzzy.add(id, key);
    this.prefixes.add(id, key, isFew);
  }

  /** Visits the words that match, the best first; some of them twice. `most`: words there are at most. */
  *eachMatching(
    { key, last, edits }: MatchWord,
    most: number,
    visit: (id: number, quality: Quality) => void,
  ): Steps<void> {
    for (const id of this.otherKeys.get(key) ?? []) visit(id, 4);
    if (last) {
      yield* this.prefixes.eachCandidate(key, most, (id) => {
        if (key.length <= PREFIX_UNITS_MAX || matchKey(this.wordAt(id)).startsWith(key)) visit(id, 3);
      });
    }
    if (edits > 0) yield* this.fuzzy.eachWithin(key, edits, visit);
  }
}
