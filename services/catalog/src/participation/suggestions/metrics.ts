import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../../db/tables.ts';
import { countAllWaiting } from './store.ts';

/** Registers how many songs that were suggested for lists wait for a decision. */
export function addSuggestions(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  addReadGauge<number>(registry, {
    name: 'catalog_waiting_suggestions',
    help: 'Songs that were suggested for lists and wait for a decision',
    read: keepReading(keepMs, () => countAllWaiting(db)),
    toSamples: (value) => [{ value }],
  });
}
