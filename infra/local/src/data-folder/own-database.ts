import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { BrokenCluster, hasCluster, isThere, RESTORE_ADVICE } from './cluster.ts';
import { writePrivately } from './data-folder.ts';

/** The superuser of each cluster. */
export const USER = 'larksong';

/** Written once the site has its own database; sites of earlier versions only have the log of its server. */
const NOTE = 'own-database.json';

/** Records that the site has its own database, so that a later start without it does not create an empty one. */
export async function noteOwnDatabase(dataDir: string): Promise<void> {
  const file = join(dataDir, NOTE);
  if (!(await isThere(file))) writePrivately(file, { since: new Date().toISOString() });
}

/** Throws `BrokenCluster` if the site's own database is missing, for example because its disk is not mounted. */
export async function assertDatabaseThere(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if ((await hasCluster(folder)) || !(await wasThere(dataDir))) return;
  throw new BrokenCluster(
    `The database of the site is not in ${folder}, where it was before. Is its disk plugged in and mounted, or was the folder moved? Put it back and start again. ${RESTORE_ADVICE}`,
  );
}

/** Returns whether the site has databases, its own or given ones. Throws `BrokenCluster` if that cannot be seen. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  return (await hasOwnDatabase(dataDir)) || (await isThere(join(dataDir, 'given-servers.json')));
}

/** Returns whether the site has, or had, its own databases. Throws `BrokenCluster` if that cannot be determined. */
export async function hasOwnDatabase(dataDir: string): Promise<boolean> {
  if ((await hasCluster(join(dataDir, 'postgres'))) || (await wasThere(dataDir))) return true;
  return isThere(join(dataDir, 'postgres-move.json'));
}

async function wasThere(dataDir: string): Promise<boolean> {
  return (await isThere(join(dataDir, NOTE))) || (await isThere(join(dataDir, 'logs', 'postgres.log')));
}

/** Returns the address of a database on a server that `startPostgres` has started. */
export function databaseUrl(server: { port: number; password: string; database: string }): string {
  return `postgres://${USER}:${server.password}@127.0.0.1:${server.port}/${server.database}`;
}

/** Returns the port that a running server has recorded in its cluster's folder, or undefined without such a record. */
export async function findPostgresPort(dataDir: string): Promise<number | undefined> {
  const notes = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(notes.split('\n')[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}
