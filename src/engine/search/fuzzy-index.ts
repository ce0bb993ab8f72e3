// The words of a vocabulary that differ from a word by at most two typos.
//
// Words are in buckets by length. Two bit sets of each word's letters exclude most words without reading them; the rest
// is compared exactly, so the result is that of `withinEdits`.
import { withinEdits } from '../../domain/search/word-match.ts';
import type { Quality } from '../../domain/search/word-match.ts';
import { STEPS, countWalked } from './steps.ts';
import type { Steps } from './steps.ts';

/** One bit per letter that occurs, modulo 32: a typo changes at most two bits. */
const lettersOf = (key: string): number => {
  let bits = 0;
  for (let position = 0; position < key.length; position += 1) bits |= 1 << (key.charCodeAt(position) & 31);
  return bits;
};

/** One bit per letter that occurs an odd number of times: a typo changes at most two bits of these as well. */
const oddLettersOf = (key: string): number => {
  let bits = 0;
  for (let position = 0; position < key.length; position += 1) bits ^= 1 << (key.charCodeAt(position) & 31);
  return bits;
};

const bitCount = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

/** Digits of a word from which no query is near it: queries with digits have no typos, others at most two. */
const DIGITS_MAX = 2;
const NUMERIC = /\p{N}/u;

const isOutOfReach = (key: string): boolean => {
  let digits = 0;
  for (let position = 0; position < key.length; position += 1) if (NUMERIC.test(key[position]!)) digits += 1;
  return digits > DIGITS_MAX;
};

const grown = (array: Int32Array): Int32Array => {
  const wider = new Int32Array(array.length * 2);
  wider.set(array);
  return wider;
};

/** A query word as it is compared. */
interface Near {
  readonly key: string;
  readonly letters: number;
  readonly odd: number;
  readonly edits: number;
}

/** Cost of an exact comparison, in words excluded by bit sets. */
const COMPARISON_WORK = 32;

class LengthBucket {
  count = 0;
  ids: Int32Array = new Int32Array(8);
  letters: Int32Array = new Int32Array(8);
  odd: Int32Array = new Int32Array(8);
  readonly keys: string[] = [];

  /** Returns its place. */
  add(id: number, key: string): number {
    if (this.count === this.ids.length) {
      this.ids = grown(this.ids);
      this.letters = grown(this.letters);
      this.odd = grown(this.odd);
    }
    this.ids[this.count] = id;
    this.letters[this.count] = lettersOf(key);
    this.odd[this.count] = oddLettersOf(key);
    this.keys.push(key);
    this.count += 1;
    return this.count - 1;
  }

  /** Visits near words below a place, for a step. Returns the place below which to go on. */
  visitNear(near: Near, end: number, visit: (id: number, quality: Quality) => void): number {
    const { ids, letters, odd, keys } = this;
    const { key, edits } = near;
    const most = 2 * edits;
    let work = 0;
    let index = end;
    while (index > 0 && work < STEPS.docsMax) {
      index -= 1;
      work += 1;
      if (bitCount(letters[index]! ^ near.letters) > most || bitCount(odd[index]! ^ near.odd) > most) continue;
      work += COMPARISON_WORK;
      if (withinEdits(key, keys[index]!, edits))
        visit(ids[index]!, edits === 1 || withinEdits(key, keys[index]!, 1) ? 2 : 1);
    }
    countWalked(work);
    return index;
  }

  /** Returns the id of the word that stands at that place now: the last one, which may be the removed one. */
  remove(index: number): number {
    const last = this.count - 1;
    const moved = this.ids[last]!;
    this.ids[index] = moved;
    this.letters[index] = this.letters[last]!;
    this.odd[index] = this.odd[last]!;
    this.keys[index] = this.keys[last]!;
    this.keys.pop();
    this.count = last;
    return moved;
  }
}

export class FuzzyIndex {
  private readonly lengths: (LengthBucket | undefined)[] = [];
  /** Where each word stands in its bucket, by id: to look for it takes as long as there are words of its length. */
  #places: Int32Array = new Int32Array(64);

  add(id: number, key: string): void {
    if (isOutOfReach(key)) return;
    while (id >= this.#places.length) this.#places = grown(this.#places);
    this.#places[id] = (this.lengths[key.length] ??= new LengthBucket()).add(id, key);
  }

  /** Takes out a word that was added. */
  remove(id: number, key: string): void {
    if (isOutOfReach(key)) return;
    const place = this.#places[id]!;
    this.#places[this.lengths[key.length]!.remove(place)] = place;
  }

  /** Visits the words with up to `edits` typos, and equal ones, with their quality; some of them twice. */
  *eachWithin(key: string, edits: number, visit: (id: number, quality: Quality) => void): Steps<void> {
    const near = { key, letters: lettersOf(key), odd: oddLettersOf(key), edits };
    for (let length = Math.max(1, key.length - edits); length <= key.length + edits; length += 1) {
      const bucket = this.lengths[length];
      if (bucket === undefined) continue;
      // The walk goes backwards, because a word removed between two steps is replaced by the last one.
      for (let to = bucket.count; to > 0;) {
        to = bucket.visitNear(near, Math.min(to, bucket.count), visit);
        if (to > 0) yield '';
      }
    }
  }
}
