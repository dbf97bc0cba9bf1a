import type { status } from '@larksong/contracts';
import { createDatabase, createLogger } from '@larksong/service-kit';
import { createProcessStatus, probeDatabase, probeFolder, probeStorage } from '@larksong/service-kit/status';
import { createStorage, storageKind } from '@larksong/service-kit/storage';

import { isOfSite } from '../check/site-storage.ts';
import { connect } from '../database/connect.ts';
import { MIGRATIONS, TABLES } from '../database/migrations.ts';
import type { DoctorConfig } from './config.ts';
import { probeRedisAt } from './probe-redis-at.ts';

export const SERVICES = ['auth', 'catalog', 'game'] as const;
export type Service = (typeof SERVICES)[number];

/** Where each service may write. */
const PREFIXES: Partial<Record<Service | 'gateway', string>> = {
  catalog: 'videos/probe-',
  game: 'game/probe-',
};

/**
 * Returns the state of a service's servers as seen from here, each with a time limit, using the service's settings if
 * they are known. With `isReading`, nothing is written to a folder.
 */
export function describeHere(
  name: Service | 'gateway',
  config: DoctorConfig,
  { isReading, timeoutMs }: { isReading: boolean; timeoutMs: number },
): Promise<status.ProcessStatus> {
  const { AUTH_SECRET, INTERNAL_TOKEN, STREAM_COOKIE_SECRET, LINK_SECRET, REDIS_URL } = config;
  const all = name === 'auth' ? { AUTH_SECRET, INTERNAL_TOKEN, STREAM_COOKIE_SECRET, LINK_SECRET } : {};
  const secrets = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const databaseUrl = name === 'gateway' ? undefined : config[databaseSetting(name)];
  const prefix = PREFIXES[name];
  return createProcessStatus({
    secrets: Object.fromEntries(secrets),
    ...(name === 'gateway' || databaseUrl === undefined
      ? {}
      : {
          database: () =>
            probeDatabaseAt(databaseUrl, {
              migrations: Object.keys(MIGRATIONS[name]),
              tables: TABLES[name],
              timeoutMs,
            }),
        }),
    ...(name !== 'auth' || REDIS_URL === undefined
      ? {}
      : { redis: () => probeRedisAt(REDIS_URL, timeoutMs) }),
    ...(prefix === undefined || !hasStorage(config)
      ? {}
      : { storage: () => probeStorageHere(config, { prefix, isReading, timeoutMs }) }),
  })();
}

function databaseSetting(name: Service) {
  return ({ auth: 'AUTH_DATABASE_URL', catalog: 'CATALOG_DATABASE_URL', game: 'GAME_DATABASE_URL' } as const)[
    name
  ];
}

function hasStorage(config: DoctorConfig): boolean {
  if (config.S3_ENDPOINT) return Boolean(config.S3_ACCESS_KEY && config.S3_SECRET_KEY);
  return config.STORAGE_DIR !== undefined;
}

async function probeDatabaseAt(
  url: string,
  known: Parameters<typeof probeDatabase>[1],
): Promise<status.DatabaseStatus> {
  const logger = createLogger({ name: 'doctor', level: 'silent' });
  const db = createDatabase({ url, logger, poolSize: 1 });
  try {
    return await probeDatabase(db, known);
  } finally {
    await db.destroy();
  }
}

/** Looks also whether the folder is the one of the database, which the empty place of a disk is not. */
async function probeMarkedFolder(
  root: string,
  { prefix, config }: { prefix: string; config: DoctorConfig },
): Promise<status.StorageStatus> {
  const found = await probeFolder(root);
  const isGame = prefix.startsWith('game/');
  const url = isGame ? config.GAME_DATABASE_URL : config.CATALOG_DATABASE_URL;
  const isMissing = found.problem?.startsWith('ENOENT') ?? false;
  if ((found.problem !== null && !isMissing) || url === undefined) return found;
  try {
    await using connection = await connect(url);
    const isRight = await isOfSite(root, isGame ? 'game' : 'videos', connection.client);
    if (isRight) return { ...found, state: 'ok', problem: null }; // a new site has no folder yet
    return { ...found, state: 'away', problem: `the files of this site are not in ${root}` };
  } catch {
    // The database has its own finding, and the folder of a new site may not exist yet.
    return isMissing ? { ...found, state: 'ok', problem: null } : found;
  }
}

async function probeStorageHere(
  config: DoctorConfig,
  { prefix, isReading, timeoutMs }: { prefix: string; isReading: boolean; timeoutMs: number },
): Promise<status.StorageStatus> {
  if (isReading && !config.S3_ENDPOINT && config.STORAGE_DIR)
    return probeMarkedFolder(config.STORAGE_DIR, { prefix, config });
  const storage = createStorage(config);
  try {
    return await probeStorage(storage, { prefix, kind: storageKind(config), timeoutMs });
  } finally {
    await storage.close();
  }
}
