// What the figures are made of: a latency histogram with fixed error, and the median that decides.

const SUB_BITS = 6;
const SUB = 1 << SUB_BITS;
/** 2^31 µs is 36 minutes: more than any run lasts. */
const BINS = SUB * 28;

/** Counts microseconds in bins at most 1.6 % wide: no allocation, no sorting, any number of samples. */
export class Histogram {
  readonly #bins = new Float64Array(BINS);
  count = 0;
  maxUs = 0;

  record(us: number): void {
    const whole = us < 0 ? 0 : us | 0;
    const shift = whole < 2 * SUB ? 0 : 31 - SUB_BITS - Math.clz32(whole);
    const bin = (shift << SUB_BITS) + (whole >> shift);
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.count += 1;
    if (us > this.maxUs) this.maxUs = us;
  }

  /** The upper edge of the bin that holds the share q (0 to 1) of the samples; 0 when there is none. */
  quantileUs(q: number): number {
    let left = Math.ceil(q * this.count);
    if (left <= 0) return 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      left -= this.#bins[bin] ?? 0;
      if (left <= 0) return Math.min(upperEdge(bin), this.maxUs);
    }
    return this.maxUs;
  }

  summary(): Latency {
    return {
      count: this.count,
      p50Us: this.quantileUs(0.5),
      p99Us: this.quantileUs(0.99),
      p999Us: this.quantileUs(0.999),
      maxUs: this.maxUs,
    };
  }
}

/** What is kept of a histogram when it leaves its process. */
export interface Latency {
  readonly count: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly maxUs: number;
}

function upperEdge(bin: number): number {
  if (bin < 2 * SUB) return bin + 1;
  const shift = (bin >> SUB_BITS) - 1;
  return (bin - (shift << SUB_BITS) + 1) * 2 ** shift;
}

/** The middle one; of an even number the mean of the two in the middle. NaN when there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Of values in ascending order, by a share from 0 to 1. NaN when there is none. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** Marsaglia's xorshift32: the same seed gives the same traffic on every machine. */
export function seeded(seed: number): () => number {
  let state = seed | 0 || 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
