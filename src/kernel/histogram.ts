// How often values fell into which range, as Prometheus counts them: cheap enough for every call.

/** From 100 µs to 10 s, in seconds: calls, commits and waits. */
export const SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

export class Histogram {
  /** Upper bounds of the ranges, ascending; a last range has none. */
  readonly bounds: readonly number[];
  /** Values in each range. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = [...bounds, Infinity].map(() => 0);
  }

  observe(value: number, times = 1): void {
    const { bounds, counts } = this;
    let range = 0;
    while (range < bounds.length && value > bounds[range]!) range += 1;
    counts[range]! += times;
    this.sum += value * times;
  }
}
