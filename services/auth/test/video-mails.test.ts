import { randomUUID } from 'node:crypto';

import { catalog, type auth } from '@larksong/contracts';
import { createTestDatabase } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { finishMail } from '../src/mail-queue/store.ts';
import { listUntold, queueVideoMails } from '../src/mail-queue/video-store.ts';
import { sweep } from '../src/sweep.ts';
import { parseMail } from './mailbox.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import { registerSomebody, startAuth, startFreshAuth } from './start-auth.ts';

const WINDOW_SECONDS = 15 * 60;

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startFreshAuth({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PUBLIC_URL: 'https://songs.example',
    VIDEO_MAIL_MINUTES: '0',
  });
});
afterAll(async () => {
  await service?.stop();
  await smtp?.close();
});
beforeEach(async () => {
  await untilSent();
  await service.db.deleteFrom('video_mails').execute();
  smtp.mails.length = 0;
});

const about = (userId: string, notice: Partial<catalog.Notice> = {}) => ({
  id: randomUUID(),
  videoId: randomUUID(),
  kind: 'ready' as const,
  title: 'Five Ducks',
  message: null,
  createdAt: new Date().toISOString(),
  ...notice,
  userId,
});

/** Registers a user and confirms the email. */
async function register(): Promise<auth.SignedIn['user']> {
  const { user } = await registerSomebody(service);
  await smtp.waitFor(1);
  await untilSent();
  await service.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', user.id)
    .execute();
  return user;
}

const ask = (body: ReturnType<typeof about>) => service.callInternal(catalog.sendVideoMail, { body });
const waiting = async () => (await service.db.selectFrom('mails').select('id').execute()).length;
/** The server has a mail a moment before its sender has recorded that. */
const untilSent = () => expect.poll(waiting).toBe(0);

