// Figures of the process: what Prometheus would read, with differences between two readings worked out here.
import { numberOf } from '../wire-number.ts';
import { ask } from './call.ts';

interface Sample {
  readonly value: number;
  readonly labels: { readonly [name: string]: string | number };
  readonly metricName?: string;
}

export interface ShownSetting {
  readonly title: string;
  readonly setting: string;
  readonly value: unknown;
  readonly unit: string;
  readonly default: unknown;
  /** Where it comes from: flag, environment, file, default. */
  readonly from: string;
}

/** Whether the setting differs from its default. */
export const isChanged = ({ value, default: standard }: ShownSetting): boolean =>
  JSON.stringify(value) !== JSON.stringify(standard);

interface EngineFigures {
  readonly object: 'engine_figures';
  readonly version: string;
  readonly at_ms: number;
  readonly metrics: readonly { readonly name: string; readonly values: readonly Sample[] }[];
  readonly settings: readonly ShownSetting[];
}

/** Cumulative counts: upper bounds in ascending order, the last one infinite, and how many were at most that. */
export type Buckets = ReadonlyMap<number, number>;

export class Reading {
  readonly atMs: number;
  readonly version: string;
  readonly settings: readonly ShownSetting[];
  private readonly samples = new Map<string, readonly Sample[]>();

  constructor({ at_ms: atMs, version, settings, metrics }: EngineFigures) {
    this.atMs = atMs;
    this.version = version;
    this.settings = settings;
    for (const { name, values } of metrics) this.samples.set(name, values);
  }

  /** Sum of all values of a series; 0 if there is none. */
  sum(name: string, isWanted: (labels: Sample['labels']) => boolean = () => true): number {
    const wanted = (this.samples.get(name) ?? []).filter(({ labels }) => isWanted(labels));
    return wanted.reduce((sum, { value }) => sum + value, 0);
  }

  labelsOf(name: string, label: string): readonly string[] {
    return [...new Set((this.samples.get(name) ?? []).map(({ labels }) => String(labels[label] ?? '')))];
  }

  part(name: string, part: 'sum' | 'count', isWanted: (labels: Sample['labels']) => boolean = () => true): number {
    const wanted = (this.samples.get(name) ?? []).filter(
      ({ metricName, labels }) => metricName === `${name}_${part}` && isWanted(labels),
    );
    return wanted.reduce((sum, { value }) => sum + value, 0);
  }

  buckets(name: string, isWanted: (labels: Sample['labels']) => boolean): Buckets {
    const counts = new Map<number, number>();
    for (const { metricName, value, labels } of this.samples.get(name) ?? []) {
      if (metricName !== `${name}_bucket` || !isWanted(labels)) continue;
      const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : numberOf(String(labels['le'] ?? ''));
      counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return counts;
  }
}

/**
 * The value that this share of what was counted between two readings does not exceed, interpolated within its range as
 * Prometheus does; undefined: nothing was counted.
 */
export const quantile = (share: number, buckets: Buckets, before?: Buckets): number | undefined => {
  const ranges = [...buckets].map(([bound, count]) => [bound, count - (before?.get(bound) ?? 0)] as const);
  ranges.sort(([a], [b]) => a - b);
  const whole = ranges.at(-1)?.[1] ?? 0;
  if (whole <= 0) return undefined;
  const rank = share * whole;
  const at = ranges.findIndex(([, count]) => count >= rank);
  const [bound, count] = ranges[at]!;
  const [lower, below] = ranges[at - 1] ?? [0, 0];
  if (bound === Number.POSITIVE_INFINITY) return lower;
  return lower + ((bound - lower) * (rank - below)) / Math.max(1, count - below);
};

export const readEngine = async (signal: AbortSignal): Promise<Reading> =>
  new Reading((await ask('/admin/engine', {}, signal)) as EngineFigures);
