import { Gauge, type Registry } from 'prom-client';

import { within } from '../limits/within.ts';

/** Longest wait for a reading, so that a scrape succeeds while Postgres or Redis is silent. */
const LIMIT_MS = 2000;

/** One value of a gauge with its labels. */
interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/**
 * Registers a gauge that is read at each scrape. If the reading fails or takes more than 2 s, it has no values, so that an
 * outage is not taken for a zero.
 */
export function addReadGauge<T>(
  registry: Registry,
  options: {
    name: string;
    help: string;
    labels?: readonly string[];
    read: () => Promise<T>;
    toSamples: (reading: T) => Sample[];
  },
): void {
  const gauge = new Gauge({
    name: options.name,
    help: options.help,
    labelNames: options.labels ?? [],
    registers: [registry],
    async collect() {
      const samples = await within(LIMIT_MS, options.read()).then(options.toSamples, () => []);
      gauge.reset();
      if (options.labels === undefined && samples.length === 0) gauge.set(Number.NaN); // `reset` set it to 0
      for (const { labels = {}, value } of samples) gauge.set(labels, value);
    },
  });
}
