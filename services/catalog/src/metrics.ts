import { addReadGauge, KEEP_READINGS_MS } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { Registry } from 'prom-client';

import { addPending } from './approvals/metrics.ts';
import { addWaitingComments } from './comments/metrics.ts';
import type { Db } from './db/tables.ts';
import { addFlags } from './participation/flags/metrics.ts';
import { createPlaybackMetrics, type PlaybackMetrics } from './library/playbacks/metrics.ts';
import { addDueDocuments } from './library/search/metrics.ts';
import { createLinkMetrics, type LinkMetrics } from './list-links/metrics.ts';
import { createNestMetrics, type NestMetrics } from './nests/metrics.ts';
import { addSongLists } from './song-lists/metrics.ts';
import { addSuggestions } from './participation/suggestions/metrics.ts';
import { addTotals } from './totals/metrics.ts';
import { createTranscodingMetrics, type TranscodingMetrics } from './transcoding/metrics.ts';
import type { WakeUpQueues } from './transcoding/wake-ups/relay.ts';
import { createUploadMetrics, type UploadMetrics } from './uploads/metrics.ts';

export interface Metrics {
  registry: Registry;
  transcoding: TranscodingMetrics;
  uploads: UploadMetrics;
  links: LinkMetrics;
  nests: NestMetrics;
  playbacks: PlaybackMetrics;
}

/**
 * Registers catalog's own metrics: its library, its storage, uploads, transcoding, and lists with their links. Gauges are read at each scrape, and
 * kept for `keepMs`, 15 s by default. Every catalog reports the same state of the database, so add up no gauges.
 */
export function createMetrics(
  registry: Registry,
  deps: { db: Db; queues: WakeUpQueues; storage: Storage; keepMs?: number | undefined },
): Metrics {
  const kept = { ...deps, keepMs: deps.keepMs ?? KEEP_READINGS_MS };
  addQueueDepth(registry, deps.queues);
  addTotals(registry, kept);
  addDueDocuments(registry, kept);
  addPending(registry, kept);
  addWaitingComments(registry, kept);
  addSongLists(registry, kept);
  addFlags(registry, kept);
  addSuggestions(registry, kept);
  return {
    registry,
    transcoding: createTranscodingMetrics(registry, kept),
    uploads: createUploadMetrics(registry, kept),
    links: createLinkMetrics(registry, kept),
    nests: createNestMetrics(registry, kept),
    playbacks: createPlaybackMetrics(registry),
  };
}

const LANES = ['heavy', 'light'] as const;

function addQueueDepth(registry: Registry, queues: WakeUpQueues): void {
  addReadGauge(registry, {
    name: 'transcode_queue_depth',
    help: 'Queued wake-ups by lane',
    labels: ['lane'],
    read: () => Promise.all(LANES.map((lane) => queues[lane].depth())),
    toSamples: (depths) => depths.map((value, index) => ({ labels: { lane: LANES[index] ?? '' }, value })),
  });
}
