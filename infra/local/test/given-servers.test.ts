import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { noteGivenServers } from '../src/data-folder/noted-servers.ts';
import { freePort, startPostgres, startRedis, type Postgres, type RedisServer } from '../src/index.ts';
import { prepareDatabases } from '../src/servers/given-postgres.ts';
import { checkRedis, UNSAVED } from '../src/servers/given-redis.ts';
import { assertDatabaseKept, useGivenDatabases } from '../src/servers/given-servers.ts';
import { databaseOn, DATABASES, toServerUrl } from '../src/settings/server-addresses.ts';

const AT_ONCE = { patienceMs: 0 };

let folder: string;
let postgres: Postgres;
let redis: RedisServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-given-'));
  [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'server'), fsync: false }),
    startRedis({ dataDir: join(folder, 'redis'), password: 'secret' }),
  ]);
  await query(
    postgres.url('postgres'),
    `create role maker login createdb password 'right'; create role guest login password 'right'`,
  );
});

afterAll(async () => {
  await Promise.all([postgres.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]; // pg's rows are any
  } finally {
    await client.end();
  }
}

const serverUrl = (user: string, database: string) =>
  toServerUrl(`postgres://${user}@127.0.0.1:${postgres.port}/${database}`);

it('a role that may create databases gets one for each service, once', async () => {
  const url = serverUrl('maker:right', 'school');
  expect(await prepareDatabases(url, AT_ONCE)).toEqual({ isFilled: false });
  for (const name of DATABASES) {
    const [row] = await query(
      databaseOn(url, name),
      `select lower('ÄÉ') as lower, 'B' < 'a' as ordered, datctype as letters
      from pg_database where datname = current_database()`,
    );
    expect(row, name).toEqual({ lower: 'äé', ordered: true, letters: 'C.UTF-8' });
    await query(databaseOn(url, name), 'create table kysely_migration ()');
  }
  expect(await prepareDatabases(url, AT_ONCE)).toEqual({ isFilled: true });
});

it('a role that may not create databases gets the command to run', async () => {
  const url = serverUrl('guest:right', 'class');
  await query(postgres.url('postgres'), 'create database class_auth owner guest');
  await expect(prepareDatabases(url, AT_ONCE)).rejects.toThrow(
    /may not create them \(permission denied.+for name in catalog game; do sudo -u postgres createdb --owner=guest .+ class_\$name; done$/,
  );
});

it('databases of another role, a wrong password and a server that is away have a sentence each', async () => {
  for (const name of DATABASES) await query(postgres.url('postgres'), `create database other_${name}`);
  await expect(prepareDatabases(serverUrl('guest:right', 'other'), AT_ONCE)).rejects.toThrow(
    'does not own the database other_auth. Run this',
  );
  await expect(prepareDatabases(serverUrl('guest:wrong', 'other'), AT_ONCE)).rejects.toThrow(
    'does not let in the user guest of DATABASE_URL (password authentication failed',
  );
  const away = toServerUrl(`postgres://guest:right@127.0.0.1:${await freePort()}`);
  await expect(prepareDatabases(away, AT_ONCE)).rejects.toThrow('does not answer (connect ECONNREFUSED');
});

it('a site never changes unnoticed between its own database and a given one that is empty', async () => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = serverUrl('maker:right', 'empty');
  const use = () => useGivenDatabases(databaseUrl, { dataDir, ...AT_ONCE });
  // A disk that is not mounted has the cluster, or a start was killed while it moved that.
  for (const name of ['own-database.json', 'postgres-move.json']) {
    await writeFile(join(dataDir, name), '{}');
    await expect(use(), name).rejects.toThrow('To move it: start');
    await rm(join(dataDir, name));
  }
  await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
  await expect(use()).rejects.toThrow('is incomplete: PG_VERSION is missing');
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await symlink('postgres', join(dataDir, 'postgres'));
  await expect(use()).rejects.toThrow('a link that points to itself (ELOOP)');
  await rm(join(dataDir, 'postgres'));
  noteGivenServers(dataDir, { databaseUrl });
  // A first start that ended before it created the tables.
  expect((await use())('auth')).toMatch(/empty_auth$/);
  expect(() => assertDatabaseKept(dataDir, {})).toThrow('Set DATABASE_URL as before');
  expect(() => assertDatabaseKept(dataDir, { databaseUrl })).not.toThrow();
  noteGivenServers(dataDir, {});
  expect(() => assertDatabaseKept(dataDir, {})).not.toThrow();
});

it('Redis is checked for its password, the rights of its user, and what it keeps', async () => {
  expect(await checkRedis(redis.url, AT_ONCE)).toEqual([]);
  const admin = new Redis(redis.url);
  await admin.config('SET', 'appendonly', 'no');
  await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await admin.call('ACL', 'SETUSER', 'reader', 'on', '>secret', '~*', '+@read', '+@connection', '+info');
  admin.disconnect();
  expect(await checkRedis(redis.url, AT_ONCE)).toEqual([UNSAVED, expect.stringContaining('allkeys-lru')]);
  const at = (user: string) => `redis://${user}@127.0.0.1:${redis.port}`;
  await expect(checkRedis(at(':wrong'), AT_ONCE)).rejects.toThrow('does not accept the user or the password');
  await expect(checkRedis(at('reader:secret'), AT_ONCE)).rejects.toThrow(
    'refuses what Larksong needs (NOPERM',
  );
  const away = `redis://127.0.0.1:${await freePort()}`;
  await expect(checkRedis(away, AT_ONCE)).rejects.toThrow('does not answer (connect ECONNREFUSED');
});
