import type { Storage } from '@larksong/service-kit/storage';
import { Gauge, Registry } from 'prom-client';

import type { Db } from './db/tables.ts';
import { createTranscodingMetrics, type TranscodingMetrics } from './transcoding/metrics.ts';
import type { WakeUpQueues } from './transcoding/wake-ups/relay.ts';

export interface Metrics {
  registry: Registry;
  transcoding: TranscodingMetrics;
}

/**
 * Creates catalog's own metrics: the depth of its queues, the free space of storage, and those of transcoding. Gauges are
 * read at each scrape.
 */
export function createMetrics(deps: { db: Db; queues: WakeUpQueues; storage: Storage }): Metrics {
  const registry = new Registry();
  addQueueDepth(registry, deps.queues);
  addFreeSpace(registry, deps.storage);
  return { registry, transcoding: createTranscodingMetrics(registry, deps.db) };
}

function addQueueDepth(registry: Registry, queues: WakeUpQueues): void {
  const depth = new Gauge({
    name: 'transcode_queue_depth',
    help: 'Queued wake-ups by lane',
    labelNames: ['lane'],
    registers: [registry],
    async collect() {
      for (const lane of ['heavy', 'light'] as const) {
        const count = await queues[lane].depth().catch(() => Number.NaN);
        depth.set({ lane }, count);
      }
    },
  });
}

function addFreeSpace(registry: Registry, storage: Storage): void {
  const free = new Gauge({
    name: 'storage_free_bytes',
    help: 'Free space of object storage; NaN if unknown',
    registers: [registry],
    async collect() {
      free.set((await storage.freeBytes()) ?? Number.NaN);
    },
  });
}
