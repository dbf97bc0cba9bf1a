import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog } from '@larksong/contracts';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { startStopwatch } from '@larksong/service-kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { sharedSite } from '../support/shared-site.ts';
import { fetchPlaylist } from '../support/streams.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

/** Within this time after the loss of a right, nothing more of a video is sent. */
const LIMIT_SECONDS = 10;
/** Between two rounds of questions. */
const PAUSE_MS = isLongRun ? 250 : 1000;

/** Every form in which a player, a browser or a download tool asks for something that the gateway keeps. */
const FORMS: { method: string; headers: Record<string, string> }[] = [
  { method: 'GET', headers: {} },
  { method: 'HEAD', headers: {} },
  { method: 'GET', headers: { range: 'bytes=0-9' } },
  { method: 'GET', headers: { range: 'bytes=0-3,6-9' } },
  { method: 'GET', headers: { range: 'bytes=0-9', 'if-range': '"other"' } },
  { method: 'GET', headers: { 'if-none-match': '*' } },
];
const ALLOWED = new Set([200, 206, 304]);

const siteUrl = sharedSite().url;
let superadmin: Account;
let named: Account;
/** Videos, all completed; the private ones are for `named`. */
let videos: { madePrivate: string; deleted: string; forNamed: string; renamed: string };

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  named = await createMember();
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const publish = async (upload: { visibility: catalog.Visibility; privateUserId?: string }) => {
    const id = await uploadFile(siteUrl, superadmin, { title: 'Kept', ...upload, file });
    const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
    const isCompleted = async () => (await read()).status === 'completed';
    await until(isCompleted, { what: 'a video completed', withinSeconds: 240 });
    return id;
  };
  const forNamed = { visibility: 'private' as const, privateUserId: named.user.id };
  const [madePrivate, deleted, kept, renamed] = await Promise.all([
    publish({ visibility: 'public' }),
    publish({ visibility: 'public' }),
    publish(forNamed),
    publish(forNamed),
  ]);
  videos = { madePrivate, deleted, forNamed: kept, renamed };
});

type Credentials = Record<string, string>;

const asToken = ({ accessToken }: Account): Credentials => ({ authorization: `Bearer ${accessToken}` });

