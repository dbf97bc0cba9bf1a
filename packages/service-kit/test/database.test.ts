import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, migrateToLatest, NewerDatabaseError, toAppError } from '../src/index.ts';
import { createRecordingLogger, createTestDatabase } from '../src/testing/index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<never>;
let admin: Kysely<never>;
const { logger, lines } = createRecordingLogger();

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase<never>({ url: database.url, logger, poolSize: 3 });
  admin = createDatabase<never>({ url: database.url, logger, poolSize: 1 });
});
afterAll(async () => {
  await Promise.all([db.destroy(), admin.destroy()]);
  await database.drop();
});

/** Ends every other connection to this database, as a server that is killed does. */
const endConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    admin,
  );

describe('a lost connection', () => {
  it('between two statements of a transaction fails that transaction and nothing else', async () => {
    const transaction = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await endConnections();
      await expect.poll(() => lines.some((line) => line.includes('connection was lost'))).toBe(true);
      await sql`select 2`.execute(trx);
    });
    const failure = await transaction.catch((error: unknown) => error);
    expect(toAppError(failure)).toMatchObject({ code: 'UNAVAILABLE' });
    await expect(sql`select 3`.execute(db)).resolves.toMatchObject({ rows: [{ '?column?': 3 }] });
  });
});

describe('migrations', () => {
  const create = {
    up: (at: Kysely<never>) => sql`create table songs (id integer)`.execute(at).then(() => {}),
  };

  it('run once, also when several processes start at once', async () => {
    const migrations = { '0001-create-songs': create };
    const runs = await Promise.all([1, 2, 3].map(() => migrateToLatest(db, migrations)));
    expect(runs.flat()).toEqual(['0001-create-songs']);
    expect(await migrateToLatest(db, migrations)).toEqual([]);
  });

  it('refuse a database that a newer version made', async () => {
    await expect(migrateToLatest(db, {})).rejects.toThrowError(NewerDatabaseError);
    await expect(migrateToLatest(db, {})).rejects.toThrowError(/made by a newer version \(0001-create-songs/);
  });
});
