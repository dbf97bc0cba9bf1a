import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth, catalog, createClient } from '@larksong/contracts';
import type { Stack, StackOptions } from '@larksong/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadUntilAccepted } from './reliability/fault-uploads.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { openCatalogData } from './support/catalog-data.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';
import { readStream } from './support/streams.ts';

let folder: string;
let site: Stack;
let clip: string;
let superadmin: Account;
let song: string;
/** A link to a list, whose code is on a poster, and its code for the board. */
let link: { id: string; listId: string; code: string; spoken: string };
/** The secrets that codes were stored with at first. */
let firstKeys: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-secrets-'));
  site = await startSite({ dataDir: folder, workers: 1 });
  clip = await makeClip({ seconds: 5, width: 320, height: 180 });
  superadmin = await signInSuperadmin(site);
  song = await upload('Before');
  link = await makeLink();
  firstKeys = await readKeys();
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

/** Makes a link to a list with the song, and a code for the board. */
async function makeLink(): Promise<typeof link> {
  const body = { name: 'Winter', videoIds: [song] };
  const { list } = (await superadmin.call(catalog.createSongList, { body })).data;
  const params = { id: list.id };
  const made = (await superadmin.call(catalog.createLink, { params, body: { name: 'Poster' } })).data.link;
  const ofLink = { params: { id: list.id, linkId: made.id } };
  const { spoken } = (await superadmin.call(catalog.createSpokenCode, { ...ofLink, body: { hours: 12 } }))
    .data;
  return { id: made.id, listId: list.id, code: made.code ?? '', spoken: spoken.code };
}

/** Returns the ids of the secrets that codes are stored with now. */
async function readKeys(): Promise<string[]> {
  const { db, close } = await openCatalogData(site.url);
  const links = await db.selectFrom('song_list_links').select('key_id').execute();
  const codes = await db.selectFrom('song_list_codes').select('key_id').execute();
  await close();
  return [...links, ...codes].map(({ key_id: id }) => id);
}

/** Returns the links that codes open for new guests. */
async function openCodes(codes: string[]): Promise<string[]> {
  const call = createClient({ baseUrl: site.url });
  const opened = [];
  for (const code of codes) opened.push((await call(catalog.openLink, { body: { code } })).data.linkId);
  return opened;
}

/** Stops the site, changes a secret, and starts the site again; `toSettings` returns the settings that services are given then. */
async function change(name: string, toSettings: (before: string) => StackOptions['env'] = () => ({})) {
  await site.stop();
  const file = join(folder, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>; // flat
  const before = secrets[name];
  if (before === undefined) throw new Error(`secrets.json has no ${name}`);
  await writeFile(file, JSON.stringify({ ...secrets, [name]: randomBytes(32).toString('hex') }));
  site = await startSite({ dataDir: folder, workers: 1, env: toSettings(before) });
}

it.each([
  ['internalToken', undefined],
  ['streamCookieSecret', undefined],
  ['authSecret', (before: string) => ({ auth: { PREVIOUS_AUTH_SECRET: before } })],
  ['linkSecret', (before: string) => ({ catalog: { PREVIOUS_LINK_SECRET: before } })],
])('sessions, songs, workers, links and their codes outlive a changed %s', async (name, toSettings) => {
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
  expect(await openCodes([link.code, link.spoken])).toEqual([link.id, link.id]);
});

it('a link opens without the secret that it was made with once catalog has stored it with the present one', async () => {
  const isStored = async () => (await readKeys()).every((id) => !firstKeys.includes(id));
  await until(isStored, { what: 'the codes are stored with the new secret', withinSeconds: 90 });
  await site.stop();
  site = await startSite({ dataDir: folder, workers: 1 });
  expect(await openCodes([link.code, link.spoken])).toEqual([link.id, link.id]);
  const { call } = await signInSuperadmin(site);
  const { links } = (await call(catalog.listLinks, { params: { id: link.listId } })).data;
  expect(links).toMatchObject([{ code: link.code, spoken: { code: link.spoken } }]);
});
