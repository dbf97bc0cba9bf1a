import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';

import { identityOf } from '../src/host/process-identity.ts';
import { startPostgres, startRedis } from '../src/index.ts';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-local-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function postgresIn(dataDir: string) {
  const postgres = await startPostgres({ dataDir, fsync: false });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it.runIf(isLongRun)('two Postgres servers run side by side, each with its own databases', async () => {
  const folder = await temporaryFolder();
  const [one, two] = await Promise.all([postgresIn(join(folder, 'one')), postgresIn(join(folder, 'two'))]);
  await one.createDatabase('auth');
  await one.createDatabase('auth');
  await query(one.url('auth'), 'create table songs as select 1 as id');

  expect(one.port).not.toBe(two.port);
  expect(await query(one.url('auth'), 'select id from songs')).toEqual([{ id: 1 }]);
  await expect(query(two.url('auth'), 'select 1')).rejects.toThrow('database "auth" does not exist');
});

it.runIf(isLongRun)(
  'a stopped Postgres leaves no process, and finds its data when it is started again',
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'postgres');
    const first = await postgresIn(dataDir);
    await first.createDatabase('catalog');
    await query(first.url('catalog'), 'create table songs as select 7 as id');
    const { pid } = first;
    await first.stop();
    expect(identityOf(pid)).toBeUndefined();

    const second = await postgresIn(dataDir);
    expect(await query(second.url('catalog'), 'select id from songs')).toEqual([{ id: 7 }]);
  },
);

it('Postgres runs in a folder that its user cannot reach, such as one in the home of root', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o700);
  const postgres = await postgresIn(join(folder, 'deep', 'postgres'));
  expect(await query(postgres.url('postgres'), 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
});

it.runIf(isLongRun)('Postgres refuses a wrong password', async () => {
  const postgres = await postgresIn(join(await temporaryFolder(), 'postgres'));
  const wrong = postgres.url('postgres').replace('larksong:larksong', 'larksong:guess');
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
});

it('Redis keeps its data across a restart and never evicts any', async () => {
  const dataDir = join(await temporaryFolder(), 'redis');
  const first = await startRedis({ dataDir, password: 'secret' });
  const before = new Redis(first.url);
  await before.set('song', 'lark');
  expect(await before.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  before.disconnect();
  await first.stop();
  expect(identityOf(first.pid)).toBeUndefined();

  const second = await startRedis({ dataDir, password: 'secret' });
  cleanups.push(() => second.stop());
  const after = new Redis(second.url);
  expect(await after.get('song')).toBe('lark');
  after.disconnect();
});
