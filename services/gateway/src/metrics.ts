import { Registry } from 'prom-client';

import { createRecordNestRefusal, type RecordNestRefusal } from './guard/nest.ts';
import { createRecordRejection, type RecordRejection } from './guard/refusals.ts';

export interface Metrics {
  registry: Registry;
  recordRejection: RecordRejection;
  recordNestRefusal: RecordNestRefusal;
}

/** Returns the gateway's own metrics: rejected requests by limit, and what was refused to nests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    recordRejection: createRecordRejection(registry),
    recordNestRefusal: createRecordNestRefusal(registry),
  };
}
