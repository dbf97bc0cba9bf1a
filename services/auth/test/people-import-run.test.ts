import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth } from '@larksong/contracts';
import { createDatabase } from '@larksong/service-kit';
import { COMMAND_LINE } from '@larksong/service-kit/audit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { saveAnnouncement } from '../src/announcement/store.ts';
import { createHasher, record } from '../src/commands/command.ts';
import { exportUsers, importUsers } from '../src/commands/people.ts';
import { readCommandConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Tables } from '../src/db/tables.ts';
import { deleteOldImports } from '../src/people-imports/store.ts';
import { importNext } from '../src/people/import-next.ts';
import { startImport } from '../src/people/start-import.ts';
import { PEOPLE_SETTINGS, tableOf, usePeopleSite } from './people-site.ts';
import { AUTH_SECRET, PASSWORD, registerSomebody, startAuth } from './start-auth.ts';

const site = usePeopleSite();
const hold = (isReadOnly: boolean) =>
  saveAnnouncement(site.service().db, { isReadOnly, message: '' }, record);

/** Returns the number of accounts, and of mails with a first link that are kept or wait, for each email that ends so. */
async function countInvitations(ending: string) {
  const { rows } = await sql<{ email: string; mails: number }>`
    select users.email, (
      (select count(*) from kept_mails where kept_mails.email = users.email and kind = 'welcome')
      + (select count(*) from mails where mails.email = users.email)
    )::integer as mails
    from users where users.email like ${`%${ending}`} order by users.email`.execute(site.service().db);
  return rows;
}