async function asCookie({ accessToken }: Account): Promise<Credentials> {
  const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { token: accessToken });
  return { cookie: (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' };
}

/** Returns the addresses of everything of a video that the gateway keeps. */
async function listAddresses(id: string, credentials: Credentials): Promise<string[]> {
  const base = `${siteUrl}/hls/${id}`;
  const { segments } = await fetchPlaylist(`${base}/360p`, credentials);
  const [segment] = segments;
  const { thumbnail } = (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  return [
    `${base}/master.m3u8`,
    `${base}/360p/playlist.m3u8`,
    `${base}/360p/${segment?.initUri}`,
    `${base}/360p/${segment?.uri}`,
    siteUrl + thumbnail,
  ];
}

/** Asks for every address in every form and returns the statuses. */
async function ask(addresses: string[], credentials: Credentials): Promise<number[]> {
  const uses = addresses.flatMap((address) => FORMS.map((form) => ({ address, ...form })));
  return Promise.all(
    uses.map(async ({ address, method, headers }) => {
      const { status } = await rawCall(address, method, { headers: { ...headers, ...credentials } });
      return status;
    }),
  );
}

/**
 * Lets a viewer ask for everything again and again, and takes the right away meanwhile. Returns the seconds after which
 * something was sent for the last time.
 */
async function measureEnd(
  id: string,
  credentials: Credentials,
  lose: () => Promise<unknown>,
): Promise<number> {
  const addresses = await listAddresses(id, credentials);
  for (let time = 0; time < 2; time += 1)
    for (const status of await ask(addresses, credentials)) expect(ALLOWED).toContain(status);
  await lose();
  const elapsedMs = startStopwatch();
  for (let lastSeconds = 0; ;) {
    const askedSeconds = elapsedMs() / 1000;
    const statuses = await ask(addresses, credentials);
    if (statuses.every((status) => status === 404)) return lastSeconds;
    for (const status of statuses) expect([...ALLOWED, 404]).toContain(status);
    lastSeconds = askedSeconds;
    if (lastSeconds > LIMIT_SECONDS + 5) throw new Error('the video is still sent');
    await pause(PAUSE_MS);
  }
}

/** Returns and prints the seconds of `measureEnd`. */
async function timeEnd(name: string, ...of: Parameters<typeof measureEnd>): Promise<number> {
  const seconds = await measureEnd(...of);
  console.log(`${name}: the last byte was requested after ${seconds.toFixed(1)} s`);
  return seconds;
}

const makeSuperadmin = async () => {
  const person = await createMember();
  const params = { id: person.user.id };
  await superadmin.call(auth.updateAccount, { params, body: { role: 'superadmin' } });
  return { account: await signInAgain(siteUrl, person), params };
};

// The gateway's knowledge of a viewer expires by age, so the tests mostly wait and run concurrently.
describe.concurrent('streams that the gateway keeps in memory end with the right to watch them', () => {
  it('a stream ends for visitors when its video is made private, and continues for its user', async () => {
    const id = videos.madePrivate;
    const body = { visibility: 'private' as const, privateUserId: named.user.id };
    const makePrivate = () => superadmin.call(catalog.updateVideo, { params: { id }, body });
    expect(await timeEnd('made private', id, {}, makePrivate)).toBeLessThanOrEqual(LIMIT_SECONDS);
    const addresses = await listAddresses(id, asToken(named));
    expect((await ask(addresses, await asCookie(named))).every((status) => ALLOWED.has(status))).toBe(true);
    expect((await ask(addresses, {})).every((status) => status === 404)).toBe(true);
  });

  it('a stream ends when its video is deleted', async () => {
    const id = videos.deleted;
    expect(
      await timeEnd('deleted', id, {}, () => superadmin.call(catalog.deleteVideo, { params: { id } })),
    ).toBeLessThanOrEqual(LIMIT_SECONDS);
  });

  it.runIf(isLongRun)('a private stream ends for a user who is replaced by another', async () => {
    const id = videos.renamed;
    const other = await createMember();
    const body = { visibility: 'private' as const, privateUserId: other.user.id };
    const replace = () => superadmin.call(catalog.updateVideo, { params: { id }, body });
    expect(await timeEnd('replaced', id, await asCookie(named), replace)).toBeLessThanOrEqual(LIMIT_SECONDS);
    const addresses = await listAddresses(id, asToken(other));
    expect((await ask(addresses, asToken(other))).every((status) => ALLOWED.has(status))).toBe(true);
  });

  it('a private stream ends when its user signs out, and continues in another session of the user', async () => {
    const [leaving, staying] = [await signInAgain(siteUrl, named), await signInAgain(siteUrl, named)];
    const [gone, kept] = [await asCookie(leaving), await asCookie(staying)];
    const addresses = await listAddresses(videos.forNamed, kept);
    expect(
      await timeEnd('signed out', videos.forNamed, gone, () => leaving.call(auth.logout, {})),
    ).toBeLessThanOrEqual(LIMIT_SECONDS);
    expect((await ask(addresses, kept)).every((status) => ALLOWED.has(status))).toBe(true);
  });

  it.runIf(isLongRun)('a private stream ends for a superadmin who is demoted', async () => {
    const { account, params } = await makeSuperadmin();
    const demote = () => superadmin.call(auth.updateAccount, { params, body: { role: 'user' } });
    expect(await timeEnd('demoted', videos.forNamed, asToken(account), demote)).toBeLessThanOrEqual(
      LIMIT_SECONDS,
    );
  });

  it('a private stream ends for a superadmin whose account is disabled', async () => {
    const { account, params } = await makeSuperadmin();
    const disable = () => superadmin.call(auth.updateAccount, { params, body: { isDisabled: true } });
    expect(await timeEnd('disabled', videos.forNamed, await asCookie(account), disable)).toBeLessThanOrEqual(
      LIMIT_SECONDS,
    );
  });
});
