import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import {
  createDatabase,
  migrateToLatest,
  NewerDatabaseError,
  setUnusableByOlder,
  tryMigrations,
} from '../src/index.ts';
import { createRecordingLogger, createTestDatabase } from '../src/testing/index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const CREATE = step((db) => sql`create table songs (id integer)`.execute(db));

function step(work: (db: Kysely<never>) => Promise<unknown>): Migration {
  return { up: (db: Kysely<never>) => work(db).then(() => {}) };
}

function run(migrations: Record<string, Migration>, progressEveryMs?: number) {
  const { logger, lines } = createRecordingLogger();
  const names = migrateToLatest({
    url: database.url,
    logger,
    migrations,
    ...(progressEveryMs === undefined ? {} : { progressEveryMs }),
  });
  const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { names, read };
}

it('migrations run once, even if several processes start at the same time', async () => {
  const migrations = { '0001-create-songs': CREATE };
  const runs = await Promise.all([1, 2, 3].map(() => run(migrations).names));
  expect(runs.flat()).toEqual(['0001-create-songs']);
  expect(await run(migrations).names).toEqual([]);
});

it('a database to which a newer version has only added is used as it is', async () => {
  await run({ '0001-create-songs': CREATE, '0002-add-titles': step(async () => {}) }).names;
  const older = run({ '0001-create-songs': CREATE });
  expect(await older.names).toEqual([]);
  expect(older.read()).toMatchObject([{ level: 40, migrations: ['0002-add-titles'] }]);
});

it('migrateToLatest rejects a database from which a newer version has taken something away', async () => {
  await run({ '0001-create-songs': CREATE, '0002-narrow-songs': step(async () => {}) }).names;
  const { names } = run({ '0001-create-songs': CREATE });
  await expect(names).rejects.toThrowError(NewerDatabaseError);
  await expect(names).rejects.toThrowError(/made by a newer version, .*\(unknown here: 0002-narrow-songs\)/);
});

it('older versions refuse a marked database by the sentence of the mark, and this one and newer ones use it', async () => {
  const migrations = { '0001-create-songs': CREATE };
  await run(migrations).names;
  const db = createDatabase<never>({ url: database.url, logger: createRecordingLogger().logger });
  onTestFinished(() => db.destroy());
  await setUnusableByOlder(db, 'first run: open', true);
  await setUnusableByOlder(db, 'first run: open', true);
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name ~ 'narrow'`.execute(db);
  // What versions refuse that do not know it: as the test above.
  expect(rows).toEqual([{ name: expect.stringMatching(/^\d+-narrow-first run: open$/) as string }]);
  expect(await run(migrations).names).toEqual([]);
  const newer = { ...migrations, '0002-add-titles': step(async () => {}) };
  expect(await run(newer).names).toEqual(['0002-add-titles']);
  expect(await run({ ...newer, '0003-add-words': step(async () => {}) }).names).toEqual(['0003-add-words']);
  expect(await run(migrations).names).toEqual([]);
  await setUnusableByOlder(db, 'first run: open', false);
  expect((await sql`select from kysely_migration where name ~ 'narrow'`.execute(db)).rows).toEqual([]);
});

it('tried migrations run, and leave nothing behind', async () => {
  await run({ '0001-create-songs': CREATE }).names;
  const { logger } = createRecordingLogger();
  const insert = step((db) => sql`insert into songs values (1)`.execute(db));
  const migrations = { '0001-create-songs': CREATE, '0002-insert': insert };
  const options = { url: database.url, logger, migrations };
  expect(await tryMigrations(options)).toEqual(['0002-insert']);
  const failing = step((db) => sql`select 1 / 0`.execute(db));
  const broken = { ...options, migrations: { ...migrations, '0003-fail': failing } };
  await expect(tryMigrations(broken)).rejects.toThrowError('division by zero');
  expect(await run(migrations).names).toEqual(['0002-insert']);
});

it('a migration longer than the statement timeout of calls succeeds and logs its progress', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const { logger } = createRecordingLogger();
  const admin = createDatabase<never>({ url: database.url, logger });
  await sql`alter database ${sql.id(name)} set statement_timeout = '2s'`.execute(admin);
  await admin.destroy();
  const migrations = {
    '0001-create-songs': CREATE,
    '0002-think': step((db) => sql`select pg_sleep(5.6)`.execute(db)),
  };
  const first = run(migrations, 1600);
  await expect.poll(() => first.read().map(({ msg }) => msg)).toContain('migration done');
  const second = run(migrations, 1600);
  expect(await first.names).toEqual(['0001-create-songs', '0002-think']);
  expect(await second.names).toEqual([]);

  const thinking = { migration: '0002-think', number: 2, of: 2 };
  const progress = { msg: 'migration still running', ...thinking };
  const about = first.read().map(({ msg, migration, number, of }) => ({ msg, migration, number, of }));
  const steps = about.filter(({ msg }) => msg !== progress.msg);
  expect(about.length - steps.length).toBeGreaterThanOrEqual(3);
  expect(about.slice(3, -1)).toEqual(about.slice(3, -1).map(() => progress));
  expect(steps).toEqual([
    { msg: 'migration started', migration: '0001-create-songs', number: 1, of: 2 },
    { msg: 'migration done', migration: '0001-create-songs', number: 1, of: 2 },
    { msg: 'migration started', ...thinking },
    { msg: 'migration done', ...thinking },
  ]);
  expect(first.read().at(-1)?.['seconds']).toBeGreaterThanOrEqual(5);
  expect(new Set(second.read().map(({ msg }) => msg))).toEqual(
    new Set(["waiting for another process's migration of the database"]),
  );
});

it('a failed migration is rolled back, and later migrations do not run', async () => {
  const failing = step(async (db) => {
    await sql`create table verses (id integer)`.execute(db);
    await sql`select 1 / 0`.execute(db);
  });
  const migrations = { '0001-create-songs': CREATE, '0002-fail': failing };
  await expect(run(migrations).names).rejects.toThrowError(/division by zero/);
  expect(await run({ '0001-create-songs': CREATE, '0002-create-verses': CREATE_VERSES }).names).toEqual([
    '0001-create-songs',
    '0002-create-verses',
  ]);
});

const CREATE_VERSES = step((db) => sql`create table verses (id integer)`.execute(db));
