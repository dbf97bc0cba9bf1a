import { auth } from '@larksong/contracts';
import { expect } from 'vitest';

import {
  expiryOf,
  createLeaver,
  listRepeatedCalls,
  repeatCalls,
  p95,
  type Songs,
  type Sample,
  type SiteWithProxy,
} from './auth-away.ts';
import { createMember, signInAgain, signInSuperadmin, visitor, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';

const COOKIE_MS = 600_000;
/** Tolerance around the expiry of a token or cookie. */
const MARGIN_MS = 2000;
/** Tolerance for answers that take a few milliseconds, which other load more than doubles. */
const NOISE_MS = 50;

interface Outage {
  startedMs: number;
  tokenEndsMs: number;
  cookieEndsMs: number;
}

/**
 * Makes auth unavailable by the proxy and checks all answers meanwhile and afterwards. Returns the seconds from its
 * return to full recovery.
 */
export async function checkLifeWithoutAuth(
  site: SiteWithProxy,
  how: {
    songs: Songs;
    failure: 'hang' | 'refuse';
    awaySeconds: number;
    /** Further work while auth is unavailable, and after its return. */
    meanwhile?: () => Promise<void>;
    afterwards?: () => Promise<void>;
  },
): Promise<number> {
  const { songs } = how;
  const someone = await createMember(site.url);
  const early = await createLeaver(site, someone, 'early leaver');
  const closed = async () =>
    (
      await rawCall(`${site.url}/hls/${songs.membersId}/master.m3u8`, 'GET', {
        headers: { cookie: early.cookie },
      })
    ).status === 404;
  await until(closed, { what: 'the stream closed', withinSeconds: 30 });
  const [member, superadmin] = [await signInAgain(site.url, someone), await signInSuperadmin(site)];
  const cookieEndsMs = Date.now() + COOKIE_MS;
  const late = await createLeaver(site, someone, 'late leaver');
  const repeatedCalls = await listRepeatedCalls(site, {
    ...songs,
    member,
    superadmin,
    leavers: [early, late],
  });
  const usual = await repeatCalls(site, repeatedCalls, 3);
  const startedMs = Date.now();
  site.proxy[how.failure]();
  const [without] = await Promise.all([repeatCalls(site, repeatedCalls, how.awaySeconds), how.meanwhile?.()]);

  report(usual, without);
  checkStatuses(without, { startedMs, tokenEndsMs: expiryOf(member.accessToken), cookieEndsMs });
  checkTimes(usual, without);
  if (!how.meanwhile)
    expect(p95Of(without, 'visitor')).toBeLessThanOrEqual(2 * p95Of(usual, 'visitor') + NOISE_MS);
  site.proxy.open();
  const recovery = { what: 'everything recovered', withinSeconds: 10 };
  const [recoverySeconds] = await Promise.all([
    until(() => isRecovered(site, member, superadmin), recovery),
    how.afterwards?.(),
  ]);
  console.log(`everything recovered ${recoverySeconds.toFixed(1)} s after auth was back`);
  const { status } = await rawCall(`${site.url}/api/videos`, 'GET', { token: early.token });
  expect(status).toBe(401);
  return recoverySeconds;
}

function report(usual: Sample[], without: Sample[]): void {
  const rows = [...new Set(without.map(({ name }) => name))].map((name) => {
    const of = (samples: Sample[]) => samples.filter((one) => one.name === name);
    const statuses = Object.groupBy(of(without), ({ status }) => status);
    return {
      name,
      'p95 usual (ms)': Math.round(p95(of(usual))),
      'p95 without auth (ms)': Math.round(p95(of(without))),
      answers: Object.entries(statuses)
        .map(([status, all]) => `${all?.length} × ${status}`)
        .join(', '),
    };
  });
  console.table(rows);
}

function p95Of(samples: Sample[], group: string): number {
  return p95(samples.filter(({ name }) => name.startsWith(group)));
}

/** Visitors do not depend on auth, so their times show the load of the machine. */
function checkTimes(usual: Sample[], without: Sample[]): void {
  const ofVisitors = p95Of(without, 'visitor');
  for (const group of ['member', 'superadmin']) {
    const limit = 2 * Math.max(p95Of(usual, group), ofVisitors) + NOISE_MS;
    expect(p95Of(without, group), `p95 of each ${group}`).toBeLessThanOrEqual(limit);
  }
}

/** Expects that every call was answered with an expected status. */
function checkStatuses(samples: Sample[], outage: Outage): void {
  const wrong = samples
    .filter((sample) => !expectedStatuses(sample, outage).includes(sample.status))
    .map(({ name, atMs, status }) => `${name} ${((atMs - outage.startedMs) / 1000).toFixed(1)} s: ${status}`);
  expect(wrong).toEqual([]);
}

function expectedStatuses(
  { name, atMs }: Sample,
  { startedMs, tokenEndsMs, cookieEndsMs }: Outage,
): number[] {
  /** Statuses before and after a moment; close to it, either is allowed. */
  const turning = (ms: number, before: number, after: number) =>
    atMs < ms - MARGIN_MS ? [before] : atMs > ms + MARGIN_MS ? [after] : [before, after];
  const awaySeconds = (atMs - startedMs) / 1000;
  switch (name) {
    case 'member list':
    case 'member liked':
    case 'member view':
      return turning(tokenEndsMs, 200, 401);
    case 'member stream':
      return turning(cookieEndsMs, 200, 404);
    case 'superadmin status':
    case 'superadmin letters':
      return awaySeconds < 6 ? [200, 503] : turning(tokenEndsMs, 503, 401);
    case 'early leaver list':
      return [401];
    case 'early leaver stream':
      return [404];
    // An entry cached just before the sign-out stays valid for its usual time and no longer.
    case 'late leaver list':
      return awaySeconds < 60 ? [200, 401] : [401];
    case 'late leaver stream':
      return awaySeconds < 10 ? [200, 404] : [404];
    default:
      return [200];
  }
}

/** Returns whether the earlier sessions can be renewed with all their rights, and streams get new cookies. */
async function isRecovered({ url }: SiteWithProxy, member: Account, superadmin: Account): Promise<boolean> {
  const renew = async (account: Account) => {
    const { data } = await visitor(url)(auth.refreshToken, { body: { refreshToken: account.refreshToken } });
    account.refreshToken = data.refreshToken;
    return data.accessToken;
  };
  try {
    const [asMember, asSuperadmin] = [await renew(member), await renew(superadmin)];
    const list = await rawCall(`${url}/api/videos`, 'GET', { token: asMember });
    const paths = ['/api/admin/transcoding/status', '/api/admin/game/categories'];
    const answers = await Promise.all(
      paths.map((path) => rawCall(url + path, 'GET', { token: asSuperadmin })),
    );
    return [list, ...answers].every(({ status }) => status === 200) && list.headers.getSetCookie().length > 0;
  } catch {
    return false;
  }
}