describe('the mail about a video', () => {
  test('a mail about a ready video goes to its uploader with a link to watch it', async () => {
    const user = await register();
    const notice = about(user.id);
    await ask(notice);
    await smtp.waitFor(2);
    const mail = parseMail(smtp.mails[1] ?? '');
    expect(mail).toMatchObject({ to: user.email });
    expect(mail.text).toContain(`Hello ${user.username},`);
    expect(mail.text).toContain('Your video “Five Ducks” is ready');
    expect(mail.link.href).toBe(`https://songs.example/songs?v=${notice.videoId}`);
    expect(mail.html).toContain(`href="https://songs.example/songs?v=${notice.videoId}"`);
  });

  test.each([
    ['flagged', 'something is wrong with “Five Ducks”', () => '/flags'],
    ['suggested', 'a song for your list “Five Ducks”', (id: string) => `/lists/${id}`],
  ] as const)('a mail that tells of what others said leads to it: %s', async (kind, words, toPath) => {
    const user = await register();
    const notice = about(user.id, { kind });
    await ask(notice).then(() => smtp.waitFor(2));
    const { text, link } = parseMail(smtp.mails[1] ?? '');
    expect([text.includes(words), link.pathname]).toEqual([true, toPath(notice.videoId)]);
  });

  test('a mail about a failed video has the reason and a link to the dashboard', async () => {
    const user = await register();
    await ask(about(user.id, { kind: 'failed', message: 'This file is not a video.' }));
    await smtp.waitFor(2);
    const mail = parseMail(smtp.mails[1] ?? '');
    expect(mail.text).toContain('“Five Ducks” could not be processed. This file is not a video.');
    expect(mail.link.href).toBe('https://songs.example/transcoding');
  });

  test.each([
    [
      'de',
      /konnte nicht verarbeitet werden\. Die Datei ist abgeschnitten: .*3:12.*1:07.* die vorhandenen 67 Sekunden/,
    ],
    ['uk', /Не вдалося обробити ваше відео «Five Ducks»\. Файл обірвано: .*3:12.*1:07.* 67 наявних секунд\./],
  ] as const)(
    'a mail about a failed video has the reason in the language of its uploader: %s',
    async (language, said) => {
      const user = await register();
      await service.db.updateTable('users').set({ language }).where('id', '=', user.id).execute();
      const reason = { id: 'cut-off', values: { statedLength: 192, endLength: 67 } } as const;
      const readable = { seconds: 67, endSeconds: 67 };
      await ask(about(user.id, { kind: 'failed', message: 'The file is cut off.', reason, readable }));
      await smtp.waitFor(2);
      const { text, html } = parseMail(smtp.mails[1] ?? '');
      expect(text).toMatch(said);
      expect(text).not.toMatch(/cut off|publish/);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).not.toContain('lang="en"');
    },
  );

  test('a mail about a failed video marks a reason as English that is not known in the language', async () => {
    const user = await register();
    await service.db.updateTable('users').set({ language: 'de' }).where('id', '=', user.id).execute();
    const reason = { id: 'from-tomorrow' as never, values: {} };
    await ask(about(user.id, { kind: 'failed', message: 'It is too <odd>.', reason }));
    await smtp.waitFor(2);
    const { text, html } = parseMail(smtp.mails[1] ?? '');
    expect(text).toContain('konnte nicht verarbeitet werden. It is too <odd>.');
    expect(html).toContain('<span lang="en" dir="ltr">It is too &lt;odd&gt;.</span>');
  });

  test('a mail about a video that another person stopped says so, with the name', async () => {
    const user = await register();
    const outcome = { kind: 'failed', message: 'Cancelled', isStopped: true, stoppedBy: 'Robin' } as const;
    await ask(about(user.id, outcome));
    await smtp.waitFor(2);
    const { text } = parseMail(smtp.mails[1] ?? '');
    expect(text).toContain('Robin stopped the processing of “Five Ducks”.');
    expect(text).not.toContain('could not be processed');
  });

  test('a mail about a video that was sent back has the sentence', async () => {
    const user = await register();
    await ask(about(user.id, { kind: 'sent_back', message: 'The title is missing a word.' }));
    await smtp.waitFor(2);
    const { text } = parseMail(smtp.mails[1] ?? '');
    expect(text).toContain('“Five Ducks” has been sent back to you: The title is missing a word.');
  });

  test('a mail about a video is sent once, however often it is requested', async () => {
    const user = await register();
    const notice = about(user.id);
    await Promise.all(Array.from({ length: 10 }, () => ask(notice)));
    await smtp.waitFor(2);
    await untilSent();
    await ask(notice);
    await ask(about(user.id, { title: 'Another' }));
    await smtp.waitFor(3);
    await untilSent();
    const texts = smtp.mails.slice(1).map((mail) => parseMail(mail).text);
    expect(texts.filter((text) => text.includes('Five Ducks'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Another'))).toHaveLength(1);
  });

  test('the sweep keeps a mail about a video while it may be requested again', async () => {
    const user = await register();
    const [old, recent] = [about(user.id), about(user.id)];
    await ask(old);
    await ask(recent);
    await smtp.waitFor(2);
    await untilSent();
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    for (const [id, days] of [
      [old.id, 61],
      [recent.id, 31],
    ] as const)
      await service.db
        .updateTable('video_mails')
        .set({ created_at: daysAgo(days) })
        .where('id', '=', id)
        .execute();
    await sweep(service.db, service.config);
    const left = await service.db.selectFrom('video_mails').select('id').execute();
    expect(left).toEqual([{ id: recent.id }]);
  });
});

describe('the mail of a quarter of an hour', () => {
  let shared: { service: typeof service; smtp: SmtpServer };
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const start = async () => {
    const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, PUBLIC_URL: 'https://songs.example' };
    service = { ...(await startAuth(database.url, settings)), databaseUrl: database.url };
  };
  beforeEach(async () => {
    shared = { service, smtp };
    smtp = await startSmtpServer();
    database = await createTestDatabase(migrations);
    await start();
  });
  afterEach(async () => {
    await service.stop();
    await smtp.close();
    await database.drop();
    ({ service, smtp } = shared);
  });
  const age = (minutes: number) =>
    sql`update video_mails set created_at = created_at - make_interval(mins => ${minutes})`.execute(
      service.db,
    );

  test('outcomes within a quarter of an hour go into one mail, also across a restart', async () => {
    const user = await register();
    for (const title of ['Five Ducks', 'The Lark']) await ask(about(user.id, { title }));
    await age(14);
    await ask(about(user.id, { title: 'Rain', kind: 'failed', message: 'The file is cut off.' }));
    await queueVideoMails(service.db, WINDOW_SECONDS);
    expect(await waiting()).toBe(0);
    await service.stop();
    await start();
    await age(2);
    await smtp.waitFor(2);
    await untilSent();
    expect(parseMail(smtp.mails[1] ?? '').text).toContain('2 videos are ready, 1 failed');
    await queueVideoMails(service.db, WINDOW_SECONDS);
    expect(await waiting()).toBe(0);
    expect(smtp.mails).toHaveLength(2);
  });

  test('several processes queue one mail for an uploader, and an outcome that arrives later waits for the next', async () => {
    const user = await register();
    await ask(about(user.id));
    await smtp.close(); // what is queued stays queued
    await age(16);
    await Promise.all(Array.from({ length: 5 }, () => queueVideoMails(service.db, WINDOW_SECONDS)));
    expect(await waiting()).toBe(1);
    const [mail] = await service.db.selectFrom('mails').selectAll().execute();
    const told = await listUntold(service.db, mail?.video_mail_id ?? '');
    await ask(about(user.id, { title: 'Later' }));
    await finishMail(
      service.db,
      mail?.id ?? '',
      told.map(({ id }) => id),
    );
    const untold = await service.db
      .selectFrom('video_mails')
      .select('title')
      .where('told_at', 'is', null)
      .execute();
    expect(untold).toEqual([{ title: 'Later' }]);
  });
});

describe('no mail', () => {
  const disable = ({ id }: auth.SignedIn['user']) =>
    service.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute();

  test('no mail goes to an unconfirmed address, a disabled or an unknown account', async () => {
    const { user: unverified } = await registerSomebody(service);
    await smtp.waitFor(1);
    const disabled = await register();
    await disable(disabled);
    for (const id of [unverified.id, disabled.id, randomUUID()])
      expect((await ask(about(id))).data).toBeUndefined();
    expect(await service.db.selectFrom('video_mails').selectAll().execute()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('no mail goes to an account that was disabled while its mail waited', async () => {
    const user = await register();
    const outcome = { user_id: user.id, kind: 'ready', video_id: randomUUID(), title: 'x' } as const;
    await service.db
      .insertInto('video_mails')
      .values({ id: randomUUID(), ...outcome, message: null })
      .execute();
    await disable(user);
    const [row] = await service.db.selectFrom('video_mails').select('id').execute();
    await service.db
      .insertInto('mails')
      .values({ id: randomUUID(), kind: 'video', email: user.email, video_mail_id: row?.id })
      .execute();
    await untilSent();
    expect(smtp.mails).toHaveLength(1);
  });

  test('a mail about a video cannot be requested from outside', async () => {
    const user = await register();
    await expect(service.call(catalog.sendVideoMail, { body: about(user.id) })).rejects.toMatchObject({
      status: 404,
    });
    expect(await waiting()).toBe(0);
  });
});
