import cookie from '@fastify/cookie';
import type { Call } from '@larksong/contracts';
import {
  addBinaryBodies,
  buildServer,
  checkDatabase,
  createKeyedMutex,
  createRegister,
  type Authentication,
  type Logger,
  type SessionDirectory,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';

import { registerCaptions } from './captions/routes.ts';
import { registerDashboard } from './dashboard/routes.ts';
import type { Db } from './db/schema.ts';
import { registerEditing } from './editing/routes.ts';
import { registerListings } from './listings/routes.ts';
import { registerNotices } from './notices/routes.ts';
import { registerOpinions } from './opinions/routes.ts';
import { registerRelated } from './related/routes.ts';
import { registerRetry } from './retry/routes.ts';
import { registerStreaming } from './streaming/routes.ts';
import type { StreamCookies } from './streaming/stream-cookie.ts';
import { registerTags } from './tags/routes.ts';
import { registerThumbnails } from './thumbnails/routes.ts';
import type { WakeUpQueues } from './wake-ups/relay.ts';
import { registerUnits } from './units/routes.ts';
import { createHoldSpace } from './uploads/free-space.ts';
import { registerUploads } from './uploads/routes.ts';
import { findDisplayName } from './uploads/uploader-names.ts';
import { registerVideos } from './videos/routes.ts';
import type { ViewLimits } from './views/limit-views.ts';
import { registerViews } from './views/routes.ts';
import type { ViewerKeys } from './views/viewer-key.ts';

export interface AppDeps {
  db: Db;
  storage: Storage;
  queues: WakeUpQueues;
  authentication: Authentication;
  sessions: SessionDirectory;
  cookies: StreamCookies;
  viewerKeys: ViewerKeys;
  auth: Call;
  logger: Logger;
  internalToken: string;
  maxUploadBytes: number;
  uploadStallSeconds: number;
  uploadExpiryHours: number;
  minFreeBytes: number;
  uploadReservationSeconds: number;
  viewLimits: ViewLimits;
  /** Told when units may have become due, when a video was deleted, and when an attempt left objects to sweep. */
  onDue: () => void;
  onDeleted: (videoId: string) => void;
  onAbandoned: () => void;
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, storage, logger } = deps;
  const metrics = new Registry();
  addQueueMetrics(metrics, deps.queues);
  addStorageMetrics(metrics, storage);
  const app = buildServer({
    name: 'catalog',
    logger,
    metrics,
    requestTimeoutMs: 0, // uploads take their time and are watched for stalls
    checks: { postgres: () => checkDatabase(db), storage: () => storage.check() },
  });
  await app.register(cookie);
  addBinaryBodies(app);
  const register = createRegister(app, {
    authentication: deps.authentication,
    internalToken: deps.internalToken,
  });
  registerListings(register, deps);
  registerVideos(register, deps);
  registerRelated(register, deps);
  const mutex = createKeyedMutex();
  registerOpinions(register, { ...deps, mutex });
  registerViews(register, { ...deps, mutex });
  registerTags(register, deps);
  registerEditing(register, deps);
  await registerUploads(app, register, {
    ...deps,
    holdSpace: createHoldSpace(deps),
    stallSeconds: deps.uploadStallSeconds,
    findDisplayName: (userId) => findDisplayName(deps.auth, userId),
  });
  registerCaptions(register, deps);
  registerThumbnails(register, deps);
  registerRetry(register, deps);
  registerNotices(register, deps);
  registerDashboard(register, deps);
  registerUnits(register, { ...deps, mutex });
  registerStreaming(app, deps);
  return app;
}

function addQueueMetrics(metrics: Registry, queues: WakeUpQueues): void {
  const depth = new Gauge({
    name: 'transcode_queue_depth',
    help: 'Wake-ups that wait, by lane',
    labelNames: ['lane'],
    registers: [metrics],
    async collect() {
      for (const lane of ['heavy', 'light'] as const) {
        const count = await queues[lane].depth().catch(() => Number.NaN);
        depth.set({ lane }, count);
      }
    },
  });
}

function addStorageMetrics(metrics: Registry, storage: Storage): void {
  const free = new Gauge({
    name: 'storage_free_bytes',
    help: 'Space that object storage has left; not a number where nobody can say',
    registers: [metrics],
    async collect() {
      free.set((await storage.freeBytes()) ?? Number.NaN);
    },
  });
}
