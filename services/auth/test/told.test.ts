import { auth, type status } from '@larksong/contracts';
import { FINDINGS } from '@larksong/contracts/sentences';
import { say } from '@larksong/service-kit/sentences';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTelling, queueTellingMails } from '../src/mail-queue/telling-store.ts';
import { noteReport, noteSilence, tellOfFindings } from '../src/told/tell.ts';
import type { Db } from '../src/db/tables.ts';
import { parseMail } from './mailbox.ts';
import { openTables, type OpenTables } from './open-tables.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let smtp: SmtpServer;
let service: Awaited<ReturnType<typeof startFreshAuth>>;
let superadmin: ReturnType<typeof service.callAs>;
let member: ReturnType<typeof service.callAs>;
let olive: auth.SignedIn;

beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startFreshAuth({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PUBLIC_URL: 'https://songs.example',
  });
  olive = await registerSomebody(service);
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
  superadmin = service.callAs(olive.accessToken);
  member = service.callAs((await registerSomebody(service)).accessToken);
  await smtp.waitFor(2); // their addresses are to be confirmed
});
afterAll(async () => {
  await service?.stop();
  await smtp?.close();
});
beforeEach(async () => {
  await sql`truncate site_findings, told_settings, tellings cascade`.execute(service.db);
  smtp.mails.length = 0;
});

function finding<Id extends status.FindingId>(
  id: Id,
  {
    about = 'site',
    severity = 'error',
    values = {},
  }: Partial<Pick<status.Finding, 'about' | 'severity' | 'values'>> = {},
): status.Finding {
  const { sentence, remedy } = FINDINGS[id];
  return { id, severity, about, sentence: say(sentence, values), remedy: say(remedy, values), values };
}
const AWAY = finding('service-away', { about: 'game', values: { name: 'game' } });
const OLD = finding('backup-missing', { severity: 'warning' });
const START = Date.parse('2026-03-02T08:00:00Z');

/** Lets time pass in steps of ten minutes; `at` says what is found at each hour since the start. */
async function live(
  db: Db,
  hours: { from?: number; to: number },
  at: (hour: number) => status.Finding[],
): Promise<void> {
  for (let step = (hours.from ?? 0) * 6; step <= hours.to * 6; step += 1) {
    const now = new Date(START + step * 600_000);
    await noteReport(db, { findings: at(step / 6), isComplete: true }, now);
    await tellOfFindings({ db, hasMailServer: async () => true, now });
  }
}

/** Returns what was told, in order: the hour, and the problems that began and ended. */
async function listTold(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tellings').selectAll().orderBy('at').execute();
  return rows.map(({ at, began, ended }) => {
    const hour = Math.round(((at.getTime() - START) / 3_600_000) * 10) / 10;
    return [`${hour} h`, ...began.map(({ id }) => `+${id}`), ...ended.map(({ id }) => `-${id}`)].join(' ');
  });
}

