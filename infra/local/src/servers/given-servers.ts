import { readGivenServers, type GivenServers } from '../data-folder/noted-servers.ts';
import { hasOwnDatabase } from '../data-folder/own-database.ts';
import { Problem } from '../host/problem.ts';
import { databaseOn, describeServer } from '../settings/server-addresses.ts';
import { prepareDatabases } from './given-postgres.ts';
import { checkRedis } from './given-redis.ts';

interface Around {
  dataDir: string;
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** How long a server may take to answer; half a minute by default. */
  patienceMs?: number;
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
 * Prepares the databases of the Postgres in `DATABASE_URL` and returns the address of each. Throws a `Problem` if it
 * cannot be used, or if it is empty although the site of the folder has its own database, or may have one.
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
      `The site of ${dataDir} has its own database, and the one of DATABASE_URL is empty. To move it: start without DATABASE_URL, run npm run larksong -- backup FOLDER, stop the site, set DATABASE_URL, run npm run larksong -- restore FOLDER, and start again.`,
    );
  return (name) => databaseOn(databaseUrl, name);
}

/** Checks the Redis in `REDIS_URL`, prints problems with its settings, and returns its address. */
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
