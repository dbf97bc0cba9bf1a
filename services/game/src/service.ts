import { join } from 'node:path';

import { game } from '@larksong/contracts';
import {
  createAuthentication,
  createDatabases,
  createInternalClient,
  createKeySet,
  createLogger,
  createSessionDirectory,
  createWakeUpQueue,
  migrateToLatest,
  startLoop,
  type Running,
} from '@larksong/service-kit';
import { wakeDue } from '@larksong/service-kit/leases';
import { createStorage } from '@larksong/service-kit/storage';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';
import { createPublicFolder } from './files/public-folder.ts';
import { createMetrics } from './metrics.ts';
import { createSoundReconciler } from './sounds/reconcile.ts';
import { toWakeUps, type SoundWakeUp } from './sounds/wake-up.ts';
import { sweepFolders } from './sweeps/sweep.ts';

/** Comes with the game. */
const BUILT_IN = join(import.meta.dirname, '..', 'starter-pack');

const SWEEP_MS = 5000;
/** What just became due is woken for by `poke`; the rest is the reconciler's. */
const WAKE_MS = 60_000;

/** Resources, loops and server of game, ready to listen. */
export async function createService(config: Config): Promise<Running> {
  const logger = createLogger({ name: 'game', level: config.LOG_LEVEL });
  await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
  const { db, background, destroy } = createDatabases<Tables>(config, logger);
  const storage = createStorage(config);
  const queue = createWakeUpQueue<SoundWakeUp>({
    name: game.SOUND_QUEUE,
    redisUrl: config.REDIS_URL,
    logger,
  });
  const auth = createInternalClient({ baseUrl: config.AUTH_URL, internalToken: config.INTERNAL_TOKEN });
  const authentication = createAuthentication({
    keys: createKeySet(new URL('/.well-known/jwks.json', config.AUTH_URL), {
      logger,
      pauseMs: config.AUTH_PROBE_SECONDS * 1000,
    }),
    sessions: createSessionDirectory({ call: auth, logger, probeSeconds: config.AUTH_PROBE_SECONDS }),
  });
  const metrics = createMetrics(db);

  const deps = { db, storage, queue, logger };
  const work = { ...deps, db: background };
  const loop = (name: string, everyMs: number, round: (signal: AbortSignal) => Promise<void>) =>
    startLoop({ name, everyMs, logger, round });
  const sweeps = loop('sweeps', SWEEP_MS, (signal) => sweepFolders(work, signal));
  const wakeUps = loop('wake-ups', WAKE_MS, () => wakeDue(background, toWakeUps(queue), 0));
  const reconcile = createSoundReconciler({
    ...work,
    heartbeatTimeoutSeconds: config.HEARTBEAT_TIMEOUT_SECONDS,
    onLost: () => metrics.soundFailed('lost'),
  });
  const loops = [sweeps, wakeUps, loop('reconcile', config.RECONCILE_SECONDS * 1000, reconcile)];

  const app = buildApp({
    ...deps,
    folder: createPublicFolder(config.PUBLIC_DIR),
    builtIn: createPublicFolder(BUILT_IN),
    authentication,
    internalToken: config.INTERNAL_TOKEN,
    metrics,
    random: Math.random,
    maxMediaBytes: config.MAX_MEDIA_BYTES,
    stallSeconds: config.UPLOAD_STALL_SECONDS,
    onSweep: () => sweeps.poke(),
    onSoundDue: () => wakeUps.poke(),
  });
  return {
    app,
    host: config.HOST,
    port: config.PORT,
    logger,
    beforeStop: () => Promise.all(loops.map((running) => running.stop())),
    resources: [() => queue.close(), () => storage.close(), destroy],
  };
}
