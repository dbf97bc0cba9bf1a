import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countPending } from './store.ts';

/** Registers how many videos of teachers wait for an approval, and for how long the oldest has. */
export function addPending(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countPending(db));
  addReadGauge(registry, {
    name: 'catalog_waiting_approvals',
    help: 'Videos of teachers that wait for an approval, or for one of a wider visibility',
    read,
    toSamples: ({ waiting }) => [{ value: waiting }],
  });
  addReadGauge(registry, {
    name: 'catalog_oldest_approval_seconds',
    help: 'Seconds for which the oldest of them has waited; 0 if none waits',
    read,
    toSamples: ({ oldestSeconds }) => [{ value: oldestSeconds }],
  });
}
