import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog } from '@larksong/contracts';
import { startStopwatch } from '@larksong/service-kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';
import { sharedSite } from '../support/shared-site.ts';

const siteUrl = sharedSite().url;
let superadmin: Account;
let member: Account;
let videoId: string;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  member = await createMember();
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  videoId = await uploadFile(siteUrl, superadmin, { title: 'For members', visibility: 'registered', file });
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id: videoId } })).data.video;
  await until(async () => (await read()).playable, { what: 'a video playable', withinSeconds: 240 });
});

interface Use {
  path: string;
  headers: Record<string, string>;
}

const isOpen = async ({ path, headers }: Use) =>
  (await rawCall(siteUrl + path, 'GET', { headers })).status === 200;

/** Ends access while calls continue. Returns the seconds after which the last successful call was sent. */
async function measureEnd(end: () => Promise<unknown>, use: Use, limitSeconds: number): Promise<number> {
  expect(await isOpen(use)).toBe(true); // caches the session as alive for the maximum time
  await end();
  const elapsedMs = startStopwatch();
  for (let lastSeconds = 0; ;) {
    const askedSeconds = elapsedMs() / 1000;
    if (!(await isOpen(use))) return lastSeconds;
    lastSeconds = askedSeconds;
    if (lastSeconds > limitSeconds) throw new Error(`${use.path} is still open`);
    await pause(50);
  }
}

const bearer = ({ accessToken }: Account) => ({ authorization: `Bearer ${accessToken}` });

describe.concurrent('a session that is signed out ends', () => {
  it('a signed-out session ends at once for calls of accounts', async () => {
    const account = await signInAgain(siteUrl, member);
    await account.call(auth.logout, {});
    await expect(account.call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
  });

  it('a signed-out session ends within 5 s for calls of superadmins', async () => {
    const account = await signInAgain(siteUrl, superadmin);
    const use = { path: '/api/admin/transcoding/status', headers: bearer(account) };
    const seconds = await measureEnd(() => account.call(auth.logout, {}), use, 7);
    console.log(`calls of a superadmin ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(5);
  });

  it('a signed-out session ends within 10 s for streams by token', async () => {
    const account = await signInAgain(siteUrl, member);
    const use = { path: `/hls/${videoId}/master.m3u8`, headers: bearer(account) };
    const seconds = await measureEnd(() => account.call(auth.logout, {}), use, 12);
    console.log(`a stream by token ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it('a signed-out session ends within 10 s for streams by cookie', async () => {
    const account = await signInAgain(siteUrl, member);
    const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { token: account.accessToken });
    const cookie = (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const use = { path: `/hls/${videoId}/master.m3u8`, headers: { cookie } };
    const seconds = await measureEnd(() => account.call(auth.logout, {}), use, 12);
    console.log(`a stream by cookie ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(10);
  });
});

// Side by side with the others, these would exceed auth's limit on concurrent sign-ins.
describe('a session that is signed out ends', () => {
  it('a signed-out session ends at once in the browser, which loses its stream cookie', async () => {
    const { accessToken: token } = await signInAgain(siteUrl, member);
    const { headers } = await rawCall(`${siteUrl}/api/auth/logout`, 'POST', { token });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^larksong_stream=; Path=\/hls\/; Max-Age=0;/),
    ]);
  });

  it('a signed-out session ends within 5 s for all other calls, though services cache it for longer', async () => {
    const account = await signInAgain(siteUrl, member);
    const use = { path: '/api/videos/user/watched', headers: bearer(account) };
    const seconds = await measureEnd(() => account.call(auth.logout, {}), use, 7);
    console.log(`calls of a member ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(5);
  });
});

describe('a former superadmin', () => {
  it('a demoted superadmin is rejected within 5 s in the same session', async () => {
    const person = await createMember();
    const setRole = (role: 'user' | 'superadmin') =>
      superadmin.call(auth.updateAccount, { params: { id: person.user.id }, body: { role } });
    await setRole('superadmin');
    const account = await signInAgain(siteUrl, person);
    const use = { path: '/api/admin/transcoding/status', headers: bearer(account) };
    const seconds = await measureEnd(() => setRole('user'), use, 7);
    console.log(`calls of a demoted superadmin ended after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(5);
    expect((await rawCall(siteUrl + use.path, 'GET', { headers: use.headers })).status).toBe(403);
  });

  it('a superadmin is signed out at once when the account is disabled', async () => {
    const person = await createMember();
    await superadmin.call(auth.updateAccount, { params: { id: person.user.id }, body: { isDisabled: true } });
    await expect(person.call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(signInAgain(siteUrl, person)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
  });
});
