// Finds what is kept under spans of postal codes without looking at each: ten thousand ranges cost one search by halves
// and what is found.
import type { ZipKeys, ZipSpan } from './zips.ts';

interface Ranged<T> {
  readonly low: string;
  readonly high: string;
  readonly value: T;
}

/** Ranges of one length, by their first code. */
class Ranges<T> {
  private readonly sorted: readonly Ranged<T>[];
  /** The greatest last code of those up to here. */
  private readonly reach: readonly string[];

  constructor(given: readonly Ranged<T>[]) {
    this.sorted = given.toSorted((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : 0));
    let most = '';
    this.reach = this.sorted.map(({ high }) => (most = high > most ? high : most));
  }

  find(key: string, found: (value: T) => void): void {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]!.low <= key) low = middle + 1;
      else high = middle;
    }
    for (let at = low - 1; at >= 0 && this.reach[at]! >= key; at -= 1)
      if (this.sorted[at]!.high >= key) found(this.sorted[at]!.value);
  }
}

export class ZipTable<T> {
  private readonly byBeginning = new Map<number, Map<string, T[]>>();
  private readonly byLength = new Map<number, Ranges<T>>();

  constructor(given: readonly (readonly [span: ZipSpan, value: T])[]) {
    const ranges = new Map<number, Ranged<T>[]>();
    for (const [{ low, high, isPrefix }, value] of given) {
      if (isPrefix) this.add(low, value);
      else {
        const known = ranges.get(low.length) ?? [];
        known.push({ low, high, value });
        ranges.set(low.length, known);
      }
    }
    for (const [length, some] of ranges) this.byLength.set(length, new Ranges(some));
  }

  private add(beginning: string, value: T): void {
    const known = this.byBeginning.get(beginning.length) ?? new Map<string, T[]>();
    this.byBeginning.set(beginning.length, known);
    const values = known.get(beginning);
    if (values === undefined) known.set(beginning, [value]);
    else values.push(value);
  }

  /** Calls `found` for what is kept under the code, twice where two of its spans have it. */
  find({ whole, keys }: ZipKeys, found: (value: T) => void): void {
    for (const key of keys) this.byLength.get(key.length)?.find(key, found);
    for (const [length, values] of this.byBeginning)
      for (const value of values.get(whole.slice(0, length)) ?? []) found(value);
  }
}
