// How long operations took: a histogram of fixed size per operation, exact to 1/64 of the value.

const STEPS = 64;
const OCTAVES = 40;

/** Counts durations in buckets that are at most 1/64 of their value wide. */
export class Histogram {
  private readonly buckets = new Uint32Array(STEPS * (OCTAVES + 1));
  private counted = 0;
  private us = 0;

  get count(): number {
    return this.counted;
  }

  /** All durations together, in microseconds. */
  get sumUs(): number {
    return this.us;
  }

  /** Records one duration in microseconds. */
  record(durationUs: number): void {
    const bucket = bucketOf(durationUs);
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.counted += 1;
    this.us += durationUs;
  }

  /**
   * The upper edge, in microseconds, of the bucket of the value that this share of all does not exceed; 0 when empty.
   */
  quantileUs(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.counted));
    let seen = 0;
    for (const [bucket, count] of this.buckets.entries()) {
      seen += count;
      if (seen >= rank) return edgeUs(bucket);
    }
    return 0;
  }
}

/** A histogram for each operation that was called. */
export class Latencies {
  private readonly byOperation = new Map<string, Histogram>();

  record(operation: string, durationUs: number): void {
    const known = this.byOperation.get(operation);
    if (known !== undefined) return known.record(durationUs);
    const histogram = new Histogram();
    this.byOperation.set(operation, histogram);
    histogram.record(durationUs);
  }

  get all(): ReadonlyMap<string, Histogram> {
    return this.byOperation;
  }
}

// Below STEPS a bucket is one microsecond; above, each octave has STEPS buckets.
const bucketOf = (durationUs: number): number => {
  const whole = Math.max(0, Math.ceil(durationUs) - 1);
  if (whole < STEPS) return whole;
  const octave = Math.min(OCTAVES - 1, Math.floor(Math.log2(whole / STEPS)));
  const step = Math.min(STEPS - 1, Math.floor(whole / 2 ** octave) - STEPS);
  return STEPS * (octave + 1) + step;
};

const edgeUs = (bucket: number): number => {
  if (bucket < STEPS) return bucket + 1;
  const octave = Math.floor(bucket / STEPS) - 1;
  return (STEPS + (bucket % STEPS) + 1) * 2 ** octave;
};
