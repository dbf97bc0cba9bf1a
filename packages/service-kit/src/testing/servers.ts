import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Redis } from 'ioredis';
import { Client } from 'pg';
import { inject } from 'vitest';

import { createLogger, type Logger } from '../logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Postgres' URL with `{database}` in the place of the name. */
    postgresUrl: string;
    redisUrl: string;
  }
}

/** A fresh empty database of the run's Postgres server; `drop` ends its connections. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = (database: string) => inject('postgresUrl').replace('{database}', database);
  const admin = async (statement: string) => {
    const client = new Client({ connectionString: url('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name}`);
  return { url: url(name), drop: () => admin(`drop database if exists ${name} with (force)`) };
}

/**
 * URL of the run's Redis server with a database, 0 to 15, that no other process uses: files that run side by side do
 * not meet, and those of one process run in turn.
 */
export function testRedisUrl(databaseNumber: number): string {
  const pool = Number(process.env['VITEST_POOL_ID'] ?? 1);
  return `${inject('redisUrl')}/${(pool - 1) * 16 + databaseNumber}`;
}

/** Empties the Redis database of that number and returns its URL; wake-ups and counters of files before it are gone. */
export async function emptyTestRedis(databaseNumber: number): Promise<string> {
  const url = testRedisUrl(databaseNumber);
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
  return url;
}

/** Makes an empty folder; `remove` deletes it with everything in it. */
export async function createTestFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'larksong-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A logger that says nothing unless `LOG_LEVEL` asks for it. */
export function createTestLogger(name = 'test'): Logger {
  return createLogger({ name, level: process.env['LOG_LEVEL'] ?? 'silent' });
}

/** A logger whose lines are kept, to look for what must not be in them. */
export function createRecordingLogger(name = 'test'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const logger = createLogger({
    name,
    level: 'trace',
    destination: { write: (line) => void lines.push(line) },
  });
  return { logger, lines };
}
