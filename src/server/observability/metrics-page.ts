// The page /metrics, in the format of Prometheus.
//
// What changes with every call is counted by the parts themselves, in plain numbers and histograms, and read here when
// the page is asked for: labels are looked up once a scrape and not once a call.
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Metric, MetricObject, MetricType } from 'prom-client';
import type { Histogram } from '../../kernel/histogram.ts';

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
}

/** Returns one sample for each value, labelled with its name. */
export const by = (label: string, values: Iterable<readonly [string, number]>): readonly Sample[] =>
  [...values].map(([name, value]) => ({ value, labels: { [label]: name } }));

export interface HistogramSample {
  readonly histogram: Histogram;
  readonly labels?: Labels;
}

interface Series {
  readonly name: string;
  /** What it tells, with its unit. */
  readonly help: string;
  /** Names of its labels, each with the values that it has; '' where the name says them. */
  readonly labels?: Labels;
}

export interface DeclaredSeries extends Series {
  readonly type: `${MetricType}`;
}

interface Value extends Labelled {
  readonly metricName?: string;
}

interface Labelled {
  readonly value: number;
  readonly labels: Labels;
}

/** A histogram as Prometheus has it: each range counts the ranges below it, too. */
const valuesOf = (name: string, { histogram, labels = {} }: HistogramSample): Value[] => {
  let below = 0;
  const buckets = histogram.counts.map((count, range): Value => {
    below += count;
    const le = String(histogram.bounds[range] ?? '+Inf');
    return { metricName: `${name}_bucket`, value: below, labels: { ...labels, le } };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, value: histogram.sum, labels },
    { metricName: `${name}_count`, value: below, labels },
  ];
};

export class MetricsPage {
  /** In the order of the page; docs/reference/metrics.md is written from them. */
  readonly declared: DeclaredSeries[] = [];
  private readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter(series: Series, read: () => readonly Sample[] | number): void {
    this.add(series, 'counter', () => samplesOf(read()));
  }

  gauge(series: Series, read: () => readonly Sample[] | number | Promise<readonly Sample[]>): void {
    this.add(series, 'gauge', async () => samplesOf(await read()));
  }

  histogram(series: Series, read: () => readonly HistogramSample[]): void {
    this.add(series, 'histogram', () => read().flatMap((sample) => valuesOf(series.name, sample)));
  }

  /** The text of the page and its content type. */
  async text(): Promise<readonly [text: string, contentType: string]> {
    return [await this.registry.metrics(), this.registry.contentType];
  }

  /** The same as JSON: series with their values. */
  async json(): Promise<readonly MetricObject[]> {
    return this.registry.getMetricsAsJSON();
  }

  private add(series: Series, type: `${MetricType}`, read: () => readonly Value[] | Promise<readonly Value[]>): void {
    this.declared.push({ ...series, type });
    const { name, help } = series;
    const metric = {
      name,
      help,
      type,
      aggregator: 'sum',
      get: async () => ({ name, help, type, aggregator: 'sum', values: await read() }),
      reset: () => {},
    };
    this.registry.registerMetric(metric as unknown as Metric);
  }
}

const samplesOf = (read: readonly Sample[] | number): Labelled[] =>
  typeof read === 'number' ? [{ value: read, labels: {} }] : read.map(({ value, labels = {} }) => ({ value, labels }));
