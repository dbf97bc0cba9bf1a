import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog } from '@larksong/contracts';
import { freePort, type Stack } from '@larksong/local';

import { makeClip } from '../support/clips.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startSite } from '../support/start-site.ts';
import { signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { findSiteProcesses, originOf } from './site-processes.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

/** A site whose other services reach auth through a proxy that can fail. */
export interface SiteWithProxy extends Stack {
  proxy: TcpProxy;
}

/** Starts such a site. */
export async function startSiteWithProxy(settings: Record<string, string> = {}): Promise<SiteWithProxy> {
  const proxy = await startTcpProxy();
  const behind = { AUTH_URL: proxy.origin };
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  // The other services may wait for auth before they are ready.
  const forwardToAuth = async () => {
    const processes = await findSiteProcesses(publicUrl).catch(() => []);
    const authService = processes.find(({ service }) => service === 'auth');
    if (authService) proxy.forwardTo(originOf(authService));
    return authService !== undefined;
  };
  const [site] = await Promise.all([
    startSite({ port, publicUrl, env: { auth: settings, catalog: behind, game: behind, gateway: behind } }),
    until(forwardToAuth, { what: 'auth started', withinSeconds: 200 }),
  ]);
  const stop = async () => {
    await site.stop();
    await proxy.stop();
  };
  return { ...site, proxy, stop };
}

export interface Songs {
  publicId: string;
  membersId: string;
}

/** Uploads a short public song and one for members. */
export async function uploadSongs(site: Stack): Promise<Songs> {
  const file = await openAsBlob(await makeClip({ seconds: 4, width: 160, height: 90 }));
  const upload = async (title: string, visibility: 'public' | 'registered') =>
    uploadFile(site.url, await signInSuperadmin(site), { title, visibility, file });
  const publicId = await upload('A song for everybody', 'public');
  const membersId = await upload('A song for members', 'registered');
  for (const id of [publicId, membersId]) {
    // The token may expire during the wait.
    const read = async () =>
      (await (await signInSuperadmin(site)).call(catalog.getVideo, { params: { id } })).data.video;
    const isReady = async () => (await read()).status === 'completed';
    await until(isReady, { what: 'a song completed', withinSeconds: 120, everyMs: 500 });
  }
  return { publicId, membersId };
}

/** A call that a user repeats. */
export interface RepeatedCall {
  name: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Sample {
  name: string;
  /** Time of the call, by `Date.now()`. */
  atMs: number;
  tookMs: number;
  status: number;
}

interface People extends Songs {
  member: Account;
  superadmin: Account;
  /** Signed out. */
  leavers: { name: string; token: string; cookie: string }[];
}

/** Returns the repeated calls of visitors, members, superadmins and signed-out users, with a fresh stream cookie. */
export async function listRepeatedCalls(site: Stack, people: People): Promise<RepeatedCall[]> {
  const { publicId, membersId, member, superadmin, leavers } = people;
  const bearer = ({ accessToken }: Account) => ({ authorization: `Bearer ${accessToken}` });
  const cookie = await cookieOf(site, member.accessToken);
  const view = { method: 'POST' as const, body: { watchedDuration: 1 } };
  return [
    { name: 'visitor list', path: '/api/videos' },
    { name: 'visitor stream', path: `/hls/${publicId}/360p/playlist.m3u8` },
    { name: 'visitor letters', path: '/api/game/categories' },
    { name: 'member list', path: '/api/videos', headers: bearer(member) },
    { name: 'member liked', path: '/api/videos/user/liked', headers: bearer(member) },
    { name: 'member view', path: `/api/videos/${membersId}/view`, headers: bearer(member), ...view },
    { name: 'member stream', path: `/hls/${membersId}/360p/playlist.m3u8`, headers: { cookie } },
    { name: 'superadmin status', path: '/api/admin/transcoding/status', headers: bearer(superadmin) },
    { name: 'superadmin letters', path: '/api/admin/game/categories', headers: bearer(superadmin) },
    ...leavers.flatMap((leaver): RepeatedCall[] => [
      {
        name: `${leaver.name} list`,
        path: '/api/videos',
        headers: { authorization: `Bearer ${leaver.token}` },
      },
      {
        name: `${leaver.name} stream`,
        path: `/hls/${membersId}/master.m3u8`,
        headers: { cookie: leaver.cookie },
      },
    ]),
  ];
}

/** Returns the stream cookie that the site sets for a token. */
async function cookieOf({ url }: Stack, token: string): Promise<string> {
  const { headers } = await rawCall(`${url}/api/videos`, 'GET', { token });
  return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

/** Makes every service cache a member's session, and then signs the member out. */
export async function createLeaver(site: Stack, member: Account, name: string) {
  const session = await signInAgain(site.url, member);
  const cookie = await cookieOf(site, session.accessToken);
  await session.call(auth.logout, {});
  return { name, token: session.accessToken, cookie };
}

/** Repeats all calls concurrently for a few seconds. Returns a sample for each call. */
export async function repeatCalls(
  site: Stack,
  repeatedCalls: RepeatedCall[],
  seconds: number,
): Promise<Sample[]> {
  const endAt = performance.now() + seconds * 1000;
  const samples: Sample[] = [];
  const follow = async ({ name, path, method = 'GET', headers = {}, body }: RepeatedCall) => {
    while (performance.now() < endAt) {
      const [atMs, startedAt] = [Date.now(), performance.now()];
      const { status } = await rawCall(site.url + path, method, { headers, body });
      samples.push({ name, atMs, tookMs: performance.now() - startedAt, status });
      await pause(400);
    }
  };
  await Promise.all(repeatedCalls.map(follow));
  return samples;
}

/** Returns the 95th percentile of the durations in milliseconds. */
export function p95(samples: Sample[]): number {
  const sorted = samples.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/** Returns the expiry of an access token, by `Date.now()`. */
export function expiryOf(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number;
  };
  return exp * 1000;
}
