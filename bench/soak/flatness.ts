// Whether a series of samples is flat: the slope over the second half of a run, by Theil and Sen (the median of the
// slopes between all pairs), so that neither a warm-up, nor single outliers, nor the teeth of a saw count as growth.
//
// The second half is cut into buckets of equal length, each of which counts with one value: its least one where
// sawtooth shapes are expected (memory before a collection, files before a truncation), else its median. Not promised:
// the teeth of a saw that are longer than a bucket, a twenty-fourth of the run, may look like a slope.
import { median } from '../stats.ts';

export interface Judged {
  readonly name: string;
  readonly unit: string;
  /** What one bucket counts with. */
  readonly bucket: 'least' | 'median';
  /** Growth, in percent of the median per hour, up to which the series is flat. */
  readonly percentPerHourMax: number;
  /** Growth over the judged half, in the series' unit, up to which it is flat whatever the percentage. */
  readonly growthMin: number;
}

export interface Verdict {
  readonly name: string;
  readonly unit: string;
  /** In the series' unit per hour. */
  readonly slopePerHour: number;
  readonly percentPerHour: number;
  /** Slope times the length of the judged half. */
  readonly growth: number;
  readonly median: number;
  readonly flat: boolean;
}

export interface Sample {
  readonly seconds: number;
  /** NaN: not measured in this second. */
  readonly value: number;
}

const BUCKETS = 12;
const HOUR_SECONDS = 3600;

/** One point per bucket that has samples, in the middle of the bucket. */
const bucketed = (samples: readonly Sample[], kind: Judged['bucket']): Sample[] => {
  const [first, last] = [samples[0]!.seconds, samples.at(-1)!.seconds];
  const length = Math.max((last - first) / BUCKETS, Number.MIN_VALUE);
  const values = Array.from({ length: BUCKETS }, (): number[] => []);
  for (const { seconds, value } of samples)
    values[Math.min(BUCKETS - 1, Math.floor((seconds - first) / length))]!.push(value);
  return values.flatMap((own, index) =>
    own.length === 0
      ? []
      : [{ seconds: first + (index + 0.5) * length, value: kind === 'least' ? Math.min(...own) : median(own) }],
  );
};

/** Median of the slopes between all pairs, per second; 0 for fewer than two points. */
export const theilSen = (points: readonly Sample[]): number => {
  const slopes = points.flatMap((from, index) =>
    points.slice(index + 1).map((to) => (to.value - from.value) / (to.seconds - from.seconds)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
};

/** A series of which the second half holds no value is not flat: it was not measured. */
export const judge = (series: Judged, samples: readonly Sample[]): Verdict => {
  const lastSeconds = samples.at(-1)?.seconds ?? 0;
  const half = samples.filter(({ seconds, value }) => seconds >= lastSeconds / 2 && !Number.isNaN(value));
  const { name, unit } = series;
  if (half.length < 2)
    return { name, unit, slopePerHour: NaN, percentPerHour: NaN, growth: NaN, median: NaN, flat: false };
  const points = bucketed(half, series.bucket);
  const perSecond = theilSen(points);
  const middle = median(points.map(({ value }) => value));
  const growth = perSecond * (half.at(-1)!.seconds - half[0]!.seconds);
  const slopePerHour = perSecond * HOUR_SECONDS;
  const percentPerHour = middle === 0 ? (slopePerHour === 0 ? 0 : Infinity) : (slopePerHour / Math.abs(middle)) * 100;
  const flat = growth <= series.growthMin || percentPerHour <= series.percentPerHourMax;
  return { name, unit, slopePerHour, percentPerHour, growth, median: middle, flat };
};
