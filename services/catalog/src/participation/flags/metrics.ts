import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../../db/tables.ts';
import { countOpen } from './store.ts';

/** Registers how many flags of songs nobody has closed, and for how long the oldest has been open; without those of nests. */
export function addFlags(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countOpen(db, null));
  addReadGauge(registry, {
    name: 'catalog_open_flags',
    help: 'Flags of songs that nobody has closed, without those of nests',
    read,
    toSamples: ({ open }) => [{ value: open }],
  });
  addReadGauge(registry, {
    name: 'catalog_oldest_flag_seconds',
    help: 'Seconds for which the oldest of them has been open; 0 if none is',
    read,
    toSamples: ({ oldestSeconds }) => [{ value: oldestSeconds }],
  });
}
