import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { readTotals } from './store.ts';

/** Registers the number of videos by state, and the used and the free space of storage. */
export function addTotals(
  registry: Registry,
  { db, storage, keepMs }: { db: Db; storage: Storage; keepMs: number },
): void {
  const read = keepReading(keepMs, () => readTotals(db));
  addReadGauge(registry, {
    name: 'catalog_videos',
    help: 'Videos by state',
    labels: ['state'],
    read,
    toSamples: ({ videos }) => Object.entries(videos).map(([state, value]) => ({ labels: { state }, value })),
  });
  addReadGauge(registry, {
    name: 'storage_used_bytes',
    help: 'Bytes of stored objects: uploaded files (source) and what is made of them to be watched (segment)',
    labels: ['kind'],
    read,
    toSamples: ({ bytes }) => Object.entries(bytes).map(([kind, value]) => ({ labels: { kind }, value })),
  });
  addReadGauge(registry, {
    name: 'storage_free_bytes',
    help: 'Free space of object storage; NaN if unknown',
    read: () => storage.freeBytes(),
    toSamples: (bytes) => [{ value: bytes ?? Number.NaN }],
  });
}
