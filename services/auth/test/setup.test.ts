import { randomUUID } from 'node:crypto';

import { auth } from '@larksong/contracts';
import { createRecordingLogger } from '@larksong/service-kit/testing';
import { afterEach, describe, expect, test } from 'vitest';

import { startSmtpServer } from './smtp-server.ts';
import { PASSWORD, registerSomebody, startAuth, startFreshAuth, type AuthOptions } from './start-auth.ts';

const GENERATED = {
  SUPERADMIN_EMAIL: 'superadmin@larksong.example',
  SUPERADMIN_USERNAME: 'superadmin',
  SUPERADMIN_PASSWORD: 'generated password',
};
const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

async function start(settings: Record<string, string> = {}, options?: AuthOptions) {
  const service = await startFreshAuth(settings, options);
  open.push(service);
  return service;
}
type Service = Awaited<ReturnType<typeof start>>;

async function findCode(service: Pick<Service, 'callInternal'>): Promise<string> {
  return (await service.callInternal(auth.getSetupState, {})).data.code ?? '';
}

const CHOSEN = {
  siteName: 'Oak School',
  registration: 'invite' as const,
  superadmin: {
    email: ' Olive@School.example ',
    username: 'olive',
    displayName: 'Ms Olive',
    password: 'a good long password',
  },
  mail: null,
  publicUrl: 'https://songs.school.example/',
  storageFolder: '',
};

/** Sends a call and returns its error code. */
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    ({ code }: { code: string }) => code,
  );

