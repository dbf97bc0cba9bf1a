import { join, resolve } from 'node:path';

import { lockDataFolder, openDataFolder, readSecrets } from './data-folder.ts';
import { endLeftovers } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { operateEnvironment } from './run-operate.ts';
import { becomeOwner, keepOwner } from './service-user.ts';
import type { StartSettings } from './settings.ts';
import { storageFolderOf } from './site-settings.ts';
import { ROOT } from './stack.ts';

/**
 * Starts only the database of a site that is not running, creating both if needed, and stops it after `work`, which gets
 * the environment for commands. Meanwhile the site cannot be started.
 */
export async function withDatabaseAlone<T>(
  settings: StartSettings,
  signal: AbortSignal,
  work: (environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(settings.dataDir);
  await becomeOwner(ROOT, dataDir);
  await openDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir, settings.port);
  try {
    await endLeftovers(dataDir);
    const postgres = await startPostgres({
      dataDir: join(dataDir, 'postgres'),
      password: readSecrets(dataDir).postgresPassword,
      supervision: { signal, dieWithParent: true, logFile: join(dataDir, 'logs', 'postgres.log') },
    });
    try {
      for (const name of ['auth', 'catalog', 'game']) await postgres.createDatabase(name);
      const ports = { postgresPort: postgres.port, sitePort: settings.port };
      return await keepOwner(storageFolderOf(dataDir), () => work(operateEnvironment(dataDir, ports)));
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}
