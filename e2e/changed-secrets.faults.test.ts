import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth, catalog, createClient } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadUntilAccepted } from './reliability/fault-uploads.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';
import { readStream } from './support/streams.ts';

let folder: string;
let site: Stack;
let clip: string;
let superadmin: Account;
let song: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-secrets-'));
  site = await startSite({ dataDir: folder, workers: 1 });
  clip = await makeClip({ seconds: 5, width: 320, height: 180 });
  superadmin = await signInSuperadmin(site);
  song = await upload('Before');
});
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a clip and waits until the workers have completed it. */
async function upload(title: string): Promise<string> {
  const id = await uploadUntilAccepted(site, { path: clip, title });
  const isCompleted = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
  await until(isCompleted, { what: `${title} is completed`, withinSeconds: 120 });
  return id;
}

/** Stops the site, changes a secret, and starts the site again; `toSettings` returns the settings that auth is given then. */
async function change(name: string, toSettings: (before: string) => Record<string, string> = () => ({})) {
  await site.stop();
  const file = join(folder, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>; // flat
  const before = secrets[name];
  if (before === undefined) throw new Error(`secrets.json has no ${name}`);
  await writeFile(file, JSON.stringify({ ...secrets, [name]: randomBytes(32).toString('hex') }));
  site = await startSite({ dataDir: folder, workers: 1, env: { auth: toSettings(before) } });
}

it.each([
  ['internalToken', undefined],
  ['streamCookieSecret', undefined],
  ['authSecret', (before: string) => ({ PREVIOUS_AUTH_SECRET: before })],
])('sessions, songs and workers outlive a changed %s', async (name, toSettings) => {
  await change(name, toSettings);
  const call = createClient({ baseUrl: site.url });
  const { refreshToken } = superadmin;
  const { data: refreshed } = await call(auth.refreshToken, { body: { refreshToken } });
  const headers = { authorization: `Bearer ${refreshed.accessToken}` };
  superadmin = {
    ...superadmin,
    ...refreshed,
    call: createClient({ baseUrl: site.url, headers: () => headers }),
  };
  expect((await superadmin.call(auth.getProfile, {})).data.user.role).toBe('superadmin');
  for (const id of [song, await upload(`After ${name}`)]) {
    const renditions = await readStream(site.url, id, headers);
    expect(renditions.length).toBeGreaterThan(1);
    expect(renditions.filter(({ isEnded, decodeErrors }) => !isEnded || decodeErrors !== '')).toEqual([]);
  }
});
