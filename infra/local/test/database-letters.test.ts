import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestFolder } from '@larksong/service-kit/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { addLetters } from '../src/servers/database-letters.ts';
import { startPostgres, type Postgres } from '../src/servers/postgres.ts';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let postgres: Postgres;
let name: string;
let count = 0;
let said: string[];

beforeAll(async () => {
  folder = await createTestFolder();
  postgres = await startPostgres({ dataDir: clusterDir(), fsync: false });
});
afterAll(async () => {
  await postgres?.stop();
  await folder?.remove();
});

/** Creates a database as earlier versions did, with two words in it. */
beforeEach(async () => {
  said = [];
  name = `old_${(count += 1)}`;
  await ask('postgres', `create database ${name} template template0 lc_ctype 'C'`);
  await ask(
    name,
    `create extension pg_trgm;
    create table words (id integer generated always as identity primary key, word text not null unique);
    create index words_trigrams on words using gin (word gin_trgm_ops);
    insert into words (word) values ('привет'), ('duck')`,
  );
});

function clusterDir(): string {
  return join(folder.path, 'postgres');
}

async function ask<Row extends Record<string, unknown>>(database: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url(database) });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function start(signal = new AbortController().signal): Promise<void> {
  const say = (line: string) => void said.push(line);
  await addLetters({ url: postgres.url, clusterDir: clusterDir(), databases: [name], say, signal });
}

/** Returns the databases of the test and their letters. */
async function list(): Promise<Record<string, string>> {
  const rows = await ask<{ name: string; type: string }>(
    'postgres',
    `select datname as name, datctype as type from pg_database where datname like '${name}%' order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.type]));
}

it('a start copies a database without letters, keeps the one before, and deletes it at the next start', async () => {
  await start();
  expect(await list()).toEqual({ [name]: 'C.UTF-8', [`${name}_without_letters`]: 'C' });
  expect(await ask(name, `select word from words where word % 'превет'`)).toEqual([{ word: 'привет' }]);
  expect(await ask(name, 'select * from words order by id')).toEqual(
    await ask(`${name}_without_letters`, 'select * from words order by id'),
  );
  await expect(ask(name, `insert into words (word) values ('duck')`)).rejects.toThrow(/unique/);
  expect(await ask(name, `insert into words (word) values ('мир') returning id`)).toEqual([{ id: 4 }]);
  expect(said.join('\n')).toMatch(/Copying the database old_\d+ \(\d+ MiB\).*\nCompared 1 tables.*\nCopied/);
  await start();
  expect(await list()).toEqual({ [name]: 'C.UTF-8' });
  expect(await ask(name, 'select count(*)::int from words')).toEqual([{ count: 3 }]);
  said = [];
  await start();
  expect(said).toEqual([]);
});

it('a start begins again after a copy that was interrupted, and removes what is left of it', async () => {
  await ask('postgres', `create database ${name}_with_letters`);
  // The files of a database that was being created when the server was killed.
  const remains = join(clusterDir(), 'base', '4294900007');
  await mkdir(remains);
  await writeFile(join(remains, '1259'), 'half');
  await start();
  expect(await list()).toEqual({ [name]: 'C.UTF-8', [`${name}_without_letters`]: 'C' });
  expect(existsSync(remains)).toBe(false);
  expect(await ask(name, 'select count(*)::int from words')).toEqual([{ count: 2 }]);
});

it('a start continues with a database that cannot be copied, and says so in one line', async () => {
  await ask('postgres', `create database ${name}_without_letters`);
  await start();
  expect(await list()).toMatchObject({ [name]: 'C' });
  expect(Object.keys(await list())).toEqual([name, `${name}_without_letters`]);
  expect(said.at(-1)).toMatch(/^The database old_\d+ was not copied \(.*already exists\)\. The site starts/);
  expect(await ask(name, 'select count(*)::int from words')).toEqual([{ count: 2 }]);
});

it('a start keeps the database before if the present one is not its copy', async () => {
  await start();
  await ask('postgres', `drop database ${name}`);
  await postgres.createDatabase(name);
  await ask(name, 'create table words ()');
  await start();
  expect(Object.keys(await list())).toEqual([name, `${name}_without_letters`]);
  expect(said.at(-1)).toMatch(/_without_letters is kept, since old_\d+ is not a copy of it/);
  expect(await ask(`${name}_without_letters`, 'select count(*)::int from words')).toEqual([{ count: 2 }]);
});

it('a new database knows the letters of all scripts', async () => {
  await postgres.createDatabase(`${name}_new`);
  expect(await list()).toMatchObject({ [`${name}_new`]: 'C.UTF-8' });
});