describe('the page for the first start', () => {
  test('the page turns the generated superadmin into the chosen one, whose sessions end, and closes', async () => {
    const service = await start({ SETUP: 'on', SETUP_LAUNCHER: 'both', ...GENERATED });
    const body = { email: GENERATED.SUPERADMIN_EMAIL, password: GENERATED.SUPERADMIN_PASSWORD };
    const { refreshToken } = (await service.call(auth.login, { body })).data;
    const code = await findCode(service);
    const { setup } = (await service.call(auth.openSetup, { body: { code: code.toLowerCase() } })).data;
    expect(setup).toEqual({
      siteName: 'Larksong',
      registration: 'open',
      superadmin: { email: GENERATED.SUPERADMIN_EMAIL, username: 'superadmin' },
      publicUrl: 'http://localhost:8080',
      decided: { registration: false, mail: false, address: false, folder: false },
      canRestore: true,
    });
    const { data } = await service.call(auth.finishSetup, { body: { ...CHOSEN, code } });
    expect(data).toEqual({ restarts: true });

    expect(await codeOf(service.call(auth.login, { body }))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(service.call(auth.refreshToken, { body: { refreshToken } }))).toBe(
      'INVALID_REFRESH_TOKEN',
    );
    const { user } = (
      await service.call(auth.login, {
        body: { email: 'olive@school.example', password: 'a good long password' },
      })
    ).data;
    expect(user).toMatchObject({ role: 'superadmin', displayName: 'Ms Olive', emailVerified: true });
    expect((await service.call(auth.getSiteName, {})).data.name).toBe('Oak School');
    expect((await service.call(auth.getAuthSettings, {})).data.registration).toBe('invite');
    expect((await service.callInternal(auth.getSetupState, {})).data).toMatchObject({
      code: null,
      chosen: {
        publicUrl: 'https://songs.school.example',
        storageFolder: '',
        superadmin: { email: 'olive@school.example', username: 'olive' },
      },
    });
    expect(await codeOf(service.call(auth.openSetup, { body: { code } }))).toBe('NOT_FOUND');
    expect(await codeOf(service.call(auth.finishSetup, { body: { ...CHOSEN, code } }))).toBe('NOT_FOUND');
  });

  test('without a superadmin in the settings, the page creates one, and the log has its address', async () => {
    const recording = createRecordingLogger('auth');
    const service = await start({ PUBLIC_URL: 'https://songs.example' }, { logger: recording.logger });
    const code = await findCode(service);
    expect(recording.lines.map((line) => JSON.stringify(line)).join('\n')).toContain(
      `https://songs.example/setup#${code}`,
    );
    expect((await service.call(auth.openSetup, { body: { code } })).data.setup.superadmin).toBeNull();
    await service.call(auth.finishSetup, { body: { ...CHOSEN, code } });
    const signedIn = await service.call(auth.login, {
      body: { email: 'olive@school.example', password: 'a good long password' },
    });
    expect(signedIn.data.user.role).toBe('superadmin');
  });

  test('the audit log names who set up the site, and no password', async () => {
    const service = await start();
    const code = await findCode(service);
    const mail = { host: 'mail.school.example', port: 587, user: 'songs', password: 'mail password' };
    const body = { ...CHOSEN, mail: { ...mail, from: 'songs@school.example' }, code };
    await service.call(auth.finishSetup, { body });
    const rows = await service.db
      .selectFrom('audit_entries' as never)
      .selectAll()
      .execute();
    expect(rows).toMatchObject([{ action: 'site.setup', actor_name: 'olive', subject_name: 'olive' }]);
    expect(JSON.stringify(rows)).toContain('mail.school.example');
    expect(JSON.stringify(rows)).not.toContain('password');
  });

  test('an address and a folder that are set from outside stay, whatever the page sends', async () => {
    const settings = { SETUP_LAUNCHER: 'nothing', PUBLIC_URL: 'https://songs.example' };
    const service = await start(settings);
    const code = await findCode(service);
    const body = { ...CHOSEN, code, storageFolder: '/nowhere/at/all' };
    expect((await service.call(auth.finishSetup, { body })).data).toEqual({ restarts: false });
    expect((await service.callInternal(auth.getSetupState, {})).data.chosen).toMatchObject({
      publicUrl: 'https://songs.example',
      storageFolder: '',
    });
  });

  test('of two people who finish at the same time, one does', async () => {
    const service = await start();
    const code = await findCode(service);
    const ends = await Promise.all(
      ['olive', 'mira'].map((username) =>
        codeOf(
          service.call(auth.finishSetup, {
            body: {
              ...CHOSEN,
              code,
              superadmin: { ...CHOSEN.superadmin, username, email: `${username}@school.example` },
            },
          }),
        ),
      ),
    );
    expect(ends.toSorted()).toEqual(['NOT_FOUND', 'no error']);
  });

  test.each([
    ['a superadmin in the settings', GENERATED],
    ['SETUP=off', { SETUP: 'off' }],
  ])('the page is closed with %s', async (_case, settings: Record<string, string>) => {
    const service = await start(settings);
    expect((await service.callInternal(auth.getSetupState, {})).data.code).toBeNull();
    expect(await codeOf(service.call(auth.openSetup, { body: { code: 'AAAA' } }))).toBe('NOT_FOUND');
  });

  test('the page is closed after a day, and opens again with a start without a superadmin', async () => {
    const service = await start();
    const code = await findCode(service);
    await service.db
      .updateTable('setup')
      .set({ opened_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect(await codeOf(service.call(auth.openSetup, { body: { code } }))).toBe('NOT_FOUND');
    const later = await startAuth(service.databaseUrl);
    open.unshift(later);
    const newCode = await findCode(later);
    expect(newCode).not.toBe(code);
    expect(await codeOf(service.call(auth.openSetup, { body: { code: newCode } }))).toBe('no error');
  });

  test('the page is closed on a site that had accounts before it', async () => {
    const service = await start();
    await registerSomebody(service);
    await service.db.deleteFrom('setup').execute();
    const later = await startAuth(service.databaseUrl, { SETUP: 'on' });
    open.unshift(later);
    expect(await findCode(later)).toBe('');
  });

  test('wrong codes are slowed down for each network, while the right one still works', async () => {
    const service = await start();
    const tries = [];
    for (let count = 0; count < 12; count += 1)
      tries.push(await codeOf(service.call(auth.openSetup, { body: { code: `wrong-${count}` } })));
    expect(tries.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'SETUP_CODE_WRONG'));
    expect(tries.slice(10)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect(await codeOf(service.call(auth.openSetup, { body: { code: await findCode(service) } }))).toBe(
      'no error',
    );
  });

  test('what the environment decides stays as it is', async () => {
    const service = await start({ REGISTRATION: 'closed', SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' });
    const code = await findCode(service);
    const { decided, registration } = (await service.call(auth.openSetup, { body: { code } })).data.setup;
    expect({ decided, registration }).toEqual({
      decided: { registration: true, mail: true, address: true, folder: true },
      registration: 'closed',
    });
    await service.call(auth.finishSetup, { body: { ...CHOSEN, code } });
    expect((await service.call(auth.getAuthSettings, {})).data.registration).toBe('closed');
  });

  test.each([
    ['a common password', { superadmin: { ...CHOSEN.superadmin, password: 'password123' } }],
    ['a relative folder', { storageFolder: 'videos' }],
    ['an address with a path', { publicUrl: 'https://songs.example/here' }],
  ])('the page refuses %s and stays open', async (_what, wrong: object) => {
    const service = await start();
    const code = await findCode(service);
    expect(await codeOf(service.call(auth.finishSetup, { body: { ...CHOSEN, ...wrong, code } }))).toBe(
      'VALIDATION_FAILED',
    );
    expect(await findCode(service)).toBe(code);
  });
});

describe('a restore at the first start', () => {
  const ASKED = { place: '/media/usb-disk', passphrase: '', server: null, backup: null };
  const OUTCOME: auth.RestoreOutcome = { state: 'done', sentence: '', backups: [], needsPassphrase: true };

  test('the launcher gets requests in order, and each page gets the outcome of its own request', async () => {
    const service = await start({ SETUP: 'on', SETUP_LAUNCHER: 'both' });
    const code = await findCode(service);
    const ask = async (more: object) =>
      (await service.call(auth.requestRestore, { body: { ...ASKED, ...more, code } })).data.requestId;
    const [first, second] = [await ask({}), await ask({ backup: '2026-03-01T02-00-00Z' })];
    const next = async () => (await service.callInternal(auth.getSetupState, {})).data.request;
    expect(await next()).toEqual({ ...ASKED, id: first });
    await service.callInternal(auth.reportRestore, { body: { id: first, outcome: OUTCOME } });
    expect(await next()).toEqual({ ...ASKED, id: second, backup: '2026-03-01T02-00-00Z' });
    const read = async (requestId: string) =>
      (await service.call(auth.getRestore, { body: { requestId } })).data.restore;
    expect(await read(first)).toEqual(OUTCOME);
    expect((await read(second)).state).toBe('waiting');
    const restarted = randomUUID(); // the launcher has started auth again meanwhile
    expect(await codeOf(read(restarted))).toBe('NOT_FOUND');
    await service.callInternal(auth.reportRestore, { body: { id: restarted, outcome: OUTCOME } });
    expect(await read(restarted)).toEqual(OUTCOME);
  });

  test('a wrong code, a relative folder, an option instead of a backup, and a site without a launcher are refused', async () => {
    const service = await start({ SETUP: 'on', SETUP_LAUNCHER: 'both' });
    const code = await findCode(service);
    const ask = (body: object) =>
      codeOf(service.call(auth.requestRestore, { body: { ...ASKED, code, ...body } }));
    // An earlier test may have used up the tries of this network.
    expect(await ask({ code: 'AAAA' })).toMatch(/SETUP_CODE_WRONG|TOO_MANY_REQUESTS/);
    for (const wrong of [{ place: 'backups' }, { backup: '--accept-damage' }, { passphrase: 'short' }])
      expect(await ask(wrong)).toBe('VALIDATION_FAILED');
    const alone = await start({ SETUP: 'on' });
    const body = { ...ASKED, code: await findCode(alone) };
    expect((await alone.call(auth.openSetup, { body })).data.setup.canRestore).toBe(false);
    expect(await codeOf(alone.call(auth.requestRestore, { body }))).toBe('UNAVAILABLE');
  });
});

describe('the mail server of the first start', () => {
  const serverAt = (port: number) => ({
    host: '127.0.0.1',
    port,
    user: '',
    password: '',
    from: 'songs@school.example',
  });

  test('a test message goes through the entered server, which then sends the mails of the site', async () => {
    const smtp = await startSmtpServer();
    open.push({ stop: () => smtp.close() });
    const service = await start();
    const code = await findCode(service);
    const mail = serverAt(smtp.port);
    await service.call(auth.trySetupMail, { body: { code, mail, to: 'olive@school.example' } });
    expect(smtp.mails[0]).toContain('Mails from Larksong arrive');
    await service.call(auth.finishSetup, { body: { ...CHOSEN, registration: 'open', mail, code } });
    await service.call(auth.register, {
      body: { username: 'mira', email: 'mira@people.example', password: PASSWORD },
    });
    await smtp.waitFor(2);
    expect(smtp.mails[1]).toMatch(/From: "?Oak School"? <songs@school\.example>|From: songs@school\.example/);
  });

  test('a server that does not answer is named in a sentence', async () => {
    const service = await start();
    const code = await findCode(service);
    const body = { code, mail: serverAt(9), to: 'olive@school.example' };
    await expect(service.call(auth.trySetupMail, { body })).rejects.toMatchObject({
      code: 'MAIL_REFUSED',
      message: expect.stringContaining('no mail server listens at this name and port'),
    });
  });
});
