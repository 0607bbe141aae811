import { Counter, collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client';
import {
  type CounterName,
  type HistogramName,
  type LabelsOf,
  type MetricDefinition,
  metricTable,
  type ReadableName,
} from './metric-table.js';

/** A value of a metric that is read when it is scraped. */
interface Sample<Name extends ReadableName> {
  labels: LabelsOf<Name>;
  value: number;
}

/**
 * Reads the values of a metric: one number if it has no labels, otherwise a sample per combination of labels. Without a
 * value, the metric is absent from the scrape.
 */
type ReadMetric<Name extends ReadableName> = () => Reading<Name> | Promise<Reading<Name>>;

type Reading<Name extends ReadableName> = number | readonly Sample<Name>[] | null | undefined;

/** The metrics of a process. */
export interface Metrics {
  /** Media type of `print`. */
  contentType: string;
  /** Adds to a counter. */
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, value?: number): void;
  /** Adds a value to a histogram. */
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Makes a metric read its values when it is scraped. If `read` fails, the metric is absent. */
  read<Name extends ReadableName>(name: Name, read: ReadMetric<Name>): void;
  /** Returns all metrics in the text format of Prometheus. Concurrent calls share one result. Never rejects. */
  print(): Promise<string>;
}

/** Creates the metrics of a process, including those of Node that `prom-client` measures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  let printing: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    count: (name, labels, value = 1) =>
      getOrCreate(counters, name, () => createCounter(registry, name)).inc(labels, value),
    observe: (name, labels, value) =>
      getOrCreate(histograms, name, () => createHistogram(registry, name)).observe(labels, value),
    read: (name, read) => registry.registerMetric(createReader(name, read)),
    print() {
      printing ??= registry.metrics().finally(() => {
        printing = undefined;
      });
      return printing;
    },
  };
}

function getOrCreate<Value>(values: Map<string, Value>, name: string, create: () => Value): Value {
  const known = values.get(name);
  if (known !== undefined) return known;
  const created = create();
  values.set(name, created);
  return created;
}

function createCounter(registry: Registry, name: CounterName): Counter {
  const { help, labels } = metricTable[name];
  return new Counter({ name, help, labelNames: labels, registers: [registry] });
}

function createHistogram(registry: Registry, name: HistogramName): Histogram {
  const { help, labels, buckets } = metricTable[name];
  return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] });
}

/** Creates a metric of the registry that has no state: each scrape reads its values. */
function createReader<Name extends ReadableName>(name: Name, read: ReadMetric<Name>): Metric {
  const { type, help }: MetricDefinition = metricTable[name];
  const get = async () => ({ name, help, type, values: await readValues(read), aggregator: 'sum' });
  return { name, get } as unknown as Metric;
}

async function readValues<Name extends ReadableName>(read: ReadMetric<Name>): Promise<readonly object[]> {
  try {
    const values = (await read()) ?? [];
    return typeof values === 'number' ? [{ labels: {}, value: values }] : values;
  } catch {
    return [];
  }
}
