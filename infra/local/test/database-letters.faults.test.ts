import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createTestFolder } from '@larksong/service-kit/testing';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { addLetters } from '../src/servers/database-letters.ts';
import { startPostgres, type Postgres } from '../src/servers/postgres.ts';

const line = faultLine(30);
const KILLS = 12;
const ROWS = 60_000;

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let postgres: Postgres;
let said: string[];

beforeEach(async () => {
  said = [];
  folder = await createTestFolder();
});
afterEach(async () => {
  await postgres?.stop();
  await folder.remove();
});

const clusterDir = () => join(folder.path, 'postgres');
const base = () => join(clusterDir(), 'base');

async function start(): Promise<void> {
  postgres = await startPostgres({ dataDir: clusterDir() });
}

/** Creates a database without letters of some 60 MB. */
async function fill(): Promise<void> {
  await ask('postgres', `create database songs template template0 lc_ctype 'C'`);
  await ask(
    'songs',
    `create extension pg_trgm;
    create table words as select n, md5(n::text) || repeat(md5(n::text), 25) as word from generate_series(1, ${ROWS}) n;
    create index words_trigrams on words using gin (left(word, 20) gin_trgm_ops);
    checkpoint`,
  );
}

async function ask<Row extends Record<string, unknown>>(database: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url(database) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs the step of a start, which ends in a rejection if the server is killed. */
function copy(): Promise<void> {
  const say = (line: string) => void said.push(line);
  const { signal } = new AbortController();
  return addLetters({ url: postgres.url, clusterDir: clusterDir(), databases: ['songs'], say, signal });
}

const hash = async () =>
  (await ask<{ hash: string }>('songs', `select md5(string_agg(word, '' order by n)) as hash from words`))[0]
    ?.hash;
const typeOf = async () =>
  (
    await ask<{ type: string }>(
      'postgres',
      `select datctype as type from pg_database where datname = 'songs'`,
    )
  )[0]?.type;

/** Kills the server and all of its processes at once, as a power cut does. */
async function killAll(): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(postgres.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const pids = [postgres.pid, ...children.map(Number)];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  while (pids.some((pid) => existsSync(`/proc/${pid}/cwd`))) await pause(20);
}

/** Makes the copy a database of an earlier version again, and deletes the one before. */
async function beginAgain(): Promise<void> {
  await copy();
  await ask('postgres', `update pg_database set datctype = 'C' where datname = 'songs'`);
}

it(`${KILLS} kills at any moment of a copy lose nothing and leave no files behind`, async () => {
  await start();
  await fill();
  const [before, files] = [await hash(), readdirSync(base()).length];
  const startedAt = performance.now();
  await copy();
  const copyMs = performance.now() - startedAt;
  await beginAgain();
  let lost = 0;
  const reached: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    said = [];
    const copying = copy();
    // Every third one when the copy is about to become the database, the others at any moment before.
    if (kill % 3 === 0) await vi.waitUntil(() => said.length === 2, { timeout: 120_000, interval: 1 });
    await pause(kill % 3 === 0 ? 2 * kill : (copyMs * kill) / KILLS);
    await killAll();
    await copying;
    await start();
    const type = (await typeOf()) ?? 'none';
    reached[type] = (reached[type] ?? 0) + 1;
    if ((await hash()) !== before) lost += 1;
    if (type !== 'C') await beginAgain();
  }
  await copy();
  await copy();
  expect(await typeOf()).toBe('C.UTF-8');
  if ((await hash()) !== before) lost += 1;
  console.log(`a copy took ${Math.round(copyMs)} ms; after the kills: ${JSON.stringify(reached)}`);
  line.prove(`${KILLS} kills while a database is copied for its letters`, {
    'databases lost or changed': { measured: lost, atMost: 0 },
    'folders left behind': { measured: readdirSync(base()).length - files, atMost: 0 },
  });
});

it('a copy that finds the disk full leaves the database as it is', async () => {
  await start();
  await postgres.stop();
  const disk = join(folder.path, 'small');
  execFileSync('mkdir', [disk]);
  if (!mountSmallDisk(disk, 420))
    return line.skip('Small file systems cannot be mounted here; only root may.');
  try {
    execFileSync('cp', ['-a', clusterDir(), join(disk, 'postgres')]);
    postgres = await startPostgres({ dataDir: join(disk, 'postgres') });
    await fill();
    const before = await hash();
    const say = (sentence: string) => void said.push(sentence);
    const options = { url: postgres.url, databases: ['songs'], say, signal: new AbortController().signal };
    await addLetters({ ...options, clusterDir: join(disk, 'postgres') });
    // A folder on another disk has room, so that it is Postgres that finds the disk full.
    await ask(
      'songs',
      `create table ballast as select repeat(md5(n::text), 250) as x from generate_series(1, 7000) n`,
    );
    execFileSync('sh', ['-c', `head -c 200M /dev/urandom > ${disk}/ballast || true`]);
    await addLetters({ ...options, clusterDir: clusterDir() });
    expect([await typeOf(), await hash()]).toEqual(['C', before]);
    expect(said.filter((sentence) => sentence.includes('was not copied'))).toHaveLength(2);
    expect(said.join('\n')).toMatch(/needs \d+ MiB of free space[^]*No space left on device/);
  } finally {
    await postgres.stop();
    unmountSmallDisk(disk);
  }
});
