import { createDatabase, createLogger } from '@larksong/service-kit';
import { createTestDatabase } from '@larksong/service-kit/testing';
import { sql } from 'kysely';

import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';

/** A catalog's database whose clock stands still until it is moved. */
export interface MovedClock {
  db: Db;
  /** Sets the clock, to a moment in milliseconds since 1970. */
  set: (ms: number) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Creates a database in which `clock_timestamp` and `now` are functions of the test: its schema comes before the one of
 * Postgres.
 */
export async function createMovedClock(): Promise<MovedClock> {
  const database = await createTestDatabase(migrations);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=clock,pg_catalog,public');
  const db = createDatabase<Tables>({
    url: url.href,
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  await sql`create schema clock`.execute(db);
  await sql`create table clock.moment (at timestamptz not null)`.execute(db);
  await sql`insert into clock.moment values (pg_catalog.now())`.execute(db);
  for (const name of ['clock_timestamp', 'now'])
    await sql
      .raw(
        `create function clock.${name}() returns timestamptz language sql volatile as 'select at from clock.moment'`,
      )
      .execute(db);
  return {
    db,
    set: async (ms) => {
      await sql`update clock.moment set at = ${new Date(ms)}`.execute(db);
    },
    stop: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}
