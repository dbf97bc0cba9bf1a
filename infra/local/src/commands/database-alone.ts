import { join, resolve } from 'node:path';

import { checkDataFolder, lockDataFolder, openDataFolder } from '../data-folder/data-folder.ts';
import { readGivenServers } from '../data-folder/noted-servers.ts';
import { assertDatabaseThere, noteOwnDatabase } from '../data-folder/own-database.ts';
import { openSecrets, readSecrets } from '../data-folder/secrets.ts';
import { storageFolderOf } from '../data-folder/site-settings.ts';
import { assertRoomForNewSite } from '../host/free-space.ts';
import { ROOT } from '../host/root.ts';
import { endLeftovers } from '../processes/leftovers.ts';
import { operateEnvironment } from '../processes/run-operate.ts';
import { becomeOwner, keepOwner } from '../processes/service-user.ts';
import { prepareDatabases } from '../servers/given-postgres.ts';
import { startPostgres } from '../servers/postgres.ts';
import { assertUpgraded } from '../servers/upgrade-postgres.ts';
import { DATABASES, databaseOn } from '../settings/server-addresses.ts';
import type { StartSettings } from '../settings/settings.ts';

/**
 * What a command may do with the data: `read` changes neither data nor owners, `write` changes an existing site, and
 * only `create` creates the missing parts of a new one.
 */
export type Access = 'read' | 'write' | 'create';

/**
 * Starts only the database of a site that is not running, and stops it after `work`, which gets the environment for
 * commands. A given Postgres is not started. Meanwhile the site cannot be started.
 */
export async function withDatabaseAlone<T>(
  settings: StartSettings,
  { signal, access }: { signal: AbortSignal; access: Access },
  work: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(settings.dataDir);
  await becomeOwner(ROOT, dataDir, { isReading: access === 'read' });
  if (access === 'create' && settings.databaseUrl === undefined) await assertRoomForNewSite(dataDir);
  await (access === 'create' ? openDataFolder(dataDir) : checkDataFolder(dataDir));
  const lock = await lockDataFolder(dataDir, settings.port);
  try {
    await endLeftovers(dataDir);
    const given = { ...readGivenServers(dataDir), ...settings };
    await (access === 'create' ? openSecrets(dataDir) : readSecrets(dataDir));
    const around = { signal, access };
    const { databaseUrl, stop } = await (given.databaseUrl === undefined
      ? startOwn(dataDir, around)
      : useGiven(given.databaseUrl, around));
    try {
      const servers = { databaseUrl, redisUrl: given.redisUrl, sitePort: settings.port };
      const run = () => work(operateEnvironment(dataDir, servers));
      return await (access === 'read' ? run() : keepOwner(storageFolderOf(dataDir), run));
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

interface Around {
  signal: AbortSignal;
  access: Access;
}

async function startOwn(dataDir: string, { signal, access }: Around): Promise<Database> {
  await assertUpgraded(dataDir);
  await assertDatabaseThere(dataDir);
  const isNew = access === 'create';
  const postgres = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    isExisting: !isNew,
    password: readSecrets(dataDir).postgresPassword,
    supervision: { signal, dieWithParent: true, logFile: join(dataDir, 'logs', 'postgres.log') },
  });
  try {
    if (isNew) for (const name of DATABASES) await postgres.createDatabase(name);
    if (isNew) await noteOwnDatabase(dataDir);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { databaseUrl: postgres.url, stop: postgres.stop };
}

async function useGiven(serverUrl: string, { signal, access }: Around): Promise<Database> {
  await prepareDatabases(serverUrl, { patienceMs: 0, signal, isExisting: access !== 'create' });
  return { databaseUrl: (name) => databaseOn(serverUrl, name), stop: async () => undefined };
}
