import cookie from '@fastify/cookie';
import type { Call } from '@larksong/contracts';
import {
  buildServer,
  checkDatabase,
  createRegister,
  type Authentication,
  type Logger,
  type SessionDirectory,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';

import { registerDashboard } from './dashboard/routes.ts';
import type { Db } from './db/schema.ts';
import { registerStreaming } from './streaming/routes.ts';
import type { StreamCookies } from './streaming/stream-cookie.ts';
import type { WakeUpQueues } from './wake-ups/relay.ts';
import { registerUnits } from './units/routes.ts';
import { registerUploads } from './uploads/routes.ts';
import { findDisplayName } from './uploads/uploader-names.ts';
import { registerVideos } from './videos/routes.ts';

export interface AppDeps {
  db: Db;
  storage: Storage;
  queues: WakeUpQueues;
  authentication: Authentication;
  sessions: SessionDirectory;
  cookies: StreamCookies;
  auth: Call;
  logger: Logger;
  internalToken: string;
  maxUploadBytes: number;
  uploadStallSeconds: number;
  /** Told when units may have become due, and when a video was deleted. */
  onDue: () => void;
  onDeleted: (videoId: string) => void;
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, storage, logger } = deps;
  const metrics = new Registry();
  addQueueMetrics(metrics, deps.queues);
  const app = buildServer({
    name: 'catalog',
    logger,
    metrics,
    requestTimeoutMs: 0, // uploads take their time and are watched for stalls
    checks: { postgres: () => checkDatabase(db), storage: () => storage.check() },
  });
  await app.register(cookie);
  const register = createRegister(app, {
    authentication: deps.authentication,
    internalToken: deps.internalToken,
  });
  registerVideos(register, deps);
  await registerUploads(app, register, {
    ...deps,
    stallSeconds: deps.uploadStallSeconds,
    findDisplayName: (userId) => findDisplayName(deps.auth, userId),
  });
  registerDashboard(register, deps);
  registerUnits(register, deps);
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
