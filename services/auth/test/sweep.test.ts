import { createDatabase } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Db, Tables } from '../src/db/tables.ts';
import { sweep } from '../src/sweep.ts';
import { registerSomebody, startFreshAuth } from './start-auth.ts';

/** Can be raised with SWEPT_SESSIONS, to try a large site. */
const COUNT = Number(process.env['SWEPT_SESSIONS'] ?? 5000);

let auth: Awaited<ReturnType<typeof startFreshAuth>>;
/** A client without a short timeout, for creating the rows. */
let patient: Db;

beforeAll(async () => {
  auth = await startFreshAuth({ DATABASE_SILENCE_SECONDS: '10' }); // for a machine that other work shares
  const logger = createTestLogger();
  patient = createDatabase<Tables>({ url: auth.databaseUrl, logger, silenceMs: 600_000 });
});
afterAll(async () => {
  await patient.destroy();
  await auth.stop();
});

test(`${COUNT} ended sessions, links and mails are deleted in short statements`, async () => {
  const { user } = await registerSomebody(auth);
  await fill(user.id);
  const startedAt = performance.now();
  await sweep(auth.db, auth.config);
  process.stdout.write(`swept ${COUNT} sessions in ${Math.round(performance.now() - startedAt)} ms\n`);
  for (const table of ['sessions', 'link_tokens', 'video_mails'])
    expect(await countRows(table)).toBeLessThanOrEqual(1); // those of the registration
  expect(await countRows('refresh_tokens')).toBe(1);
  const { last_seen_at } = await auth.db
    .selectFrom('users')
    .select('last_seen_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(last_seen_at?.toISOString()).toBe('2020-01-02T00:00:00.000Z');
});

test('an aborted sweep leaves the rest for the next one', async () => {
  const { user } = await registerSomebody(auth);
  await fill(user.id);
  await sweep(auth.db, auth.config, AbortSignal.abort());
  expect(await countRows('sessions')).toBeGreaterThan(COUNT / 2);
});

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(patient);
  return rows[0]?.count ?? 0;
}

/** Creates ended sessions with a used token each, expired links, and old mails. */
async function fill(userId: string): Promise<void> {
  const many = sql`generate_series(1, ${COUNT}::integer)`;
  await sql`
    insert into sessions (id, user_id, expires_at, last_used_at)
    select gen_random_uuid(), ${userId}, '2020-02-02', '2020-01-02T00:00:00Z' from ${many}`.execute(patient);
  await sql`
    insert into refresh_tokens (token_hash, session_id, used_at)
    select sha256(id::text::bytea), id, '2020-01-02' from sessions where expires_at < now()`.execute(patient);
  await sql`
    insert into link_tokens (token_hash, user_id, purpose, expires_at)
    select sha256(gen_random_uuid()::text::bytea), ${userId}, 'verify-email', '2020-02-02' from ${many}`.execute(
    patient,
  );
  await sql`
    insert into video_mails (id, user_id, kind, video_id, title, created_at)
    select gen_random_uuid(), ${userId}, 'ready', gen_random_uuid(), 'Ducks', '2020-02-02' from ${many}`.execute(
    patient,
  );
}