describe('an import in the background', () => {
  test('it continues after restarts and in several processes, and nobody is invited twice', async () => {
    await site.start(tableOf(60, '@restart.example'));
    await expect.poll(async () => (await site.readImport())?.counts.invited).toBeGreaterThan(3);
    const others = await Promise.all(
      [1, 2].map(() => startAuth(site.service().databaseUrl, PEOPLE_SETTINGS)),
    );
    await Promise.all(others.map((other) => other.stop()));
    const last = await startAuth(site.service().databaseUrl, PEOPLE_SETTINGS);
    const run = await site.awaitEnd();
    expect(run.counts).toEqual({ waiting: 0, invited: 60, promoted: 0, unchanged: 0, failed: 0 });
    await expect
      .poll(async () => new Set((await countInvitations('@restart.example')).map(({ mails }) => mails)))
      .toEqual(new Set([1]));
    expect(await countInvitations('@restart.example')).toHaveLength(60);
    await last.stop();
  });

  test('a line that is interrupted leaves neither an account nor a mail, and is done later', async () => {
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`.execute(
      site.service().db,
    );
    await sql`
      create trigger refuse before update on people_import_lines for each row
      when (new.line = 3) execute function refuse()`.execute(site.service().db);
    await site.start(tableOf(3, '@cut.example'));
    await expect.poll(async () => (await site.readImport())?.counts.invited).toBe(1);
    const deps = { db: site.service().db, passwords: await createHasher(), perMinute: 1_000_000 };
    await expect(importNext(deps)).rejects.toThrow('cut');
    expect((await countInvitations('@cut.example')).map(({ email }) => email)).toEqual([
      'person-0@cut.example',
    ]);
    await sql`drop trigger refuse on people_import_lines`.execute(site.service().db);
    await sql`drop function refuse`.execute(site.service().db);
    expect((await site.awaitEnd()).counts.invited).toBe(3);
    expect(await countInvitations('@cut.example')).toHaveLength(3);
  });

  test('one import runs at a time, and it can be stopped', async () => {
    await hold(true); // holds the import
    const { body } = await site.start(tableOf(5, '@stop.example'));
    const id = body.data.import?.id ?? '';
    expect(await site.start(tableOf(5, '@other.example'))).toMatchObject({
      status: 409,
      body: { reason: 'people.still-importing' },
    });
    const { data } = await site.asHead()(auth.stopPeopleImport, { params: { id } });
    expect(data.import).toMatchObject({ isStopped: true, counts: { waiting: 5, invited: 0 } });
    expect(data.import.endedAt).not.toBeNull();
    const { rows } = await sql`
      select actor_name, subject_id from audit_entries where action = 'people.stop-import'`.execute(
      site.service().db,
    );
    expect(rows).toEqual([{ actor_name: 'head', subject_id: id }]);
    await hold(false);
    await expect(site.asHead()(auth.stopPeopleImport, { params: { id } })).rejects.toMatchObject({
      reason: 'people.import-ended',
    });
    await expect(
      site.asHead()(auth.stopPeopleImport, { params: { id: '0198f3c2-7a1e-7d40-b1c9-000000000009' } }),
    ).rejects.toMatchObject({ code: 'IMPORT_NOT_FOUND' });
    await site.start(tableOf(1, '@other.example'));
    expect((await site.awaitEnd()).counts.invited).toBe(1);
    expect(await countInvitations('@stop.example')).toEqual([]);
  });

  test('at most 30 people are invited in a minute, two seconds apart', async () => {
    const database = await createTestDatabase(migrations);
    const db = createDatabase<Tables>({ url: database.url, logger: createTestLogger(), poolSize: 2 });
    const deps = { db, passwords: await createHasher(), perMinute: 30 };
    const bytes = Buffer.from(tableOf(40, '@slow.example'));
    await startImport(db, { bytes, leaveOut: false, askedBy: null, actor: COMMAND_LINE });
    const results: (string | undefined)[] = [];
    const pass = () => sql`update people_imports set due_at = now() - interval '1 hour'`.execute(db);
    while (results.at(-1) !== undefined || results.length === 0) {
      results.push(await importNext(deps));
      await pass();
    }
    const { rows } = await sql<{ done: number }>`
      select count(*)::integer as done from people_import_lines where done_at is not null`.execute(db);
    expect(rows[0]?.done).toBe(30);
    await sql`update people_import_lines set done_at = done_at - interval '1 minute'`.execute(db);
    expect(await importNext(deps)).toBe('invited');
    const { rows: next } = await sql<{ wait: number }>`
      select extract(epoch from due_at - clock_timestamp())::float8 as wait from people_imports`.execute(db);
    expect(next[0]?.wait).toBeGreaterThan(0.5);
    expect(next[0]?.wait).toBeLessThanOrEqual(2);
    await db.destroy();
    await database.drop();
  });

  test('an account or a username that came meanwhile is left as it is, and the page is told', async () => {
    await hold(true);
    await site.start(
      'email,username\nearly@mean.example,earlybird\nlate@mean.example,latecomer\nmade@mean.example,\n',
    );
    const register = (email: string, username: string) =>
      site.service().call(auth.register, { body: { email, username, password: PASSWORD } });
    await register('early@mean.example', 'anotherbird');
    await register('thief@mean.example', 'LateComer');
    await register('thief2@mean.example', 'made');
    await hold(false);
    const run = await site.awaitEnd();
    expect(run.counts).toEqual({ waiting: 0, invited: 1, promoted: 0, unchanged: 1, failed: 1 });
    expect(run.failures).toMatchObject([
      { line: 3, explanation: { message: 'Line 3: the username latecomer belongs to another account.' } },
    ]);
    expect((await site.findAccounts('made@mean.example'))[0]).toMatchObject({ username: 'made2' });
  });

  test('the import of a superadmin who loses the role is stopped', async () => {
    const { user, accessToken } = await registerSomebody(site.service());
    await site.asHead()(auth.updateAccount, { params: { id: user.id }, body: { role: 'superadmin' } });
    await hold(true);
    await site.send('/api/admin/accounts/import', tableOf(2, '@lost.example'), accessToken);
    expect(await site.readImport()).toMatchObject({ startedBy: user.username, endedAt: null });
    await site.asHead()(auth.updateAccount, { params: { id: user.id }, body: { role: 'user' } });
    expect(await site.readImport()).toMatchObject({ isStopped: true });
    await hold(false);
  });

  test('an import and its emails are deleted a week after it has ended', async () => {
    await site.start(tableOf(1, '@week.example'));
    await site.awaitEnd();
    await deleteOldImports(site.service().db);
    expect(await site.readImport()).not.toBeNull();
    await sql`update people_imports set ended_at = ended_at - interval '8 days'`.execute(site.service().db);
    await deleteOldImports(site.service().db);
    expect(await site.readImport()).toBeNull();
    const { rows } = await sql`select 1 from people_import_lines`.execute(site.service().db);
    expect(rows).toEqual([]);
  });

  test('the first links of an import do not come before requests for a new password among kept mails', async () => {
    const { user } = await registerSomebody(site.service());
    await site.service().call(auth.forgotPassword, { body: { email: user.email } });
    await site.service().mailbox.waitFor(user.email, 2);
    await site.start(tableOf(3, '@kept.example'));
    await site.awaitEnd();
    await site.service().mailbox.waitFor('person-2@kept.example');
    const { data } = await site.asHead()(auth.listKeptMails, { query: { limit: 100 } });
    const order = data.mails.map(({ to }) => to);
    expect(order.indexOf(user.email)).toBeLessThan(order.indexOf('person-2@kept.example'));
  });
});

const context = () => ({
  db: site.service().db,
  config: readCommandConfig({
    DATABASE_URL: site.service().databaseUrl,
    AUTH_SECRET,
    PUBLIC_URL: 'https://songs.example',
  }),
  note: () => {},
});

describe('the commands', () => {
  const run = (args: string[]) => importUsers(args)(context());
  const write = async (table: string): Promise<string> => {
    const path = join(await mkdtemp(join(tmpdir(), 'people-')), 'people.csv');
    await writeFile(path, table);
    return path;
  };

  test('users import says what it would do, refuses mistakes, and leaves them out if that is wanted', async () => {
    const path = await write('email,role\nnew@command.example,teacher\nking@command.example,king\n');
    const { text } = await run([path, '--dry-run']);
    expect(text.split('\n')).toEqual([
      'Line 2: new@command.example is invited as a teacher, with the username new.',
      'Line 3: the role is user or teacher, not “king”.',
      'To invite: 1. To make teachers: 0. Unchanged: 0. Mistakes: 1.',
    ]);
    await expect(run([path])).rejects.toThrow(/^Line 3: .*\nNobody was invited\./);
    expect(await site.readImport()).toBeNull();
    expect((await run([path, '--leave-out-mistakes'])).text).toContain('The running site does it');
    expect(await site.awaitEnd()).toMatchObject({ startedBy: 'command line', counts: { invited: 1 } });
    await expect(run([`${path}.none`])).rejects.toThrow('cannot be read');
  });

  test('users export writes a table that users import finds unchanged', async () => {
    const { text } = await exportUsers([])(context());
    const result = await run([await write(text)]);
    expect(result.text).toBe('Everybody in the table is here already. Nothing was changed.');
  });
});

test('the metrics count the people of imports', async () => {
  await site.start(tableOf(2, '@metrics.example'));
  await site.awaitEnd();
  const { body } = await site.service().app.inject({ url: '/metrics' });
  expect(body).toMatch(/^auth_imported_people_total\{.*result="invited".*\} [1-9]/m);
  expect(body).toMatch(/^auth_import_waiting_people(\{.*\})? \d/m);
});
