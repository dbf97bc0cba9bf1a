import { auth } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { maintenance } from '../src/commands/maintenance.ts';
import { readCommandConfig } from '../src/config.ts';
import { AUTH_SECRET, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let superadmin: ReturnType<typeof service.callAs>;

beforeAll(async () => {
  service = await startFreshAuth();
  const olive = await registerSomebody(service);
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
  superadmin = service.callAs(olive.accessToken);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('announcement').execute();
});

const read = async () => (await service.call(auth.getAnnouncement, {})).data.announcement;
const put = async (message: string, isReadOnly: boolean) =>
  (await superadmin(auth.putAnnouncement, { body: { message, isReadOnly } })).data.announcement;

async function listChanges() {
  const { rows } = await sql<Record<string, unknown>>`
    select actor_name, action, before, after from audit_entries
    where action = 'site.announcement' order by number`.execute(service.db);
  return rows;
}

test('everybody reads what a superadmin announces, until it is blank; each change is in the audit log', async () => {
  expect(await read()).toBeNull();
  expect(await put('  New songs on Friday! ', false)).toMatchObject({ message: 'New songs on Friday!' });
  expect(await read()).toMatchObject({ message: 'New songs on Friday!', isReadOnly: false });
  await put('Back at 8.', true);
  expect(await read()).toMatchObject({ message: 'Back at 8.', isReadOnly: true });
  expect(await put(' \u200b ', false)).toBeNull();
  expect(await read()).toBeNull();
  expect(await listChanges()).toMatchObject([
    { before: {}, after: { message: 'New songs on Friday!' } },
    { before: { message: 'New songs on Friday!' }, after: { isReadOnly: true } },
    { before: { message: 'Back at 8.' }, after: {} },
  ]);
});

test('a read-only site without a message says the default sentence', async () => {
  expect(await put('', true)).toMatchObject({ message: auth.READ_ONLY_SENTENCE, isReadOnly: true });
});

test('the announcement and the read-only switch change apart, and another text keeps the time of the switch', async () => {
  const change = async (body: { message?: string; isReadOnly?: boolean }) =>
    (await superadmin(auth.putAnnouncement, { body })).data.announcement;
  await change({ message: 'New songs on Friday!' });
  const started = await change({ isReadOnly: true });
  expect(started).toMatchObject({ message: 'New songs on Friday!', isReadOnly: true });
  expect(await change({ message: '' })).toEqual({ ...started, message: auth.READ_ONLY_SENTENCE });
  expect(await change({ message: 'Back at 8.' })).toEqual({ ...started, message: 'Back at 8.' });
  await change({ message: '' });
  expect(await change({ isReadOnly: false })).toBeNull();
  await Promise.all([change({ message: 'Back at 9.' }), change({ isReadOnly: true })]);
  expect(await read()).toMatchObject({ message: 'Back at 9.', isReadOnly: true });
});

test('an announcement of more than 300 characters is refused', async () => {
  await expect(put('a'.repeat(301), false)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('the command line switches maintenance on and off, and announces', async () => {
  const config = readCommandConfig({
    DATABASE_URL: service.databaseUrl,
    AUTH_SECRET,
    PUBLIC_URL: 'https://songs.example',
  });
  const run = (...args: string[]) => maintenance(args)({ db: service.db, config, note: () => {} });
  expect((await run('on', 'Back at 8.')).text).toContain('Every page says: Back at 8.');
  expect(await read()).toMatchObject({ message: 'Back at 8.', isReadOnly: true });
  expect((await listChanges()).at(-1)).toMatchObject({ actor_name: 'command line' });
  await run('announce', 'New songs!');
  expect(await read()).toMatchObject({ message: 'New songs!', isReadOnly: false });
  await run('off');
  expect(await read()).toBeNull();
  for (const wrong of [[], ['stop'], ['announce'], ['off', 'now']])
    expect(() => maintenance(wrong)).toThrow(/argument|command|message|missing/i);
});
