import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import { noteRestorePoint } from '../data-folder/noted-versions.ts';
import { Problem } from '../host/problem.ts';
import { operateEnvironment, runOperate } from '../processes/run-operate.ts';
import { DATABASES } from '../settings/server-addresses.ts';
import { SERVICES } from '../settings/service-environment.ts';
import { findVersionBefore } from './version-before.ts';

/** The command that makes a restore point in the data folder. */
export const RESTORE_POINT = ['backup', '--restore-point', '--json'];

/** Returns the folder of the restore points in a data folder. */
export const pointsIn = (dataDir: string) => join(dataDir, 'restore-points');

/** Returns the name of a restore point from the output of the command. */
export function toRestorePoint(result: string): string {
  return (JSON.parse(result) as { id: string }).id; // its own
}

/**
 * Keeps the present state of a site in `restore-points` of its data folder, encrypted if there is a passphrase for backups,
 * thins out earlier ones, and returns the name. The databases of `environment`, as `operateEnvironment` returns it, must be
 * running; the services may run or not. Throws a `Problem` with a sentence.
 */
export async function makeRestorePoint(
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const { code, result, complaint } = await runOperate({
    args: RESTORE_POINT,
    environment,
    signal,
    output: 'return',
  });
  if (code !== 0) throw new Problem(complaint);
  return toRestorePoint(result);
}

/**
 * Makes a restore point if services of this version will change the databases of a site that was used before. Throws a
 * `Problem` if it cannot be made; then nothing was changed.
 */
export async function keepBeforeMigrations(
  databaseUrl: (name: string) => string,
  { dataDir, say, signal }: { dataDir: string; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const pending: string[] = [];
  const done: Record<string, string[]> = {};
  for (const name of DATABASES) {
    const found = await listDone(databaseUrl(name));
    if (found === undefined) continue; // it is new
    done[name] = found;
    if ((await listKnown(name)).some((migration) => !found.includes(migration))) pending.push(name);
  }
  if (pending.length === 0) return;
  say('This version changes the databases of the site. Making a restore point first …');
  const environment = operateEnvironment(dataDir, { databaseUrl, sitePort: 0 });
  const id = await makeRestorePoint(environment, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    throw new Problem(
      `The restore point before the update could not be made: ${error.message} Nothing was changed; correct that and start again. The previous version of Larksong can still be started.`,
      { cause: error },
    );
  });
  noteRestorePoint(dataDir, { ...(await findVersionBefore(dataDir, done)), restorePoint: id });
  say(
    `The restore point ${id} in ${pointsIn(dataDir)} has the state before the update. To return to it, stop the site and run: npm run larksong -- go-back`,
  );
}

/** Returns the migrations that a database has; undefined for a new one. */
async function listDone(url: string): Promise<string[] | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined); // the call in progress rejects
  try {
    await client.connect();
    const found = await client.query(`select to_regclass('public.kysely_migration') as name`);
    if ((found.rows[0] as { name: string | null }).name === null) return undefined; // the query has one row
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
    return rows.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the migrations of a service, by their files: loading them all would delay each start. */
async function listKnown(name: string): Promise<string[]> {
  const files = await readdir(join(SERVICES, name, 'src', 'db', 'migrations'));
  return files.filter((file) => /^\d{4}-.*\.ts$/.test(file)).map((file) => file.slice(0, -'.ts'.length));
}
