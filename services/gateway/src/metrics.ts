import { Registry } from 'prom-client';

import { createRecordRejection, type RecordRejection } from './guard/refusals.ts';

export interface Metrics {
  registry: Registry;
  recordRejection: RecordRejection;
}

/** Returns the gateway's own metrics: rejected requests by limit. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return { registry, recordRejection: createRecordRejection(registry) };
}