describe('people are told', () => {
  let tables: OpenTables;
  let db: Db;
  beforeAll(async () => {
    tables = await openTables();
    ({ db } = tables);
  });
  afterAll(() => tables?.close());
  beforeEach(async () => {
    await sql`truncate site_findings, told_settings, tellings cascade`.execute(db);
  });

  test('of a problem that has stood for an hour, and of its end, and never of a shorter one', async () => {
    await live(db, { to: 8 }, (hour) => [
      ...(hour >= 1 && hour < 5 ? [AWAY] : []),
      ...(hour >= 2 && hour < 2.9 ? [OLD] : []),
    ]);
    expect(await listTold(db)).toEqual(['2 h +service-away', '5.2 h -service-away']);
  });

  test('of what comes and goes once a day, and of a short gap not at all', async () => {
    await live(db, { to: 28 }, (hour) => {
      const isInGap = hour % 12 >= 11.9; // ten minutes
      return [...(isInGap ? [] : [OLD]), ...(hour % 4 < 2 ? [AWAY] : [])];
    });
    expect(await listTold(db)).toEqual([
      '1 h +backup-missing +service-away',
      '2.2 h -service-away',
      '25 h +service-away',
      '26.2 h -service-away',
    ]);
  });

  test('of a disk that is full after it was nearly full, and once neither holds any more', async () => {
    const values = { freeBytes: 3e9, leastBytes: 2e9 };
    const nearly = finding('storage-nearly-full', { severity: 'warning', values });
    const full = finding('storage-full', { values });
    await live(db, { to: 6 }, (hour) => (hour < 2 ? [nearly] : hour < 4 ? [full] : []));
    expect(await listTold(db)).toEqual([
      '1 h +storage-nearly-full',
      '3 h +storage-full',
      '4.2 h -storage-nearly-full -storage-full',
    ]);
  });

  test('of a warning that has become an error, a day after they were told of the warning', async () => {
    const warning = finding('mail-server-away', { severity: 'warning' });
    const error = finding('mail-server-away');
    await live(db, { to: 26 }, (hour) => [hour < 3 ? warning : error]);
    expect(await listTold(db)).toEqual(['1 h +mail-server-away', '25 h +mail-server-away']);
  });

  test('in spite of times in the future, from a clock that was ahead', async () => {
    await live(db, { from: 500, to: 502 }, () => [AWAY]);
    await live(db, { to: 3 }, (hour) => [AWAY, ...(hour < 1.5 ? [OLD] : [])]);
    const told = await listTold(db);
    expect(told.filter((line) => !line.startsWith('50'))).toEqual([
      '1 h +backup-missing',
      '1.7 h -backup-missing',
    ]);
    await live(db, { from: 4, to: 5 }, () => []);
    expect(await listTold(db)).toContain('4.2 h -service-away');
  });

  test('neither of hints nor of warnings that nobody has to act on at once', async () => {
    const slow = finding('queue-old', { severity: 'warning', values: { waitSeconds: 7200 } });
    await live(db, { to: 3 }, () => [slow, { ...OLD, severity: 'hint' }]);
    expect(await listTold(db)).toEqual([]);
    expect(await db.selectFrom('site_findings').select('finding_id').execute()).toEqual([]);
  });

  test('nothing has ended while a part of the site does not answer, or no gateway reports', async () => {
    await live(db, { to: 2 }, () => [OLD]);
    const at = (hour: number) => new Date(START + hour * 3_600_000);
    const tell = (hour: number) => tellOfFindings({ db, hasMailServer: async () => true, now: at(hour) });
    for (let step = 13; step <= 24; step += 1) {
      await noteReport(db, { findings: [AWAY], isComplete: false }, at(step / 6));
      await tell(step / 6);
    }
    expect(await listTold(db)).toEqual(['1 h +backup-missing', '3.2 h +service-away']);
    for (let minutes = 0; minutes <= 70; minutes += 5) {
      await noteSilence(db, new Date(START), at(4 + minutes / 60));
      await tell(4 + minutes / 60);
    }
    expect(await listTold(db)).toEqual([
      '1 h +backup-missing',
      '3.2 h +service-away',
      expect.stringMatching(/^5\.[12] h \+service-away$/),
    ]);
  });

  test('that no gateway reports has ended with the first report, whatever else it lacks', async () => {
    const at = (minutes: number) => new Date(START + minutes * 60_000);
    await noteReport(db, { findings: [], isComplete: true }, at(0));
    for (let minutes = 5; minutes <= 80; minutes += 5) {
      await noteSilence(db, at(0), at(minutes));
      await tellOfFindings({ db, hasMailServer: async () => true, now: at(minutes) });
    }
    await noteReport(db, { findings: [], isComplete: false }, at(90));
    await tellOfFindings({ db, hasMailServer: async () => true, now: at(101) });
    expect((await listTold(db)).at(-1)).toBe('1.7 h -service-away');
  });

  test('of problems whose ids only a newer version knows, with texts that Postgres cannot store', async () => {
    const odd = { ...AWAY, id: 'moon-full' as status.FindingId, sentence: 'Full\u0000 \ud800 moon' };
    await live(db, { to: 1 }, () => [odd]);
    const [telling] = await db.selectFrom('tellings').select('began').execute();
    expect(telling?.began).toMatchObject([{ id: 'moon-full', sentence: 'Full\ufffd \ufffd moon' }]);
  });

  test('of what stood before the site was stopped only if it stands for an hour again', async () => {
    await live(db, { to: 0.5 }, () => [AWAY]);
    await live(db, { from: 12, to: 12.9 }, () => [AWAY]);
    expect(await listTold(db)).toEqual([]);
    await live(db, { from: 13, to: 13 }, () => [AWAY]);
    expect(await listTold(db)).toEqual(['13 h +service-away']);
  });

  test('of what two processes find due at the same time once', async () => {
    const now = new Date(START + 3_600_000);
    for (let time = START; time <= now.getTime(); time += 600_000)
      await noteReport(db, { findings: [AWAY], isComplete: true }, new Date(time));
    const tell = () => tellOfFindings({ db: db, hasMailServer: async () => true, now });
    const results = await Promise.all([tell(), tell(), tell()]);
    expect(results.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, false, true]);
  });
});

