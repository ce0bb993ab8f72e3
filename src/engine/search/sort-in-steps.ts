// A stable merge sort in steps that may stop after each comparison, because comparing two texts with a common beginning
// can take as long as ten thousand comparisons of numbers.
import { SEARCH_WORK } from '../../domain/search/search-work.ts';
import { STEPS, countTested } from './steps.ts';
import type { Steps } from './steps.ts';

/** Items moved and values compared in one step; tests lower both. */
export const SORTING = { stepMax: 4096, valuesMax: 1024 };

/** Counts the work of one step of sorting. */
export class SortStep {
  /** Values compared since the step began. */
  values = 0;
  private workNs = SEARCH_WORK.ns;

  /** Whether enough values were compared. */
  get isSpent(): boolean {
    return this.values >= SORTING.valuesMax || SEARCH_WORK.ns - this.workNs >= STEPS.workNsMax;
  }

  /** Called by compare functions for each value. */
  count(): void {
    this.values += 1;
    countTested(1);
  }

  begin(): void {
    this.values = 0;
    this.workNs = SEARCH_WORK.ns;
  }
}

interface Items<T> {
  readonly length: number;
  [index: number]: T;
}

interface List<T, L> extends Items<T> {
  slice(from?: number, to?: number): L;
}

type Compare<T> = (a: T, b: T) => number;

/** Items sorted by insertion before runs are merged. */
const RUN = 8;

/** Inserts items into their runs, from one place on, for a step. Returns the place to go on from. */
const insertFrom = <T>(items: Items<T>, from: number, compare: Compare<T>, step: SortStep): number => {
  const end = Math.min(from + SORTING.stepMax, items.length);
  let next = from;
  for (; next < end && !step.isSpent; next += 1) {
    const first = next - (next % RUN);
    const item = items[next]!;
    let place = next;
    for (; place > first && compare(items[place - 1]!, item) > 0; place -= 1) items[place] = items[place - 1]!;
    items[place] = item;
  }
  return next;
};

/** Merges pairs of runs of one width into the next wider ones. */
class Merge<T> {
  private readonly source: Items<T>;
  private readonly target: Items<T>;
  private readonly width: number;
  private at = 0;
  private left = 0;
  private right = 0;

  constructor(source: Items<T>, target: Items<T>, width: number) {
    this.source = source;
    this.target = target;
    this.width = width;
  }

  /** Goes on until a step is over; returns whether all is merged. */
  advance(compare: Compare<T>, step: SortStep): boolean {
    const { source, width } = this;
    const { length } = source;
    for (let moves = SORTING.stepMax; moves > 0 && this.at < length && !step.isSpent;) {
      const from = this.at - (this.at % (2 * width));
      const [middle, end] = [Math.min(from + width, length), Math.min(from + 2 * width, length)];
      if (this.at === from) [this.left, this.right] = [from, middle];
      const before = this.at;
      this.move(compare, step, middle, end, Math.min(end, before + moves));
      moves -= this.at - before;
    }
    return this.at >= length;
  }

  /** Moves items of one pair to before `stop`, or until enough values were compared. */
  private move(compare: Compare<T>, step: SortStep, middle: number, end: number, stop: number): void {
    const { source, target } = this;
    let { at, left, right } = this;
    let { values } = step;
    while (at < stop) {
      const takesLeft = left < middle && (right === end || compare(source[left]!, source[right]!) <= 0);
      target[at++] = source[takesLeft ? left++ : right++]!;
      if (step.values === values) continue;
      if (step.isSpent) break;
      values = step.values;
    }
    this.at = at;
    this.left = left;
    this.right = right;
  }
}

/**
 * Sorts `items` in steps: runs first, then pairs of runs, pairs of pairs, and so on. `step`: where `compare` counts
 * what it compares. The result may be another list than `items`.
 */
export function* sortInSteps<T, L extends List<T, L>>(items: L, compare: Compare<T>, step: SortStep): Steps<L> {
  const { length } = items;
  for (let from = 0; from < length;) {
    from = insertFrom<T>(items, from, compare, step);
    if (from < length) yield '';
    step.begin();
  }
  if (length <= RUN) return items;
  let [source, target]: [L, L] = [items, items.slice()];
  for (let width = RUN; width < length; width *= 2) {
    const merge = new Merge<T>(source, target, width);
    while (!merge.advance(compare, step)) {
      yield '';
      step.begin();
    }
    [source, target] = [target, source];
  }
  return source;
}
