import { addReadGauge, keepReading } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countWaiting } from './mail-store.ts';

/** Registers how many comments wait for a decision, and for how long the oldest has. */
export function addWaitingComments(registry: Registry, { db, keepMs }: { db: Db; keepMs: number }): void {
  const read = keepReading(keepMs, () => countWaiting(db));
  addReadGauge(registry, {
    name: 'catalog_waiting_comments',
    help: 'Comments that need a decision: they wait for an approval, or were reported',
    labels: ['why'],
    read,
    toSamples: ({ waiting, reported }) => [
      { labels: { why: 'approval' }, value: waiting },
      { labels: { why: 'report' }, value: reported },
    ],
  });
  addReadGauge(registry, {
    name: 'catalog_oldest_comment_seconds',
    help: 'Seconds for which the oldest of them has waited; 0 if none waits',
    read,
    toSamples: ({ oldestSeconds }) => [{ value: oldestSeconds }],
  });
}
