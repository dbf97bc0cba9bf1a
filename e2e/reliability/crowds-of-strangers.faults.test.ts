import { randomUUID } from 'node:crypto';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fillCatalog } from '../../bench/api/fill-catalog.ts';
import { findSiteProcesses } from '../access/site-processes.ts';
import { startSite } from '../support/start-site.ts';
import { describeBeside, figuresBeside, measureCrowds, type CrowdCall } from './crowds.ts';

const line = faultLine(35);
const SONGS = 1000;
const CONNECTIONS = 100;
const PASSWORD = 'correct horse battery';

let site: Stack;
let songId: string;
let viewsBefore: number;
let tokens: string[];

beforeAll(async () => {
  site = await startSite({
    workers: 0,
    env: {
      gateway: { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_PER_MINUTE: '600' },
      auth: { REGISTRATIONS_PER_HOUR: '60', SITE_REGISTRATIONS_PER_HOUR: '300', SESSIONS_PER_ACCOUNT: '50' },
    },
  });
  const catalog = (await findSiteProcesses(site.url)).find(({ service }) => service === 'catalog');
  await fillCatalog(
    catalog?.environment['DATABASE_URL'] ?? '',
    SONGS,
    '00000000-0000-4000-8000-000000000001',
  );
  songId = await findSong();
  tokens = await signInOften(20);
});
afterAll(() => site?.stop());

async function findSong(): Promise<string> {
  const response = await fetch(`${site.url}/api/videos?limit=1`);
  const { data } = (await response.json()) as { data: { videos: { id: string; viewCount: number }[] } };
  const [song] = data.videos;
  if (!song) throw new Error('the site has no song');
  viewsBefore = song.viewCount;
  return song.id;
}

/** Registers an account, signs in with it several times, and returns the tokens. */
async function signInOften(times: number): Promise<string[]> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.10' };
    const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = (await response.json()) as { data: { accessToken: string } };
    return data.accessToken;
  };
  const email = `${randomUUID()}@people.example`;
  await post('/api/auth/register', { username: `u${Date.now()}`, email, password: PASSWORD });
  const found: string[] = [];
  while (found.length < times) found.push(await post('/api/auth/login', { email, password: PASSWORD }));
  return found;
}

const post = (path: string, body: object, headers: Record<string, string> = {}): CrowdCall => ({
  path,
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

const CROWDS: Record<string, (count: number) => CrowdCall> = {
  'sessions of one account': (count) => ({
    path: '/api/videos',
    headers: { authorization: `Bearer ${tokens[count % tokens.length]}` },
  }),
  'pictures that do not exist': (count) => ({ path: `/Images/A/nothing-${count}.png` }),
  'sounds that do not exist': (count) => ({ path: `/Audio/A/nothing-${count}.mp3` }),
  'streams that do not exist': () => ({ path: `/hls/${randomUUID()}/master.m3u8` }),
  'pages of songs that do not exist': () => ({ path: `/songs?v=${randomUUID()}` }),
  'views by invented browsers': (count) =>
    post(`/api/videos/${songId}/view`, { watchedDuration: 0 }, { 'user-agent': `browser ${count}` }),
  registrations: () => {
    const name = `p${randomUUID().slice(0, 20)}`;
    return post('/api/auth/register', {
      username: name,
      email: `${name}@people.example`,
      password: PASSWORD,
    });
  },
};

it.each(Object.entries(CROWDS))(
  `others are served as usual while ${CONNECTIONS} connections of one address send %s`,
  async (name, call) => {
    const { [name]: beside } = await measureCrowds(site.url, {
      connections: CONNECTIONS,
      crowds: { [name]: call },
      others: [{ path: '/api/videos' }, { path: '/api/game/categories' }, { path: '/api/auth/settings' }],
    });
    if (beside === undefined) throw new Error('unreachable: the crowd was measured');
    console.log(describeBeside(name, beside));
    line.prove(`${CONNECTIONS} connections: ${name}`, figuresBeside(beside));
  },
);

it('views of a crowd at one address count as those of 40 browsers', async () => {
  const response = await fetch(`${site.url}/api/videos/${songId}`);
  const { data } = (await response.json()) as { data: { video: { viewCount: number } } };
  const counted = data.video.viewCount - viewsBefore;
  expect(counted).toBeGreaterThan(0);
  line.prove('views by invented browsers', { counted: { measured: counted, atMost: 40 } });
});
