// Finds what is kept under spans of postal codes without looking at each: of ten thousand ranges a search reads one
// block, and the last codes of the others. Spans come and go one by one, each for some microseconds.
import { countBefore } from './by-halves.ts';
import type { ZipKeys, ZipSpan } from './zips.ts';

interface Ranged<T> {
  readonly low: string;
  readonly high: string;
  readonly value: T;
}

/** Ranges above which a block is split; tests lower it. */
export const ZIP_BLOCKS = { max: 256 };

/** Neighbouring ranges. */
class Block<T> {
  readonly ranges: Ranged<T>[];
  /** The greatest last code. */
  reach = '';

  constructor(ranges: Ranged<T>[]) {
    this.ranges = ranges;
    this.measure();
  }

  get low(): string {
    return this.ranges[0]!.low;
  }

  measure(): void {
    this.reach = '';
    for (const { high } of this.ranges) if (high > this.reach) this.reach = high;
  }

  /** How many ranges begin at a code or before it. */
  upTo(key: string): number {
    const { ranges } = this;
    return countBefore(ranges.length, (place) => ranges[place]!.low <= key);
  }
}

/** Ranges of one length, by their first code. */
class Ranges<T> {
  private readonly blocks: Block<T>[] = [];

  add(range: Ranged<T>): void {
    const at = Math.max(0, this.lastUpTo(range.low));
    const block = this.blocks[at];
    if (block === undefined) return void this.blocks.push(new Block([range]));
    block.ranges.splice(block.upTo(range.low), 0, range);
    if (range.high > block.reach) block.reach = range.high;
    if (block.ranges.length <= ZIP_BLOCKS.max) return;
    this.blocks.splice(at + 1, 0, new Block(block.ranges.splice(ZIP_BLOCKS.max >>> 1)));
    block.measure();
  }

  remove({ low, high, value }: Ranged<T>): void {
    for (let at = this.lastUpTo(low); at >= 0; at -= 1) {
      const block = this.blocks[at]!;
      const { ranges } = block;
      for (let place = block.upTo(low) - 1; place >= 0 && ranges[place]!.low === low; place -= 1) {
        if (ranges[place]!.high !== high || ranges[place]!.value !== value) continue;
        ranges.splice(place, 1);
        if (ranges.length === 0) this.blocks.splice(at, 1);
        else if (high === block.reach) block.measure();
        return;
      }
    }
  }

  find(key: string, found: (value: T) => void): void {
    for (let at = this.lastUpTo(key); at >= 0; at -= 1) {
      const block = this.blocks[at]!;
      if (block.reach < key) continue;
      const { ranges } = block;
      for (let place = block.upTo(key) - 1; place >= 0; place -= 1)
        if (ranges[place]!.high >= key) found(ranges[place]!.value);
    }
  }

  /** The last block that begins at a code or before it; −1: none. */
  private lastUpTo(key: string): number {
    const { blocks } = this;
    return countBefore(blocks.length, (place) => blocks[place]!.low <= key) - 1;
  }
}

export class ZipTable<T> {
  private readonly byBeginning = new Map<number, Map<string, T[]>>();
  private readonly byLength = new Map<number, Ranges<T>>();

  add({ low, high, isPrefix }: ZipSpan, value: T): void {
    if (isPrefix) return this.addBeginning(low, value);
    const known = this.byLength.get(low.length) ?? new Ranges();
    this.byLength.set(low.length, known);
    known.add({ low, high, value });
  }

  private addBeginning(beginning: string, value: T): void {
    const known = this.byBeginning.get(beginning.length) ?? new Map<string, T[]>();
    this.byBeginning.set(beginning.length, known);
    const values = known.get(beginning);
    if (values === undefined) known.set(beginning, [value]);
    else values.push(value);
  }

  /** Takes back what `add` got. */
  remove({ low, high, isPrefix }: ZipSpan, value: T): void {
    if (!isPrefix) return this.byLength.get(low.length)?.remove({ low, high, value });
    const known = this.byBeginning.get(low.length);
    const values = known?.get(low);
    if (values === undefined || !values.includes(value)) return;
    values.splice(values.indexOf(value), 1);
    if (values.length === 0) known!.delete(low);
    if (known!.size === 0) this.byBeginning.delete(low.length);
  }

  /** Calls `found` for what is kept under the code, twice where two of its spans have it. */
  find({ whole, keys }: ZipKeys, found: (value: T) => void): void {
    for (const key of keys) this.byLength.get(key.length)?.find(key, found);
    for (const [length, values] of this.byBeginning)
      for (const value of values.get(whole.slice(0, length)) ?? []) found(value);
  }
}
