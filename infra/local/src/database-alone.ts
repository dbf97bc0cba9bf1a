import { join, resolve } from 'node:path';

import { lockDataFolder, openDataFolder, readSecrets } from './data-folder.ts';
import { assertRoomForNewSite } from './free-space.ts';
import { DATABASES, databaseOn, prepareDatabases } from './given-postgres.ts';
import { readGivenServers } from './given-servers.ts';
import { endLeftovers } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { operateEnvironment } from './run-operate.ts';
import { becomeOwner, keepOwner } from './service-user.ts';
import type { StartSettings } from './settings.ts';
import { storageFolderOf } from './site-settings.ts';
import { ROOT } from './stack.ts';
import { assertUpgraded } from './upgrade-postgres.ts';

/**
 * Starts only the database of a site that is not running, creating both if needed, and stops it after `work`, which gets
 * the environment for commands. A given Postgres is only prepared. Meanwhile the site cannot be started.
 */
export async function withDatabaseAlone<T>(
  settings: StartSettings,
  signal: AbortSignal,
  work: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(settings.dataDir);
  await becomeOwner(ROOT, dataDir);
  if (settings.databaseUrl === undefined) await assertRoomForNewSite(dataDir);
  await openDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir, settings.port);
  try {
    await endLeftovers(dataDir);
    const given = { ...readGivenServers(dataDir), ...settings };
    const start =
      given.databaseUrl === undefined ? startOwn(dataDir, signal) : useGiven(given.databaseUrl, signal);
    const { databaseUrl, stop } = await start;
    try {
      const around = { databaseUrl, redisUrl: given.redisUrl, sitePort: settings.port };
      return await keepOwner(storageFolderOf(dataDir), () => work(operateEnvironment(dataDir, around)));
    } finally {
      await stop();
    }
  } finally {
    await lock.release();
  }
}

interface Database {
  databaseUrl: (name: string) => string;
  stop: () => Promise<void>;
}

async function startOwn(dataDir: string, signal: AbortSignal): Promise<Database> {
  await assertUpgraded(dataDir);
  const postgres = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    password: readSecrets(dataDir).postgresPassword,
    supervision: { signal, dieWithParent: true, logFile: join(dataDir, 'logs', 'postgres.log') },
  });
  try {
    for (const name of DATABASES) await postgres.createDatabase(name);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { databaseUrl: postgres.url, stop: postgres.stop };
}

async function useGiven(serverUrl: string, signal: AbortSignal): Promise<Database> {
  await prepareDatabases(serverUrl, { patienceMs: 0, signal });
  return { databaseUrl: (name) => databaseOn(serverUrl, name), stop: async () => undefined };
}
