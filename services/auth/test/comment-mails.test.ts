import { randomUUID } from 'node:crypto';

import { auth, catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { up } from '../src/db/migrations/0028-vouch-for-created-accounts.ts';
import { listUntoldComments, queueCommentMails } from '../src/mail-queue/comment-store.ts';
import { parseMail } from './mailbox.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import { registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let smtp: SmtpServer;

beforeEach(async () => {
  smtp = await startSmtpServer();
  service = await startFreshAuth({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PUBLIC_URL: 'https://songs.example',
    VIDEO_MAIL_MINUTES: '0',
  });
});
afterEach(async () => {
  await service.stop();
  await smtp.close();
});

/** Registers an account with a role; its email is verified unless that is left out. */
async function register(role: auth.GivenRole = 'user', isVerified = true): Promise<auth.User> {
  const { user } = await registerSomebody(service);
  await service.db
    .updateTable('users')
    .set({
      role: role === 'superadmin' ? role : 'user',
      is_teacher: role === 'teacher',
      email_verified_at: isVerified ? new Date() : null,
    })
    .where('id', '=', user.id)
    .execute();
  return user;
}

const authorOf = async ({ id }: auth.User) =>
  (await service.callInternal(auth.readAuthor, { params: { id } })).data.author;
const waiting = async () => (await service.db.selectFrom('mails').select('id').execute()).length;
/** Empties the mailbox of the mails of the registrations. */
const settle = async () => {
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  smtp.mails.length = 0;
};

test('superadmins and the teachers of the videos are told once what waits', async () => {
  const [ruth, teacher] = [await register('superadmin'), await register('teacher')];
  const [member, unverified] = [await register(), await register('superadmin', false)];
  const olive = await register('superadmin');
  await settle();
  const uploaders = [teacher, member, unverified].map(({ id: userId }) => ({
    ...{ userId, waiting: 2, reported: 0 },
  }));
  // Olive is not told of what she wrote herself.
  const own = [{ userId: olive.id, waiting: 3, reported: 1 }];
  const body = { id: randomUUID(), waiting: 3, reported: 1, uploaders, own };
  for (let count = 0; count < 2; count += 1)
    await service.callInternal(catalog.sendCommentsWaiting, { body });
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(2);
  await expect.poll(waiting).toBe(0);
  const mails = new Map(smtp.mails.map((mail) => [parseMail(mail).to, parseMail(mail)]));
  expect([...mails.keys()].toSorted()).toEqual([ruth.email, teacher.email].toSorted());
  expect(mails.get(ruth.email)?.text).toContain(
    'Comments that wait for an approval: 3. Comments that were reported: 1.',
  );
  expect(mails.get(teacher.email)?.text).toMatch(/Comments that wait for an approval: 2\.\r?\n/);
  expect(mails.get(ruth.email)?.link.href).toBe('https://songs.example/comments');
  await service.callInternal(catalog.sendCommentsWaiting, { body });
  await queueCommentMails(service.db, 0);
  expect(await waiting()).toBe(0);
});

test('the author of a removed comment is told why, and of several in one mail', async () => {
  const teo = await register();
  await settle();
  const removed = { userId: teo.id, videoId: randomUUID(), title: 'Five <Ducks>' };
  const send = (given: Partial<catalog.Removal>) =>
    service.callInternal(catalog.sendCommentRemoved, {
      body: { id: randomUUID(), ...removed, fault: 'names-child', note: '', ...given },
    });
  await send({});
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(1);
  const first = parseMail(smtp.mails[0] ?? '');
  expect(first.text).toContain(
    'Your comment on “Five <Ducks>” is no longer shown. It names or shows a child',
  );
  expect(first.html).toContain('Five &lt;Ducks&gt;');
  await expect.poll(waiting).toBe(0);

  await service.db.transaction().execute((trx) =>
    sql`insert into comment_mails (id, user_id, kind, title, fault, note) values
        (gen_random_uuid(), ${teo.id}, 'comment-removed', 'Ducks', 'unkind', 'Please be kind.'),
        (gen_random_uuid(), ${teo.id}, 'comment-removed', 'Geese', 'other', '')`.execute(trx),
  );
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(2);
  const { text } = parseMail(smtp.mails[1] ?? '');
  expect(text).toContain(
    '- Ducks: It could hurt somebody. The person who removed it writes: Please be kind.',
  );
  expect(text).toContain('- Geese: It does not fit this site.');
  await expect.poll(waiting).toBe(0);
  expect(await listUntoldComments(service.db, { kind: 'comment-removed', email: teo.email })).toEqual([]);
});

test('an account counts as verified by its email, its role, or because a superadmin confirmed it', async () => {
  const user = await register('user', false);
  expect(await authorOf(user)).toMatchObject({
    ...{ isVerified: false, isTeacher: false, role: 'user' },
    canVerify: true, // the site has a mail server
  });
  await service.db.updateTable('users').set({ confirmed_at: new Date() }).where('id', '=', user.id).execute();
  expect(await authorOf(user)).toMatchObject({ isVerified: true });
  expect(await authorOf(await register('teacher', false))).toMatchObject({
    isVerified: true,
    isTeacher: true,
  });
  expect(await authorOf(await register())).toMatchObject({ isVerified: true });
  await sql`update users set disabled_at = now() where id = ${user.id}`.execute(service.db);
  expect(await authorOf(user)).toBeNull();
});

test('an account that a superadmin created before accounts could be confirmed counts as verified', async () => {
  const [created, registered] = [await register('user', false), await register('user', false)];
  await sql`insert into audit_entries (number, at, actor_name, action, subject_id, previous_hash, hash)
    values (1000, now() - interval '1 year', 'olive', 'account.create', ${created.id}, '', '')`.execute(
    service.db,
  );
  await up(service.db as never); // as the migrator passes it
  expect(await authorOf(created)).toMatchObject({ isVerified: true });
  expect(await authorOf(registered)).toMatchObject({ isVerified: false });
});
