import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { folderIdentityOf } from '../src/data-folder/data-folder.ts';
import { Problem } from '../src/host/problem.ts';
import { findServerUser } from '../src/host/system-user.ts';
import { explainDatabaseError } from '../src/servers/explain-database-error.ts';
import { findPostgresBinaries } from '../src/servers/postgres-binaries.ts';
import { startPostgres, type PostgresOptions } from '../src/servers/postgres.ts';
import { hashTree } from './hash-tree.ts';

let folder: string;
/** A cluster with a song, which no test changes. */
let original: string;
/** The cluster of a test. */
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-cluster-'));
  original = join(folder, 'original');
  await withPostgres({ dataDir: original }, (client) =>
    client.query(`create table songs as select 'Five ducks' as title`),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(folder, 'test-')), 'postgres');
});

/** Copies the cluster with its owners. */
async function copyOriginal(): Promise<void> {
  await cp(original, dataDir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

async function withPostgres<T>(options: PostgresOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ fsync: false, ...options });
  const client = new Client({ connectionString: postgres.url('postgres') });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function readSongs(options: Partial<PostgresOptions> = {}): Promise<unknown[]> {
  return withPostgres({ dataDir, ...options }, async (client) => (await client.query('table songs')).rows);
}

/** Returns the sentence with which two consecutive starts are refused; both leave everything unchanged. */
async function refusal(options: Partial<PostgresOptions> = {}): Promise<string> {
  const parent = join(dataDir, '..');
  const before = await hashTree(parent);
  const errors: unknown[] = [];
  for (const _ of ['the first start', 'the next one']) {
    errors.push(await readSongs(options).catch((error: unknown) => error));
    expect(await hashTree(parent)).toEqual(before);
  }
  expect(errors[0]).toBeInstanceOf(Problem);
  expect(errors[1]).toEqual(errors[0]);
  return String(errors[0]);
}

const SONGS = [{ title: 'Five ducks' }];

it.each(firstKinds('KINDS', 1, ['global/pg_control', 'PG_VERSION', 'pg_wal', 'base']))(
  'a cluster without %s is neither initialised nor removed, and works once that is back',
  async (name) => {
    await copyOriginal();
    await rename(join(dataDir, name), join(folder, 'aside'));
    expect(await refusal()).toMatch(new RegExp(`is incomplete: ${name} is missing.*restore a backup`));
    await rename(join(folder, 'aside'), join(dataDir, name));
    expect(await readSongs()).toEqual(SONGS);
  },
);

it('a call that meets a damaged file of a database fails with what Postgres says and what to do', async () => {
  await copyOriginal();
  const oid = await withPostgres({ dataDir }, async (client) => {
    await client.query('create database damaged');
    const { rows } = await client.query(`select oid from pg_database where datname = 'damaged'`);
    return (rows[0] as { oid: number }).oid; // it was just created
  });
  await truncate(join(dataDir, 'base', String(oid), '2663')); // an index that every query needs
  const postgres = await startPostgres({ dataDir, fsync: false });
  const client = new Client({ connectionString: postgres.url('damaged') });
  const query = async () => {
    await client.connect();
    return client.query(`select to_regclass('public.songs')`);
  };
  const error = await query().catch((cause: unknown) => explainDatabaseError(cause, { dataDir: '/site' }));
  await client.end();
  await postgres.stop();
  expect(error).toBeInstanceOf(Problem);
  expect(String(error)).toMatch(/in \/site\/postgres cannot be used: could not .*2663.*restore a backup/);
});

it('a folder with anything else in it is not initialised', async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'notes.txt'), 'not a database');
  expect(await refusal()).toMatch(/is incomplete/);
});

it.runIf(isLongRun)('the mark of an interrupted creation by an older version removes nothing', async () => {
  await copyOriginal();
  await writeFile(`${dataDir}.incomplete`, '');
  await rename(join(dataDir, 'global'), join(folder, 'global'));
  expect(await refusal()).toMatch(/is incomplete/);
  await rename(join(folder, 'global'), join(dataDir, 'global'));
  expect(await readSongs()).toEqual(SONGS);
  expect(await readdir(join(dataDir, '..'))).toEqual(['postgres']);
});

it('a cluster on a disk that is not mounted is not created again', async () => {
  await symlink(join(folder, 'a disk', 'postgres'), dataDir);
  expect(await refusal()).toMatch(/is a link to .*a disk\/postgres, which is missing.*mounted/);
});

it('a cluster that is not a folder is named as such', async () => {
  await writeFile(dataDir, 'a file');
  expect(await refusal()).toMatch(/is not a folder/);
});

it.runIf(isLongRun)('a link to an empty folder gets a cluster', async () => {
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(elsewhere, dataDir);
  await withPostgres({ dataDir }, (client) => client.query('select 1'));
  expect(await readdir(elsewhere)).toContain('PG_VERSION');
});

it('a failed creation leaves nothing, and the next start creates the cluster', async () => {
  const { postgres } = await findPostgresBinaries(await findServerUser());
  expect(await refusal({ binaries: { initdb: '/bin/false', postgres } })).toMatch(/could not be created/);
  expect(await readdir(join(dataDir, '..'))).toEqual([]);
  const creating = `${dataDir}.creating`;
  await mkdir(creating);
  await writeFile(join(creating, 'PG_VERSION'), '18\n');
  expect(await refusal()).toMatch(
    /needs the name .*\.creating, which something has that Larksong did not make/,
  );
  // Of a creation that was killed.
  await writeFile(`${creating}.json`, JSON.stringify({ folder: folderIdentityOf(creating) }));
  await withPostgres({ dataDir }, (client) => client.query('select 1'));
  expect(await readdir(join(dataDir, '..'))).toEqual(['postgres']);
});

it('a command that only reads creates no cluster', async () => {
  expect(await refusal({ isExisting: true })).toMatch(/There is no database in/);
});

it('a password that the cluster refuses ends the start with a sentence', async () => {
  await copyOriginal();
  await expect(readSongs({ password: 'another' })).rejects.toThrow(/refuses the password.*secrets\.json/s);
  expect(await readSongs()).toEqual(SONGS);
});
