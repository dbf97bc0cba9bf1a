import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres, type Postgres } from '@larksong/local';
import { createDatabase, createLogger, migrateToLatest } from '@larksong/service-kit';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrations } from '../../services/catalog/src/db/migrations/index.ts';
import type { Tables } from '../../services/catalog/src/db/tables.ts';

const VIDEOS = Number(process.env['MIGRATED_VIDEOS'] ?? 1_000_000);
/** The migration that writes a row for every video and creates most of the indexes. */
const HEAVY = '0005-add-listings';

let folder: string;
let postgres: Postgres;
let db: Kysely<Tables>;
const lines: Record<string, unknown>[] = [];
const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
const logger = createLogger({ name: 'migration', level: 'info', destination: { write } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-migration-'));
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fsync: false });
  await postgres.createDatabase('catalog');
  db = createDatabase<Tables>({ url: postgres.url('catalog'), logger, silenceMs: 30 * 60_000 });
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test(`a catalog of ${VIDEOS} videos is migrated from its first version, even if a statement takes a minute`, async () => {
  const url = postgres.url('catalog');
  const steps = Object.entries(migrations);
  await migrateToLatest({
    url,
    logger,
    migrations: Object.fromEntries(steps.filter(([name]) => name < HEAVY)),
  });
  await fill();
  lines.length = 0;
  const slow = { up: (at: Kysely<unknown>) => sql`select pg_sleep(60)`.execute(at).then(() => {}) };
  const startedAt = performance.now();
  await migrateToLatest({ url, logger, migrations: { ...migrations, '9999-think': slow } });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const heavy = lines.find(({ msg, migration }) => msg === 'migration done' && migration === HEAVY);
  process.stdout.write(
    `${VIDEOS} videos migrated in ${seconds} s, of which ${String(heavy?.['seconds'])} s for ${HEAVY}; ${lines.length} lines\n`,
  );
  const { count } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(VIDEOS);
  const still = lines.filter(
    ({ msg, migration }) => msg === 'migration still running' && migration === '9999-think',
  );
  expect(still.length).toBeGreaterThanOrEqual(5);
});

/** Inserts videos with two tags each in the format of the first version. */
async function fill(): Promise<void> {
  await sql`insert into uploaders (id, username) values (gen_random_uuid(), 'olive')`.execute(db);
  await sql`
    insert into videos (
      id, title, description, visibility, uploader_id, status, requested_resolutions, source_key, source_size_bytes,
      playable_at, view_count
    )
    select gen_random_uuid(), 'Song ' || n, 'A song about the number ' || n, 'public', uploaders.id, 'completed',
      '{480p}', 'videos/' || n, 1000, now(), n % 1000
    from uploaders, generate_series(1, ${VIDEOS}::integer) as n`.execute(db);
  await sql`
    insert into video_tags (video_id, tag_type, tag_value)
    select id, tag_type, 'value ' || view_count
    from videos, unnest('{grade,category}'::text[]) as tag_type`.execute(db);
}
