import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../../db/tables.ts';
import { countDueDocuments } from './store.ts';

/** Registers the number of search documents that the loop has still to write. */
export function addDueDocuments(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countDueDocuments(db));
  addReadGauge(registry, {
    name: 'catalog_due_search_documents',
    help: 'Videos whose search document is missing or was written for another language',
    read,
    toSamples: (value) => [{ value }],
  });
}
