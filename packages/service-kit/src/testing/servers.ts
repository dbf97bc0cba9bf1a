import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Redis } from 'ioredis';
import { Client } from 'pg';
import { inject } from 'vitest';

import { createLogger, type Logger } from '../base/logger.ts';
import { migrateToLatest, type MigrationOptions } from '../data/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Postgres' URL with `{database}` as the name. */
    postgresUrl: string;
    redisUrl: string;
  }
}

/**
 * Creates a database on the run's Postgres server, empty or with the schema of `migrations`. Migrations run once per run;
 * further databases are copies. `drop` ends the database's connections.
 */
export async function createTestDatabase(
  migrations: MigrationOptions['migrations'] = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = await findTemplate(migrations);
  await administer(async (client) => {
    await client.query(`create database ${name} template ${template ?? 'template1'} strategy file_copy`);
  });
  return {
    url: urlOf(name),
    drop: () =>
      administer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** An `lc_ctype` with the letters of all scripts, as the databases of a site have. */
const LETTER_TYPE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** Returns the name of the database with the schema of some migrations, which the first caller of a run creates. */
async function findTemplate(migrations: MigrationOptions['migrations']): Promise<string | undefined> {
  const names = Object.keys(migrations);
  if (names.length === 0) return undefined;
  const template = `template_${createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)}`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]); // until the connection ends
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return;
    const unfinished = `${template}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${unfinished} template template0 lc_ctype '${LETTER_TYPE}'`);
    await migrateToLatest({ url: urlOf(unfinished), migrations, logger: createTestLogger() });
    await client.query(`alter database ${unfinished} rename to ${template}`);
  });
  return template;
}

function urlOf(database: string): string {
  return inject('postgresUrl').replace('{database}', database);
}

async function administer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the URL of the run's Redis server with a database, 0 to 15, that no other process uses: concurrent test files
 * do not share one, and the files of one process run in turn.
 */
export function testRedisUrl(databaseNumber: number): string {
  const pool = Number(process.env['VITEST_POOL_ID'] ?? 1);
  return `${inject('redisUrl')}/${(pool - 1) * 16 + databaseNumber}`;
}

/** Empties the Redis database of that number, so that nothing of earlier files is left, and returns its URL. */
export async function emptyTestRedis(databaseNumber: number): Promise<string> {
  const url = testRedisUrl(databaseNumber);
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
  return url;
}

/** Creates an empty folder; `remove` deletes it with its contents. */
export async function createTestFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'larksong-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Returns a logger that is silent unless `LOG_LEVEL` is set. */
export function createTestLogger(name = 'test'): Logger {
  return createLogger({ name, level: process.env['LOG_LEVEL'] ?? 'silent' });
}

/** Returns a logger together with its lines, for assertions on them. */
export function createRecordingLogger(name = 'test'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const logger = createLogger({
    name,
    level: 'trace',
    destination: { write: (line) => void lines.push(line) },
  });
  return { logger, lines };
}
