import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, inTransaction, toAppError } from '../src/index.ts';
import { createRecordingLogger, createTestDatabase } from '../src/testing/index.ts';

/** Postgres takes a second to find a deadlock, and longer on a busy machine. */
const PATIENT_MS = 20_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<never>;
let admin: Kysely<never>;
const { logger, lines } = createRecordingLogger();

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase<never>({ url: database.url, logger, poolSize: 3, silenceMs: PATIENT_MS });
  admin = createDatabase<never>({ url: database.url, logger, poolSize: 1 });
});
afterAll(async () => {
  await Promise.all([db.destroy(), admin.destroy()]);
  await database.drop();
});

/** Ends all other connections to this database, like a killed server. */
const endConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    admin,
  );

describe('lost connections', () => {
  it('a connection lost between two statements of a transaction fails that transaction only', async () => {
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

describe('inTransaction', () => {
  it('inTransaction retries a transaction that Postgres ends because of a deadlock', async () => {
    await sql`create table pairs (id integer primary key, changes integer not null default 0)`.execute(admin);
    await sql`insert into pairs values (1), (2)`.execute(admin);
    const change = (trx: Kysely<never>, id: number) =>
      sql`update pairs set changes = changes + 1 where id = ${id}`.execute(trx);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    let tries = 0;
    const crossing = (ids: [number, number], held: { resolve: () => void }, others: Promise<void>) =>
      inTransaction(db, async (trx) => {
        tries += 1;
        await change(trx, ids[0]);
        held.resolve();
        await others;
        await change(trx, ids[1]);
      });
    await Promise.all([crossing([1, 2], first, second.promise), crossing([2, 1], second, first.promise)]);
    expect(tries).toBe(3);
    expect((await sql`select changes from pairs`.execute(db)).rows).toEqual([{ changes: 2 }, { changes: 2 }]);
  });

  it('inTransaction does not retry a transaction whose work throws', async () => {
    let tries = 0;
    const failing = inTransaction(db, async () => {
      tries += 1;
      throw new Error('out of songs');
    });
    await expect(failing).rejects.toThrowError('out of songs');
    expect(tries).toBe(1);
  });
});
