import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { auth, catalog, game } from '@larksong/contracts';
import { freePort } from '@larksong/local';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createGuest } from '../services/catalog/test/guests.ts';
import { signInAgain } from './access/people.ts';
import { until } from './access/until.ts';
import { uploadUntilAccepted } from './reliability/fault-uploads.ts';
import { createMember, signInSuperadmin, visitor, type Account } from './support/accounts.ts';
import { findViolations } from './support/accessibility.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';

const MAIN = join(dirname(import.meta.dirname), 'infra', 'local', 'src', 'main.ts');
const TITLES = ['Five little ducks', 'The wheels on the bus'];

let folder: string;
let dataDir: string;
let backups: string;
let launcher: ChildProcess | undefined;
let output = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-restore-'));
  dataDir = join(folder, 'data');
  backups = join(folder, 'backups');
});
afterAll(async () => {
  if (launcher?.exitCode === null) {
    launcher.kill('SIGINT');
    await once(launcher, 'close');
  }
  await rm(folder, { recursive: true, force: true });
});

async function larksong(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN, 'larksong', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: child.exitCode, output: said };
}

/** Runs `npm start` in the data folder and returns the addresses that it prints. */
async function npmStart(): Promise<{ site: string; setup: string }> {
  const port = String(await freePort());
  launcher = spawn(process.execPath, [MAIN, 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
  await vi.waitFor(() => expect(output).toContain('Ctrl-C stops it'), { timeout: 120_000, interval: 50 });
  const setup = /http:\S+\/setup#\S+/.exec(output)?.[0] ?? '';
  return { site: new URL(setup).origin, setup };
}

/**
 * Fills a site with two songs, a card, a member and a like, and makes a backup. Returns the content that has to be
 * restored.
 */
async function fillAndBackUp() {
  const site = await startSite({ dataDir, workers: 1 });
  const superadmin = await signInSuperadmin(site);
  const member = await createMember(site.url);
  const videoIds: string[] = [];
  for (const [index, title] of TITLES.entries()) {
    const path = await makeClip({ seconds: 8 + index, width: 320, height: 180 });
    videoIds.push(await uploadUntilAccepted(site, { path, title }));
  }
  const isCompleted = async () =>
    (await superadmin.call(catalog.listVideos, {})).data.videos.every(({ status }) => status === 'completed');
  await until(isCompleted, { what: 'both songs are completed', withinSeconds: 120 });
  await member.call(catalog.likeVideo, { params: { id: videoIds[0] ?? '' } });
  const link = await makeLink(member, videoIds);
  const { category } = (await superadmin.call(game.createCategory, { body: { letter: 'D' } })).data;
  for (const type of ['letter', 'image'] as const)
    await superadmin.call(game.createItem, { body: { categoryId: category.id, type, name: 'Duck' } });
  const letters = (await visitor(site.url)(game.listCategories, {})).data;
  expect((await larksong('backup', backups)).code).toBe(0);
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
  return { superadmin, member, videoIds, letters, link };
}

/** Makes a list with a position in it, a link for a poster, and a code for the board. */
async function makeLink({ call }: Account, videoIds: string[]) {
  const { list } = (await call(catalog.createSongList, { body: { name: 'Winter', videoIds } })).data;
  const params = { id: list.id };
  await call(catalog.recordListPosition, { params, body: { videoId: videoIds[1] ?? '' } });
  const { link } = (await call(catalog.createLink, { params, body: { name: 'Poster' } })).data;
  const ofLink = { params: { id: list.id, linkId: link.id } };
  const { spoken } = (await call(catalog.createSpokenCode, { ...ofLink, body: { hours: 12 } })).data;
  return { id: link.id, listId: list.id, codes: [link.code ?? '', spoken.code] };
}

/** Opens the codes of a poster and of the board, and returns what guests hear. */
async function listen(site: string, codes: string[]) {
  const heard = [];
  for (const code of codes) {
    const guest = createGuest(site);
    const { name, songs } = await guest.list(await guest.open(code));
    heard.push({ name, songs: songs.map(({ title }) => title) });
  }
  return heard;
}

/** Returns a file of a song in the backup. */
async function findSegment(): Promise<string> {
  const names = await readdir(join(backups, 'objects'), { recursive: true });
  return join(backups, 'objects', names.find((name) => name.endsWith('.m4s')) ?? '');
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function expectPlaying(page: Page, videoId: string): Promise<void> {
  await page.goto(`/songs?v=${videoId}`);
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime), {
      timeout: 20_000,
    })
    .toBeGreaterThan(1);
}

it('a site whose data were deleted is restored on the page for the first start, also after a failed try', async () => {
  const before = await fillAndBackUp();
  const { site, setup } = await npmStart();
  const { page, close } = await openPage({ site });
  await page.goto(setup);
  await page.getByRole('button', { name: 'Restore a backup instead' }).click();
  const place = page.getByLabel('Folder of the backups');

  await place.fill(join(folder, 'nowhere'));
  await page.getByRole('button', { name: 'Find backups' }).click();
  await page.getByText(`There are no backups in ${join(folder, 'nowhere')}.`).waitFor();

  await place.fill(backups);
  await page.getByRole('button', { name: 'Find backups' }).click();
  await page.getByText('2 songs, 2 accounts').waitFor();
  expect(await findViolations(page)).toEqual([]);
  const segment = await findSegment();
  await flipByte(segment);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('is damaged. Choose an older one').waitFor({ timeout: 180_000 });
  // The services start again after the failure has been told.
  const offered = () =>
    visitor(site)(game.listCategories, {}).then(
      ({ data }) => data,
      () => undefined,
    );
  await expect.poll(offered, { timeout: 60_000 }).toBeDefined();
  expect(await offered()).not.toEqual(before.letters);
  await flipByte(segment);
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { name: 'The backup is being restored' }).waitFor();
  await page.getByRole('heading', { name: 'Your site is back' }).waitFor({ timeout: 120_000 });
  console.log(`restored in the browser in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(before.member.user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(before.member.password);
  await dialog.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  for (const videoId of before.videoIds) await expectPlaying(page, videoId);
  await page.goto('/liked');
  await page
    .getByRole('link', { name: TITLES[0] ?? '' })
    .first()
    .waitFor();
  await page.goto('/setup#AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('heading', { name: 'This site has been set up' }).waitFor();
  await close();

  expect((await visitor(site)(game.listCategories, {})).data).toEqual(before.letters);
  const { email } = before.superadmin.user;
  const { password } = before.superadmin;
  await visitor(site)(auth.login, { body: { email, password } });
  // The keys and secrets are restored too, so a session from before the backup is still valid.
  const { refreshToken } = before.member;
  await visitor(site)(auth.refreshToken, { body: { refreshToken } });
  // So does a poster from before it, and a code on the board.
  const winter = { name: 'Winter', songs: TITLES };
  expect(await listen(site, before.link.codes)).toEqual([winter, winter]);
  const { call } = await signInAgain(site, before.member);
  const { list } = (await call(catalog.getSongList, { params: { id: before.link.listId } })).data;
  expect(list).toMatchObject({ name: 'Winter', songCount: 2, position: before.videoIds[1] });
  const { code, output: found } = await larksong('verify', '--json');
  expect({ code, ...JSON.parse(found) }).toMatchObject({ code: 0, lost: [], lists: [], links: [] });
});
