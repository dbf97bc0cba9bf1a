import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { auth, catalog } from '@larksong/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { awaitMailLink } from './mails.ts';
import { createMember, signInAgain, signInSuperadmin, visitor, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { dataDirOf, findSiteProcesses } from './site-processes.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';
import { sharedSite } from '../support/shared-site.ts';

const siteUrl = sharedSite().url;
let dataDir: string;
/** Secrets that no log may contain, by name. */
const secrets = new Map<string, string>();
let requestId: string;
let videoId: string;

const keep = (name: string, value: string) => secrets.set(name, value);
const failing = (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ name: 'ApiError' });

beforeAll(async () => {
  dataDir = dataDirOf(await findSiteProcesses(siteUrl));
  const kept = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>; // flat
  for (const [name, value] of Object.entries(kept)) keep(name, value);
  keep("the superadmin's password", sharedSite().superadmin.password);
});

async function readLogs(): Promise<Map<string, string>> {
  const folder = join(dataDir, 'logs');
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

function keepTokens(
  name: string,
  { accessToken, refreshToken: token }: Omit<Account, 'call' | 'user' | 'password'>,
) {
  keep(`${name}: access token`, accessToken);
  keep(`${name}: its signature`, accessToken.split('.')[2] ?? '');
  keep(`${name}: refresh token`, token);
}

async function useAccounts(): Promise<void> {
  const call = visitor();
  const member = await createMember();
  keep('password', member.password);
  keepTokens('registered', member);
  const wrong = randomBytes(12).toString('hex');
  keep('wrong password', wrong);
  await failing(call(auth.login, { body: { email: member.user.email, password: wrong } }));
  await failing(call(auth.login, { body: { email: `${wrong}@songs.example`, password: wrong } }));
  const again = await signInAgain(siteUrl, member);
  keepTokens('signed in', again);
  const { data } = await call(auth.refreshToken, { body: { refreshToken: again.refreshToken } });
  keepTokens('refreshed', data);
  await failing(call(auth.refreshToken, { body: { refreshToken: wrong } }));
  const next = randomBytes(12).toString('hex');
  keep('new password', next);
  const body = { currentPassword: member.password, newPassword: next };
  await member.call(auth.changePassword, { body });
  await call(auth.forgotPassword, { body: { email: member.user.email } });
  const link = new URL(await awaitMailLink(siteUrl, member.user.email, '/reset-password'));
  const linkToken = link.searchParams.get('token') ?? '';
  keep('token of a link', linkToken);
  const last = randomBytes(12).toString('hex');
  keep('last password', last);
  await call(auth.resetPassword, { body: { token: linkToken, password: last } });
  await failing(call(auth.resetPassword, { body: { token: linkToken, password: last } }));
  await rawCall(`${siteUrl}/reset-password?token=${linkToken}`, 'GET');
  await rawCall(`${siteUrl}/api/videos?access_token=${data.accessToken}`, 'GET');
  // A body that is not JSON, which a parser's error might quote.
  await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"email":"a@songs.example","password":"${wrong}"`,
  });
  const { call: signedIn } = await signInAgain(siteUrl, { ...member, password: last });
  await signedIn(auth.logout, {});
  const { call: leaving } = await signInAgain(siteUrl, { ...member, password: last });
  await failing(leaving(auth.deleteAccount, { body: { password: wrong } }));
  await leaving(auth.deleteAccount, { body: { password: last } });
}

async function useVideos(): Promise<void> {
  const superadmin = await signInSuperadmin();
  keepTokens('superadmin', superadmin);
  const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { token: superadmin.accessToken });
  const cookie = (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  keep('stream cookie', cookie.slice(cookie.indexOf('=') + 1));
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  videoId = await uploadFile(siteUrl, superadmin, {
    title: 'Logged',
    visibility: 'private',
    file,
    privateUserId: superadmin.user.id,
  });
  const stream = `${siteUrl}/hls/${videoId}/master.m3u8`;
  await until(async () => (await rawCall(stream, 'GET', { headers: { cookie } })).status === 200, {
    what: 'a video playable',
    withinSeconds: 240,
  });
  const page = await rawCall(`${siteUrl}/api/videos/${videoId}`, 'GET', { token: superadmin.accessToken });
  requestId = page.headers.get('x-request-id') ?? '';
}

/** Opens a link in all the ways in which its code may get into an address. */
async function useLinks(): Promise<void> {
  const { call } = await createMember();
  const { list } = (await call(catalog.createSongList, { body: { name: 'Logged' } })).data;
  const { link } = (await call(catalog.createLink, { params: { id: list.id }, body: { name: 'Logged' } }))
    .data;
  const code = link.code ?? '';
  const plain = code.replaceAll('-', '');
  for (const form of [code, plain]) {
    keep(`the code ${form === code ? 'as it is written' : 'without dashes'}`, form);
    keep(`the code ${form === code ? 'in' : 'without dashes and in'} upper case`, form.toUpperCase());
    for (const each of [form, form.toUpperCase()])
      for (const path of [`/s/${each}`, `/S/${each}/`, `/s/${each}/more`, `/${each}`, `/api/links/${each}`])
        await rawCall(siteUrl + path, 'GET');
    await rawCall(siteUrl + catalog.openLink.path, 'POST', { body: { code: form } });
  }
  const opened = await rawCall(siteUrl + catalog.openLink.path, 'POST', { body: { code } });
  const [cookie = ''] = opened.headers.getSetCookie().filter((each) => each.startsWith('larksong_guest_'));
  keep("a guest's cookie", cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')));
}

describe('the logs of all parts', () => {
  it('the logs of all parts contain no password, token, cookie or secret', async () => {
    await useAccounts();
    await useLinks();
    await useVideos();
    const isLogged = async () => {
      const logs = await readLogs();
      return ['catalog.log', 'gateway.log'].every((file) => logs.get(file)?.includes(requestId));
    };
    await until(isLogged, { what: 'the last call logged', withinSeconds: 60 });
    const logs = await readLogs();
    const hits = [...logs].flatMap(([file, text]) =>
      [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} in ${file}`),
    );
    const size = [...logs.values()].reduce((sum, text) => sum + text.length, 0);
    console.log(
      `${secrets.size} secrets looked for in ${logs.size} logs (${size} characters): ${hits.length} hits`,
    );
    for (const [name, secret] of secrets) expect(secret.length, name).toBeGreaterThan(10);
    expect([...logs.keys()]).toEqual(
      expect.arrayContaining([
        'auth.log',
        'catalog.log',
        'game.log',
        'gateway.log',
        'postgres.log',
        'redis.log',
      ]),
    );
    expect(hits).toEqual([]);
  });

  it('the logs show the same request id from the gateway to the service, and for an upload down to ffmpeg', async () => {
    const logs = await readLogs();
    const holders = (text: string) => [...logs].filter(([, log]) => log.includes(text)).map(([file]) => file);
    expect(holders(requestId)).toEqual(expect.arrayContaining(['catalog.log', 'gateway.log']));
    const upload = /"reqId":"([^"]+)"[^\n]*"route":"\/api\/admin\/videos\/upload"/.exec(
      logs.get('catalog.log') ?? '',
    );
    const uploadId = upload?.[1] ?? 'no upload was logged';
    const workers = holders(uploadId).filter((file) => file.startsWith('transcoder'));
    expect(holders(uploadId)).toContain('gateway.log');
    console.log(
      `request id of a page in ${holders(requestId).join(', ')}; of an upload in ${holders(uploadId).join(', ')}`,
    );
    expect(workers.length).toBeGreaterThan(0);
  });
});
