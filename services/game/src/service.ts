import { join } from 'node:path';

import { game } from '@larksong/contracts';
import {
  connectToAuth,
  createNestAuthentication,
  createAuthentication,
  createDatabase,
  createDatabases,
  createLoopMetrics,
  createLoops,
  createRedis,
  migrateToLatest,
  type Logger,
  type Service,
  type Trust,
} from '@larksong/service-kit';
import { createWakeUpQueue } from '@larksong/service-kit/queue';
import { createLogUpkeep } from '@larksong/service-kit/audit';
import {
  createProcessStatus,
  createStorageProbe,
  probeDatabase,
  remotePassword,
} from '@larksong/service-kit/status';
import { storageKind, type Storage } from '@larksong/service-kit/storage';
import { Registry } from 'prom-client';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { openStorage } from './db/open-storage.ts';
import { migrations } from './db/migrations/index.ts';
import { TABLE_NAMES } from './db/table-names.ts';
import type { Db, Tables } from './db/tables.ts';
import { createKnownMedia } from './files/known-media.ts';
import { createPublicFolder } from './files/public-folder.ts';
import { createMetrics } from './metrics.ts';
import { runImports } from './packs/run-imports.ts';
import { createSoundReconciler } from './sounds/reconcile.ts';
import { wakeSounds, type SoundQueue, type SoundWakeUp } from './sounds/wake-up.ts';
import { sweepFolders } from './sweeps/sweep.ts';

/** The files that are part of the game. */
const BUILT_IN = join(import.meta.dirname, '..', 'starter-pack');

const HOUR = 3600;
const SWEEP_SECONDS = 5;
/** `poke` handles sounds that just became due; the reconciler handles the others. */
const WAKE_SECONDS = 60;
/**
 * `poke` starts new imports; this is the pause before an import that has failed, or has lost its process, is resumed.
 */
const IMPORT_SECONDS = 3;

/** How late pictures and sounds may appear that a command has added. */
const KNOWN_MEDIA_MS = 3000;

interface GameService extends Service {
  db: Db;
  storage: Storage;
  queue: SoundQueue;
}

/** Parts that tests replace. */
export interface Replacements {
  trust?: Trust;
  builtInDir?: string;
  /** How late uploads become known that were not announced. */
  knownMediaMs?: number;
  onSweep?: () => void;
  onSoundDue?: () => void;
  onImport?: () => void;
}

/** Migrates the database and connects game to Postgres, Redis, storage and auth. Releases everything if that fails. */
export async function createService(
  config: Config,
  logger: Logger,
  replacements: Replacements = {},
): Promise<GameService> {
  await using resources = new AsyncDisposableStack();
  await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
  const registry = new Registry();
  const { db, background, destroy } = createDatabases<Tables>(config, logger, registry);
  resources.defer(destroy);
  const files = createDatabase<Tables>({
    url: config.DATABASE_URL,
    logger,
    poolSize: config.DATABASE_FILE_CONNECTIONS,
    silenceMs: config.DATABASE_SILENCE_SECONDS * 1000,
  });
  resources.defer(() => files.destroy());
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger, metrics: registry });
  resources.defer(() => redis.disconnect());
  const maxAgeMs = replacements.knownMediaMs ?? KNOWN_MEDIA_MS;
  const knownMedia = createKnownMedia({ db: files, redis, logger, maxAgeMs });
  const storage = openStorage(config, background);
  resources.defer(() => storage.close());
  const queue = createWakeUpQueue<SoundWakeUp>({
    name: game.SOUND_QUEUE,
    redisUrl: config.REDIS_URL,
    logger,
  });
  resources.defer(() => queue.close());
  const auth = connectToAuth(config, { logger, trust: replacements.trust });
  const metrics = createMetrics(registry, background);

  const deps = { db, storage, queue, logger, knownMedia };
  const work = { ...deps, db: background };
  const loops = createLoops(logger, createLoopMetrics(registry));
  const sweeps = loops.add('sweeps', SWEEP_SECONDS, (signal) => sweepFolders(work, signal));
  const wakeUps = loops.add('wake-ups', WAKE_SECONDS, () => wakeSounds(background, queue));
  const reconcile = createSoundReconciler({
    ...work,
    heartbeatTimeoutSeconds: config.HEARTBEAT_TIMEOUT_SECONDS,
    onLost: () => metrics.soundFailed('lost'),
  });
  loops.add('audit log', HOUR, createLogUpkeep(background, { days: config.AUDIT_DAYS, logger }));
  loops.add('reconcile', config.RECONCILE_SECONDS, reconcile);

  const onSweep = replacements.onSweep ?? (() => sweeps.poke());
  const onSoundDue = replacements.onSoundDue ?? (() => wakeUps.poke());
  const media = {
    folder: createPublicFolder(config.PUBLIC_DIR),
    builtIn: createPublicFolder(replacements.builtInDir ?? BUILT_IN),
    starterDir: BUILT_IN,
    maxMediaBytes: config.MAX_MEDIA_BYTES,
    maxPackBytes: config.PACK_MAX_BYTES,
    maxPackFiles: config.PACK_MAX_FILES,
    ...{ onSweep, onSoundDue },
  };
  const imports = loops.add('imports', IMPORT_SECONDS, (signal) =>
    runImports({ ...work, ...media, onResult: metrics.packPartEnded }, signal),
  );

  const app = await buildApp({
    ...deps,
    ...media,
    files,
    ...{ authentication: createAuthentication(auth), nestAuthentication: createNestAuthentication(auth) },
    accessLog: config.ACCESS_LOG,
    linesPerMinute: config.LOG_LINES_PER_MINUTE,
    internalToken: config.INTERNAL_TOKEN,
    metrics,
    random: Math.random,
    stallSeconds: config.UPLOAD_STALL_SECONDS,
    onImport: replacements.onImport ?? (() => imports.poke()),
    describeProcess: createProcessStatus({
      secrets: { INTERNAL_TOKEN: config.INTERNAL_TOKEN },
      passwords: { "game's password for Postgres": remotePassword(config.DATABASE_URL) },
      database: () => probeDatabase(db, { migrations: Object.keys(migrations), tables: TABLE_NAMES }),
      storage: createStorageProbe(storage, { prefix: 'game/probe-', kind: storageKind(config) }),
    }),
  });
  resources.defer(() => app.close());
  resources.defer(() => loops.stop());
  const owned = resources.move();
  return { app, db, storage, queue, start: async () => loops.start(), stop: () => owned.disposeAsync() };
}
