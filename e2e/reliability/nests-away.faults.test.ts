import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog, NEST_COOKIE } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInAgain } from '../access/people.ts';
import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import { createMember, signInSuperadmin, type Account } from '../support/accounts.ts';
import { makeList, uploadSongs } from '../support/list-playing.ts';
import { makeNestOf, NEST_PIN } from '../support/nests.ts';
import { startSite } from '../support/start-site.ts';

const [INSIDE, OUTSIDE, PRIVATE] = ['in', 'out', 'own'].map(
  (name) => `${name} ${randomBytes(6).toString('hex')}`,
);
/** Seconds between the reports of a player. */
const PACE = 10;
/** How long a device plays, and when something happens to the site. */
const PLAYED_SECONDS = 70;
const AWAY_AFTER = 25;
const AWAY_SECONDS = 20;
const ACCURACY_SECONDS = 5;
/** What a kill may cost, which is one report. */
const LOST_SECONDS = 15;

let site: Stack;
let member: Account;
let ids: string[];
let listId: string;
beforeAll(async () => {
  site = await startSite({ workers: 1 });
  const superadmin = await signInSuperadmin(site);
  member = await createMember(site.url);
  const clip = { seconds: 4, width: 160, height: 90 };
  ids = await uploadSongs({ site: site.url, superadmin, clip }, [INSIDE, OUTSIDE, PRIVATE].map(String));
  const body = { visibility: 'private' as const, privateUserId: member.user.id };
  await superadmin.call(catalog.updateVideo, { params: { id: ids[2] ?? '' }, body });
  listId = await makeList(member, 'Ours', ids.slice(0, 1));
  await member.call(auth.setNestPin, { body: { pin: NEST_PIN } });
});
afterAll(() => site?.stop());

/** A device in which a nest is, as its page keeps it. */
interface Device {
  nestId: string;
  rowId: string;
  token: string;
  cookie: string;
}

async function handOver(): Promise<Device> {
  const nestId = await makeNestOf(member, { nickname: 'Robin', listId, minutes: 60 });
  const again = await signInAgain(site.url, member);
  const { data } = await again.call(auth.handOver, { body: { nestIds: [nestId], canSwitch: true } });
  const token = data.accessToken ?? '';
  const headers = { authorization: `Bearer ${token}` };
  const place = await rawCall(site.url + catalog.getNest.path, 'GET', { headers });
  const { rows } = (JSON.parse(place.text) as { data: catalog.NestPlace }).data; // as in the contract
  const set = place.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { nestId, rowId: rows[0]?.id ?? '', token, cookie: [`${NEST_COOKIE}=1`, ...set].join('; ') };
}

/** Sends a request as the device; a broken connection is the status 0. */
async function send({ token, cookie }: Device, path: string, method = 'GET', body?: unknown) {
  const headers = { cookie, ...(path.startsWith('/api') ? { authorization: `Bearer ${token}` } : {}) };
  return rawCall(site.url + path, method, { headers, ...(body === undefined ? {} : { body }) }).catch(() => ({
    status: 0,
    text: '',
  }));
}

/** Lets several devices of one nest play for a while, and reports as their players do. Returns the reports accepted. */
async function play(device: Device, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const position = () => (performance.now() - startedAt) / 1000;
  let accepted = 0;
  for (let begins = true; ; begins = false) {
    const body = { watchedDuration: position() + 1, rowId: device.rowId, begins };
    const { status } = await send(device, `/api/nest/songs/${ids[0]}/view`, 'POST', body);
    if (status === 200) accepted += 1;
    const left = seconds - position();
    if (left <= 0.1) return accepted;
    await pause(1000 * Math.min(PACE, left));
  }
}

async function countedSeconds({ nestId }: Device): Promise<number> {
  const input = { params: { id: nestId }, query: { nestId } };
  const { days } = (await member.call(catalog.listNestMinutes, input)).data;
  return days.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Asks for everything that is not the nest's, also with the cookie alone. Returns what was answered with more. */
async function findWidened(device: Device): Promise<string[]> {
  const alone = { ...device, token: 'none', cookie: `${NEST_COOKIE}=1` };
  const [inside, outside, own] = ids;
  const wrong: string[] = [];
  const secrets = [OUTSIDE, PRIVATE].map(String);
  for (const id of [outside, own])
    for (const path of [
      ...[
        `/hls/${id}/master.m3u8`,
        `/hls/${id}/360p/playlist.m3u8`,
        `/api/nest/songs/${id}`,
        `/songs?v=${id}`,
      ],
      ...[`/api/videos/${id}`, '/api/videos?limit=100', '/api/lists', '/api/nest/place', '/api/auth/profile'],
    ])
      for (const by of [device, alone]) {
        const { status, text } = await send(by, path);
        const isPage = path.startsWith('/songs') || (path === '/api/nest/place' && by === device);
        if (status === 200 && !isPage) wrong.push(`${path}: 200`);
        if (secrets.some((secret) => text.includes(secret))) wrong.push(`${path}: a title`);
      }
  const { status } = await send(alone, `/hls/${inside}/master.m3u8`);
  if (status === 200) wrong.push('the stream of the nest with the cookie alone');
  return wrong;
}

const isBack = async () => (await fetch(`${site.url}/readyz`).catch(() => undefined))?.status === 200;

describe('the minutes of a nest', () => {
  it.each(['catalog', 'gateway'])('lose at most one report when %s is killed', async (name) => {
    const device = await handOver();
    const playing = play(device, PLAYED_SECONDS);
    await pause(AWAY_AFTER * 1000);
    site.services[name]?.kill('SIGKILL');
    const accepted = await playing;
    const counted = await countedSeconds(device);
    console.log(`${name} killed: ${counted.toFixed(1)} of ${PLAYED_SECONDS} s counted, ${accepted} reports`);
    expect(counted).toBeLessThanOrEqual(PLAYED_SECONDS + ACCURACY_SECONDS);
    expect(counted).toBeGreaterThanOrEqual(PLAYED_SECONDS - LOST_SECONDS - ACCURACY_SECONDS);
    await until(isBack, { what: 'the site is whole again', withinSeconds: 60 });
  });

  it.each([
    ['auth', 'SIGSTOP'],
    ['redis', 'SIGSTOP'],
    ['postgres', 'SIGKILL'],
  ] as const)('are counted once, and nothing widens, while %s is away', async (name, signal) => {
    const device = await handOver();
    expect(await findWidened(device)).toEqual([]);
    const playing = Promise.all([play(device, PLAYED_SECONDS), play(device, PLAYED_SECONDS)]);
    await pause(AWAY_AFTER * 1000);
    site.services[name]?.kill(signal);
    const widened: string[] = [];
    try {
      for (const end = performance.now() + AWAY_SECONDS * 1000; performance.now() < end;)
        widened.push(...(await findWidened(device)));
    } finally {
      if (signal === 'SIGSTOP') site.services[name]?.kill('SIGCONT');
    }
    expect(widened).toEqual([]);
    const accepted = await playing;
    await until(isBack, { what: 'the site is whole again', withinSeconds: 60 });
    const counted = await countedSeconds(device);
    console.log(
      `${name} away: ${counted.toFixed(1)} of ${PLAYED_SECONDS} s counted, ${accepted.join(' and ')} reports`,
    );
    expect(counted).toBeLessThanOrEqual(PLAYED_SECONDS + ACCURACY_SECONDS);
    expect(counted).toBeGreaterThanOrEqual(PLAYED_SECONDS - AWAY_SECONDS - LOST_SECONDS);
    expect(await findWidened(device)).toEqual([]);
  });
});
