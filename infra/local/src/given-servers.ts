import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, writePrivately } from './data-folder.ts';
import { databaseOn, describeServer, prepareDatabases } from './given-postgres.ts';
import { checkRedis } from './given-redis.ts';
import { hasOwnDatabase } from './own-database.ts';
import { Problem } from './problem.ts';

/** Addresses of servers that Larksong does not start itself. */
export interface GivenServers {
  databaseUrl?: string;
  redisUrl?: string;
}

interface Around {
  dataDir: string;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** How long a server may take to answer; half a minute by default. */
  patienceMs?: number;
}

const fileIn = (dataDir: string) => join(dataDir, 'given-servers.json');

/** Returns the servers with which a site was started last, for commands whose environment does not name them. */
export function readGivenServers(dataDir: string): GivenServers {
  return readJson(fileIn(dataDir)) as GivenServers; // written below alone
}

/** Notes the servers of a start. */
export function noteGivenServers(dataDir: string, { databaseUrl, redisUrl }: GivenServers): void {
  const given = { ...(databaseUrl && { databaseUrl }), ...(redisUrl && { redisUrl }) };
  if (Object.keys(given).length > 0) writePrivately(fileIn(dataDir), given);
  else rmSync(fileIn(dataDir), { force: true });
}

/** Throws a `Problem` if a start would take an empty database while the site of this folder has one elsewhere. */
export function assertDatabaseKept(dataDir: string, { databaseUrl }: GivenServers): void {
  const { databaseUrl: noted } = readGivenServers(dataDir);
  if (databaseUrl !== undefined || noted === undefined) return;
  throw new Problem(
    `The site of ${dataDir} has its database in the Postgres at ${describeServer(noted)}. Set DATABASE_URL as before, or choose another DATA_DIR to begin a new site.`,
  );
}

/**
 * Prepares the databases of a Postgres that is given, and returns the address of each. Throws a `Problem` if it cannot be
 * used, or if it is empty while the site of the folder has a database of its own, or this cannot be seen.
 */
export async function useGivenDatabases(
  databaseUrl: string,
  { dataDir, signal, patienceMs }: Omit<Around, 'say'>,
): Promise<(name: string) => string> {
  const { isFilled } = await prepareDatabases(databaseUrl, {
    signal,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  if (!isFilled && (await hasOwnDatabase(dataDir)))
    throw new Problem(
      `The site of ${dataDir} has a database of its own, and that of DATABASE_URL is empty. To move it: start without DATABASE_URL, run npm run larksong -- backup FOLDER, stop the site, set DATABASE_URL, run npm run larksong -- restore FOLDER, and start again.`,
    );
  return (name) => databaseOn(databaseUrl, name);
}

/** Checks a Redis that is given, says what is wrong with its settings, and returns its address. */
export async function useGivenRedis(
  redisUrl: string,
  { say, signal, patienceMs }: Omit<Around, 'dataDir'>,
): Promise<string> {
  const warnings = await checkRedis(redisUrl, {
    signal,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  for (const warning of warnings) say(warning);
  return redisUrl;
}
