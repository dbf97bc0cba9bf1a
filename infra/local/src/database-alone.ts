import { chown } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { lockDataFolder, openDataFolder, readSecrets } from './data-folder.ts';
import { endLeftovers } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { operateEnvironment } from './run-operate.ts';
import { becomeOwner, findOwner, giveFolder } from './service-user.ts';
import type { StartSettings } from './settings.ts';
import type { SystemUser } from './system-user.ts';
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
  const owner = await findOwner(storageFolderOf(dataDir));
  try {
    await endLeftovers(dataDir);
    const postgres = await startPostgres({
      dataDir: join(dataDir, 'postgres'),
      password: readSecrets(dataDir).postgresPassword,
      supervision: { signal, dieWithParent: true, logFile: join(dataDir, 'logs', 'postgres.log') },
    });
    try {
      for (const name of ['auth', 'catalog', 'game']) await postgres.createDatabase(name);
      return await work(
        operateEnvironment(dataDir, { postgresPort: postgres.port, sitePort: settings.port }),
      );
    } finally {
      await postgres.stop();
    }
  } finally {
    if (owner) await giveAgain(storageFolderOf(dataDir), owner);
    await lock.release();
  }
}

/** Gives files of storage that root has written to the user of the services. */
async function giveAgain(folder: string, owner: SystemUser): Promise<void> {
  await chown(folder, 0, 0); // so that giveFolder skips nothing
  await giveFolder(folder, owner);
}
