// What the guard holds: one table of ratios to the baseline, and how a ratio is judged by the rounds that gave it.
import { median } from '../stats.ts';

/** The ratio that a figure has today, which the guard holds, and the one that is wanted. */
interface Held {
  readonly today: number;
  readonly target: number;
}

/** CPU time for an operation: of the deciding thread, and of the whole process. */
export interface Limits {
  readonly deciding: Held;
  readonly process: Held;
}

/** Ratios to commit b223eed. A change that lowers a figure lowers `today` with it. */
export const HELD: { readonly [figure: string]: Limits } = {
  product_hot: { deciding: { today: 1.08, target: 0.8 }, process: { today: 1.09, target: 0.9 } },
  category: { deciding: { today: 0.78, target: 0.8 }, process: { today: 0.79, target: 0.9 } },
  search: { deciding: { today: 0.75, target: 1 }, process: { today: 0.86, target: 0.9 } },
  cart: { deciding: { today: 1.11, target: 0.75 }, process: { today: 1.15, target: 0.9 } },
  add_to_cart: { deciding: { today: 1.41, target: 0.75 }, process: { today: 1.38, target: 0.9 } },
  order_details: { deciding: { today: 0.93, target: 0.75 }, process: { today: 1, target: 0.9 } },
  checkout: { deciding: { today: 1.42, target: 0.8 }, process: { today: 1.5, target: 0.9 } },
  start: { deciding: { today: 0.96, target: 1 }, process: { today: 0.93, target: 0.9 } },
};

/** Microseconds of one round on the baseline and on the subject, one after the other. */
export interface Pair {
  readonly base: number;
  readonly now: number;
}

/** `noise`: half of the range in which the median lies with 19 chances of 20, as a share of the median. */
export interface Figure {
  readonly baseUs: number;
  readonly nowUs: number;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly noise: number;
}

export type Verdict = 'target' | 'held' | 'missed' | 'unknown';

/** Two processes of the same build differ by a 25th: where their code and data lie in the caches. */
export const SLACK = 1.04;
/** Above it the rounds of a figure differ too much to tell. */
const NOISE_MAX = 0.08;
/** With fewer rounds no range says anything. */
export const ROUNDS_MIN = 5;

/** Returns the figure of paired rounds: the median of their ratios, and the range it lies in. */
export const figureOf = (pairs: readonly Pair[]): Figure => {
  const ratios = pairs.map(({ base, now }) => now / base).toSorted((a, b) => a - b);
  const outer = Math.max(0, Math.floor(ratios.length / 2 - 0.98 * Math.sqrt(ratios.length)));
  const ratio = median(ratios);
  const [low, high] = [ratios[outer] ?? Number.NaN, ratios[ratios.length - 1 - outer] ?? Number.NaN];
  const of = (pick: (pair: Pair) => number): number => median(pairs.map(pick));
  const [baseUs, nowUs] = [of(({ base }) => base), of(({ now }) => now)];
  return { baseUs, nowUs, ratio, low, high, noise: (high - low) / 2 / ratio };
};

/** Returns whether a figure is surely above `limit`, surely not, or differs too much between rounds to tell. */
export const verdictOf = (
  { ratio, low, high, noise }: Figure,
  limit: number,
  target: number,
  rounds: number,
): Verdict => {
  if (rounds < ROUNDS_MIN || Number.isNaN(ratio)) return 'unknown';
  if (low > limit) return 'missed';
  if (noise > NOISE_MAX && high > limit) return 'unknown';
  return ratio <= target ? 'target' : 'held';
};
