import { join } from 'node:path';

import { noteGivenServers, type GivenServers } from '../data-folder/noted-servers.ts';
import { assertDatabaseThere, noteOwnDatabase } from '../data-folder/own-database.ts';
import type { Secrets } from '../data-folder/secrets.ts';
import type { SystemUser } from '../host/system-user.ts';
import type { Supervised, Supervision } from '../processes/processes.ts';
import { DATABASES, describeServer } from '../settings/server-addresses.ts';
import type { Surroundings } from '../settings/service-environment.ts';
import { addLetters } from './database-letters.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { assertDatabaseKept, useGivenDatabases, useGivenRedis } from './given-servers.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { keepBeforeMigrations } from './restore-point.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

interface ServersOptions extends GivenServers {
  dataDir: string;
  fsync: boolean;
  secrets: Secrets;
  redisUser: SystemUser | undefined;
  supervisionOf: (name: 'postgres' | 'redis') => Supervision;
  /** Gets each server while it starts. */
  track: (name: 'postgres' | 'redis', start: Promise<{ process: Supervised }>) => void;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Starts Postgres and Redis, or checks those that are given; resolves once both can be used. */
export async function startServers(
  options: ServersOptions,
): Promise<Pick<Surroundings, 'databaseUrl' | 'redisUrl'>> {
  const { dataDir, databaseUrl, redisUrl } = options;
  assertDatabaseKept(dataDir, options);
  options.say(describeStart(options));
  const [database, queue] = await Promise.all([
    explained(
      databaseUrl === undefined ? startOwnDatabases(options) : useGivenDatabases(databaseUrl, options),
      options,
    ),
    redisUrl === undefined ? startOwnRedis(options) : useGivenRedis(redisUrl, options),
  ]);
  await explained(keepBeforeMigrations(database, options), options);
  noteGivenServers(dataDir, options);
  return { databaseUrl: database, redisUrl: queue };
}

/** Names an error of Postgres in a sentence. */
async function explained<T>(work: Promise<T>, options: ServersOptions): Promise<T> {
  try {
    return await work;
  } catch (error) {
    options.signal.throwIfAborted();
    throw explainDatabaseError(error, options);
  }
}

function describeStart({ databaseUrl, redisUrl }: GivenServers): string {
  if (databaseUrl === undefined && redisUrl === undefined) return 'Starting Postgres and Redis …';
  const postgres =
    databaseUrl === undefined ? 'its own Postgres' : `the Postgres at ${describeServer(databaseUrl)}`;
  const redis = redisUrl === undefined ? 'its own Redis' : `the Redis at ${new URL(redisUrl).host}`;
  return `Using ${postgres} and ${redis} …`;
}

async function startOwnDatabases(options: ServersOptions): Promise<(name: string) => string> {
  await upgradePostgres(options);
  await assertDatabaseThere(options.dataDir);
  const clusterDir = join(options.dataDir, 'postgres');
  const start = startPostgres({
    dataDir: clusterDir,
    fsync: options.fsync,
    password: options.secrets.postgresPassword,
    supervision: options.supervisionOf('postgres'),
  });
  options.track('postgres', start);
  const postgres = await start;
  for (const name of DATABASES) await postgres.createDatabase(name);
  await noteOwnDatabase(options.dataDir);
  await addLetters({ ...options, url: postgres.url, clusterDir, databases: DATABASES });
  return postgres.url;
}

async function startOwnRedis(options: ServersOptions): Promise<string> {
  const start = startRedis({
    dataDir: join(options.dataDir, 'redis'),
    password: options.secrets.redisPassword,
    user: options.redisUser,
    supervision: options.supervisionOf('redis'),
  });
  options.track('redis', start);
  return (await start).url;
}
