import { Counter, Gauge, type Registry } from 'prom-client';

import type { ObjectCache } from './object-cache.ts';

/** Returns the counter of objects by whether they were in memory. */
export function createObjectCounter(registry: Registry): Counter<'result'> {
  const counter = new Counter({
    name: 'gateway_stream_objects_total',
    help: 'Requested objects of videos, by whether they were in memory (hit) or not (miss)',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['hit', 'miss']) counter.inc({ result }, 0);
  return counter;
}

/** Registers the gauges of the memory that objects take. */
export function registerCacheGauge(registry: Registry, objects: ObjectCache): void {
  const held: Gauge = new Gauge({
    name: 'gateway_stream_held_bytes',
    help: 'Bytes of objects of videos in memory, with those that clients are being sent',
    registers: [],
    collect: (): void => held.set(objects.heldBytes()),
  });
  registry.registerMetric(held);
  const gauge: Gauge = new Gauge({
    name: 'gateway_stream_cache_bytes',
    help: 'Bytes of objects of videos in memory',
    registers: [],
    collect: (): void => gauge.set(objects.sizeBytes()),
  });
  registry.registerMetric(gauge);
}
