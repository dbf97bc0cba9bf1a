import { randomUUID } from 'node:crypto';

import { catalog, type auth } from '@larksong/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sweep } from '../src/sweep.ts';
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
  });
});
afterEach(async () => {
  await service.stop();
  await smtp.close();
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

  test('a mail about a failed video has the reason and a link to the dashboard', async () => {
    const user = await register();
    await ask(about(user.id, { kind: 'failed', message: 'This file is not a video.' }));
    await smtp.waitFor(2);
    const mail = parseMail(smtp.mails[1] ?? '');
    expect(mail.text).toContain('“Five Ducks” could not be processed. This file is not a video.');
    expect(mail.link.href).toBe('https://songs.example/transcoding');
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
    await smtp.waitFor(3);
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

describe('no mail', () => {
  test('no mail goes to an unconfirmed address, a disabled or an unknown account', async () => {
    const { user: unverified } = await registerSomebody(service);
    await smtp.waitFor(1);
    const disabled = await register();
    await service.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.id)
      .execute();
    for (const id of [unverified.id, disabled.id, randomUUID()])
      expect((await ask(about(id))).data).toBeUndefined();
    expect(await service.db.selectFrom('video_mails').selectAll().execute()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('no mail goes to an account that was disabled while its mail waited', async () => {
    const user = await register();
    await service.db
      .insertInto('video_mails')
      .values({
        id: randomUUID(),
        user_id: user.id,
        kind: 'ready',
        video_id: randomUUID(),
        title: 'x',
        message: null,
      })
      .execute();
    await service.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', user.id)
      .execute();
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
