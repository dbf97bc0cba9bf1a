import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createDatabase } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';

const COMMAND = join(import.meta.dirname, '..', 'src', 'command.ts');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase(migrations);
  db = createDatabase<Tables>({ url: database.url, logger: createTestLogger('catalog') });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const options = ['--disable-warning=ExperimentalWarning', COMMAND, ...args];
  try {
    return { code: 0, text: (await promisify(execFile)(process.execPath, options, { env })).stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }; // as Node documents it
    return { code, text: stderr };
  }
}

const findSaved = () =>
  db.selectFrom('site_settings').select(['visitors', 'game_visitors']).executeTakeFirst();

it('the command line closes and opens the site, which the audit log records', async () => {
  const closed = await run('access', '--visitors', 'nobody');
  expect(closed).toMatchObject({
    code: 0,
    text: expect.stringContaining('Only signed-in people see songs.'),
  });
  expect(closed.text).toContain('No link to a list opens.');
  expect(await findSaved()).toEqual({ visitors: 'nobody', game_visitors: 'everybody' });
  expect((await run('access', '--game', 'nobody')).text).toContain('see songs and play the game');
  expect((await run('access', '--visitors', 'everybody')).text).toContain('Everybody sees the public songs');
  expect(await findSaved()).toEqual({ visitors: 'everybody', game_visitors: 'nobody' });
  const { rows } = await sql<{ entry: string }>`
    select action || ' by ' || actor_name as entry from audit_entries order by number`.execute(db);
  expect(rows.map(({ entry }) => entry)).toEqual([
    'site.close by command line',
    'site.close by command line',
    'site.open by command line',
  ]);
});

it.runIf(isLongRun)('the command line allows links to lists on a closed site', async () => {
  expect((await run('access', '--visitors', 'nobody')).text).toContain('No link to a list opens.');
  expect((await run('access', '--links', 'teachers')).text).toContain('Links of teachers and superadmins');
  const saved = await db.selectFrom('site_settings').select(['visitors', 'closed_links']).executeTakeFirst();
  expect(saved).toEqual({ visitors: 'nobody', closed_links: 'teachers' });
  expect((await run('access', '--visitors', 'everybody')).text).not.toContain('Links of');
  expect(await run('access', '--links', 'everybody')).toEqual({
    code: 2,
    text: '"everybody" is not one of nobody, superadmins, teachers, members.\n',
  });
});

it('a choice that does not exist is refused and changes nothing', async () => {
  const before = await findSaved();
  expect(await run('access', '--visitors', 'members')).toEqual({
    code: 2,
    text: '"members" is neither everybody nor nobody.\n',
  });
  if (isLongRun) expect((await run('open')).code).toBe(2);
  expect(await findSaved()).toEqual(before);
});
