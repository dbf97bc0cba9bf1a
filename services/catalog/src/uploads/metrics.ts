import { addReadGauge, AppError, keepReading } from '@larksong/service-kit';
import { Counter, type Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countActiveUploads } from './store.ts';

/** Counts uploads by outcome. */
export interface UploadMetrics {
  received: (sizeBytes: number) => void;
  /** An upload became a video. */
  accepted: () => void;
  /** Runs one call of an upload and counts its failure by code. */
  watch: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Codes that are counted from the start, so that an alert sees the first one. */
const EXPECTED = ['STORAGE_FULL', 'TOO_BUSY', 'PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED'] as const;

/** Registers the metrics of uploads. */
export function createUploadMetrics(
  registry: Registry,
  { db, keepMs }: { db: Db; keepMs: number },
): UploadMetrics {
  const registers = [registry];
  const bytes = new Counter({
    name: 'catalog_uploaded_bytes_total',
    help: 'Bytes of videos received to be stored',
    registers,
  });
  const accepted = new Counter({
    name: 'catalog_uploads_accepted_total',
    help: 'Uploads that became videos',
    registers,
  });
  const refused = new Counter({
    name: 'catalog_uploads_refused_total',
    help: 'Calls of uploads that failed, by code',
    labelNames: ['code'],
    registers,
  });
  for (const code of EXPECTED) refused.inc({ code }, 0);
  addActiveUploads(registry, { db, keepMs });
  return {
    received: (sizeBytes) => bytes.inc(sizeBytes),
    accepted: () => accepted.inc(),
    async watch(work) {
      try {
        return await work();
      } catch (error) {
        refused.inc({ code: error instanceof AppError ? error.code : 'INTERNAL' });
        throw error;
      }
    },
  };
}

function addActiveUploads(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countActiveUploads(db));
  addReadGauge(registry, {
    name: 'catalog_active_uploads',
    help: 'Uploads that have received something within the last minute',
    read,
    toSamples: (value) => [{ value }],
  });
}
