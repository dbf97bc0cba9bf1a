import { auth } from '@larksong/contracts';
import { expect } from 'vitest';

import {
  endOf,
  leave,
  listHabits,
  live,
  p95,
  type Songs,
  type Sample,
  type SiteWithDoor,
} from './auth-away.ts';
import { createMember, signInAgain, signInSuperadmin, visitor, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';

const COOKIE_MS = 600_000;
/** Around the end of a token or cookie. */
const MARGIN_MS = 2000;
/** Where answers take a few milliseconds, other work of the machine makes more than the double. */
const NOISE_MS = 50;

interface Outage {
  startedMs: number;
  tokenEndsMs: number;
  cookieEndsMs: number;
}

/**
 * Takes auth away by the door and checks what everybody is answered meanwhile and after. Returns the seconds after its
 * return until everything was whole.
 */
export async function checkLifeWithoutAuth(
  site: SiteWithDoor,
  how: {
    songs: Songs;
    takeAway: 'swallow' | 'shut';
    awaySeconds: number;
    /** What else goes on while auth is away, and once it is back. */
    meanwhile?: () => Promise<void>;
    afterwards?: () => Promise<void>;
  },
): Promise<number> {
  const { songs } = how;
  const someone = await createMember(site.url);
  const early = await leave(site, someone, 'early leaver');
  const closed = async () =>
    (
      await rawCall(`${site.url}/hls/${songs.membersId}/master.m3u8`, 'GET', {
        headers: { cookie: early.cookie },
      })
    ).status === 404;
  await until(closed, { what: 'the stream closed', withinSeconds: 30 });
  const [member, superadmin] = [await signInAgain(site.url, someone), await signInSuperadmin(site)];
  const cookieEndsMs = Date.now() + COOKIE_MS;
  const late = await leave(site, someone, 'late leaver');
  const habits = await listHabits(site, { ...songs, member, superadmin, leavers: [early, late] });
  const usual = await live(site, habits, 3);
  const startedMs = Date.now();
  site.door[how.takeAway]();
  const [without] = await Promise.all([live(site, habits, how.awaySeconds), how.meanwhile?.()]);

  report(usual, without);
  checkStatuses(without, { startedMs, tokenEndsMs: endOf(member.accessToken), cookieEndsMs });
  checkTimes(usual, without);
  if (!how.meanwhile)
    expect(p95Of(without, 'visitor')).toBeLessThanOrEqual(2 * p95Of(usual, 'visitor') + NOISE_MS);
  site.door.open();
  const whole = { what: 'everything whole again', withinSeconds: 10 };
  const [wholeSeconds] = await Promise.all([
    until(() => isWhole(site, member, superadmin), whole),
    how.afterwards?.(),
  ]);
  console.log(`everything was whole ${wholeSeconds.toFixed(1)} s after auth was back`);
  const { status } = await rawCall(`${site.url}/api/videos`, 'GET', { token: early.token });
  expect(status).toBe(401);
  return wholeSeconds;
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

/** Visitors have nothing to do with auth: how long they wait tells what else the machine has to do. */
function checkTimes(usual: Sample[], without: Sample[]): void {
  const ofVisitors = p95Of(without, 'visitor');
  for (const group of ['member', 'superadmin']) {
    const limit = 2 * Math.max(p95Of(usual, group), ofVisitors) + NOISE_MS;
    expect(p95Of(without, group), `p95 of each ${group}`).toBeLessThanOrEqual(limit);
  }
}

/** Everything that was answered otherwise than it should be. */
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
  /** What is answered up to a moment and after it; near to it either. */
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
    // What was heard just before the sign-out counts for as long as it always does, and no longer.
    case 'late leaver list':
      return awaySeconds < 60 ? [200, 401] : [401];
    case 'late leaver stream':
      return awaySeconds < 10 ? [200, 404] : [404];
    default:
      return [200];
  }
}

/** Whether the sessions that were there before can be renewed and do all that they could, and streams get new cookies. */
async function isWhole({ url }: SiteWithDoor, member: Account, superadmin: Account): Promise<boolean> {
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