test('superadmins get a mail in their language, and the status says to whom it went', async () => {
  await service.db.updateTable('users').set({ language: 'de' }).where('id', '=', olive.user.id).execute();
  await live(service.db, { to: 1 }, () => [AWAY]);
  await smtp.waitFor(1);
  const mail = parseMail(smtp.mails[0] ?? '');
  expect(mail.to).toBe(olive.user.email);
  expect(mail.subject).toBe('Larksong: 1 Problem braucht Sie');
  expect(mail.text).toContain('- Der Dienst game läuft nicht');
  expect(mail.link.href).toBe('https://songs.example/status');
  const read = async () => (await superadmin(auth.getTold, {})).data;
  await expect.poll(async () => (await read()).tellings[0]?.mail).toBe('sent');
  const { standing, tellings } = await read();
  expect(tellings).toMatchObject([
    { began: [{ id: 'service-away', about: 'game' }], ended: [], to: [olive.user.username] },
  ]);
  expect(standing).toMatchObject([{ id: 'service-away', since: new Date(START).toISOString() }]);
  expect(standing[0]?.toldAt).not.toBeNull();
  await service.db.updateTable('users').set({ language: null }).where('id', '=', olive.user.id).execute();
});

test('other addresses can be chosen, or nobody; the choice is in the audit log', async () => {
  const put = (body: auth.ToldRecipients) => superadmin(auth.putTold, { body });
  await put({ to: 'addresses', addresses: ['Janitor@school.example', 'janitor@school.example'] });
  await live(service.db, { to: 1 }, () => [AWAY]);
  await smtp.waitFor(1);
  expect(smtp.mails.map((mail) => parseMail(mail).to)).toEqual(['janitor@school.example']);
  await put({ to: 'nobody', addresses: [] });
  await live(service.db, { from: 30, to: 32 }, () => [AWAY, OLD]);
  expect((await superadmin(auth.getTold, {})).data.tellings[0]).toMatchObject({ to: [], mail: 'none' });
  const { rows } = await sql<Record<string, unknown>>`
    select before, after from audit_entries where action = 'site.told' order by number`.execute(service.db);
  expect(rows.at(-1)).toEqual({
    before: { to: 'addresses', addresses: ['janitor@school.example'] },
    after: { to: 'nobody', addresses: [] },
  });
  await expect(put({ to: 'addresses', addresses: [] })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(/at least one/),
  });
  for (const bad of ['x', 'a,b@school.example', 'a\0@school.example', '\ud800@school.example'])
    await expect(put({ to: 'addresses', addresses: [bad] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/office@school/),
    });
});

test('whoever is no superadmin any more is not told what was to be sent', async () => {
  await service.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ role: 'user' }).where('id', '=', olive.user.id).execute();
    const recipients = [{ userId: olive.user.id }];
    const at = new Date(START);
    const id = await createTelling(trx, {
      ...{ at, began: [AWAY], ended: [], recipients, hasMails: true, hasWebhook: false },
    });
    await queueTellingMails(trx, id, [olive.user.email]);
  });
  const isQueued = async () => (await service.db.selectFrom('mails').select('id').execute()).length > 0;
  await expect.poll(isQueued, { timeout: 20_000 }).toBe(false);
  expect(smtp.mails).toEqual([]);
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
});

test('only superadmins read and choose who is told', async () => {
  await expect(member(auth.getTold, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const body = { url: null, password: PASSWORD };
  await expect(member(auth.putToldWebhook, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
