import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { auth, catalog, game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, visitor, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import {
  cellsOf,
  listen,
  playToTheEnd,
  readPlayedSounds,
  VICTORY,
  waitForDeal,
  waitForSounds,
} from './support/memory-game.ts';
import { loadStarterContent, startSite } from './support/start-site.ts';
import { writeSteadyFfmpeg } from './support/steady-ffmpeg.ts';

const TITLE = 'A Is for Apple';
const PICTURES = join(import.meta.dirname, '..', 'services', 'game', 'starter-pack', 'pictures');
const NAMES = [
  { name: 'ñandú', picture: 'goat.png' },
  { name: 'ñu', picture: 'cow.png' },
];
/** Of the first song's encoding: enough for playing it, while the processors are left to other tests. */
const SPEED = 2;
/** Deadline for a letter item with its picture and its sound. */
const ITEM_SECONDS = 120;

// A fake microphone that beeps, without a permission prompt.
let site: Stack;
let superadmin: Account;
let dataDir: string;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('workFolder'), 'first-start-'));
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: SPEED }) };
  site = await startSite({ dataDir, workers: 1, hasStarterContent: true, env: { transcoder } });
  superadmin = await signInSuperadmin(site);
});
afterAll(() => site?.stop());

/** Loads the starter content as the next start would. Returns the printed lines. */
async function loadAgain(changes: Partial<Stack> = {}): Promise<string[]> {
  said.length = 0;
  await loadStarterContent({ ...site, ...changes }, { dataDir, say });
  return [...said];
}
const readVideos = async () => (await superadmin.call(catalog.listVideos, { query: {} })).data.videos;
const record = () => join(dataDir, 'demo-video.json');

describe('a first start', () => {
  it('a first start provides the letters from A to Z, playable at once', async () => {
    const { categories, grids } = (await visitor(site.url)(game.listCategories, {})).data;
    expect(categories.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(categories.every(({ pairCount }) => pairCount >= 3)).toBe(true);
    expect(grids).toEqual(['2x2']);
    const { page, trouble, close } = await openPage({ site: site.url });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Memory Game — 2 Letters' }).waitFor();
    await waitForDeal(page, 4);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('a first start shows a playable first song on the songs page', async () => {
    const isListed = async () => (await readVideos()).some(({ title }) => title === TITLE);
    const seconds = await until(isListed, { what: 'the first song listed', withinSeconds: 240 });
    console.log(`first song listed ${seconds.toFixed(1)} s after the tests began`);
    const { page, trouble, close } = await openPage({ site: site.url });
    await page.goto('/songs');
    await page.getByRole('button', { name: 'Kindergarten' }).waitFor();
    const { video } = (
      await superadmin.call(catalog.getVideo, { params: { id: (await readVideos())[0]?.id ?? '' } })
    ).data;
    expect(video.thumbnail).toMatch(/\/thumbnails\//); // the one of the starter pack
    await page.getByRole('link', { name: TITLE }).first().click();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    const readTime = () =>
      page.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime);
    await expect.poll(readTime, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('a first start creates a single video, even if it was interrupted after the upload', async () => {
    const [video] = await readVideos();
    await rm(record());
    await loadAgain();
    const videos = await readVideos();
    expect(videos.map(({ id }) => id)).toEqual([video?.id]);
    expect(videos[0]?.tags).toEqual([
      { tagType: 'category', tagValue: 'letters' },
      { tagType: 'grade', tagValue: 'Kindergarten' },
    ]);
    expect(videos[0]?.letters?.join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(JSON.parse(await readFile(record(), 'utf8'))).toMatchObject({ id: video?.id });
  });

  it('a first start leaves no session behind', async () => {
    const { sessions } = (await superadmin.call(auth.listSessions, {})).data;
    expect(sessions).toHaveLength(1);
  });

  it('a failed upload of the first song is only reported, and retried at the next start', async () => {
    await rm(record());
    const [sentence] = await loadAgain({ localUrl: 'http://127.0.0.1:9' });
    expect(sentence).toMatch(/^The first song was not uploaded: The server could not be reached/);
    await expect(readFile(record())).rejects.toThrow('ENOENT');
  });

  it('the first song is not uploaded without the superadmin’s password, and never if it was changed', async () => {
    expect(await loadAgain({ isPasswordKnown: false })).toEqual([]);
    await expect(readFile(record())).rejects.toThrow('ENOENT');
    expect(await loadAgain({ superadmin: { ...site.superadmin, password: 'another password' } })).toEqual([]);
    expect(JSON.parse(await readFile(record(), 'utf8'))).toMatchObject({ id: null });
  });

  it('a later start does not restore deleted content', async () => {
    const [video] = await readVideos();
    const params = { id: video?.id ?? '' };
    await superadmin.call(catalog.deleteVideo, { params });
    expect(await loadAgain()).toEqual([]);
    await expect(superadmin.call(catalog.getVideo, { params })).rejects.toMatchObject({
      code: 'VIDEO_NOT_FOUND',
    });
    expect(await readVideos()).toEqual([]);
  });
});

async function addName(page: Page, { name, picture }: (typeof NAMES)[number]): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await tile.getByLabel(`Upload picture of ${name}, file`).setInputFiles(join(PICTURES, picture));
  await tile.getByRole('img', { name, exact: true }).waitFor();
  await tile.getByRole('button', { name: `Record sound of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Record ${name}` });
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  const recorded = dialog.getByRole('progressbar', { name: 'Time recorded' });
  await expect
    .poll(() => recorded.evaluate((bar) => (bar as HTMLProgressElement).value), { timeout: 15_000 })
    .toBeGreaterThan(0.8);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Plays the new letter as a visitor and expects its sounds and pictures. */
async function playNewLetter(): Promise<void> {
  const { page, trouble, close } = await openPage({ site: site.url });
  await listen(page);
  await page.goto('/?letters=Ñ');
  await page.getByRole('heading', { name: 'Memory Game — Letter Ñ' }).waitFor();
  await waitForDeal(page, 4);
  await waitForSounds(page, { words: 2, letters: 0 }); // Ñ has no sound
  const { sounds } = await playToTheEnd(page, 'Ñ', (position) => cellsOf(page).nth(position).click());
  await page.getByText(VICTORY).waitFor();
  const recorded = sounds.filter((path) => !path.startsWith('/Audio/letters/')); // that of Ñ is not
  expect((await readPlayedSounds(page)).started.map(({ path }) => path)).toEqual(recorded);
  // Of the two cards of a name, one shows the letter and the other one the picture.
  expect(await page.locator('[role=gridcell] [data-letters]').count()).toBe(2);
  const pictures = await cellsOf(page).evaluateAll((cards) =>
    cards.flatMap((card) => {
      const image = card.querySelector('img');
      return image ? [{ name: card.getAttribute('aria-label'), width: image.naturalWidth }] : [];
    }),
  );
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(2);
  expect(pictures).toHaveLength(4); // the cards with the letter show theirs, too, since all have the same letter
  expect(Math.min(...pictures.map(({ width }) => width))).toBeGreaterThan(64);
  expect(trouble).toEqual({ errors: [], foreignRequests: [] });
  await close();
}

it('a superadmin adds a letter with pictures and recorded words, and everybody can play it', async () => {
  const { page, trouble, close } = await openPage({ site: site.url, viewport: { width: 1280, height: 900 } });
  await signInPage(page, superadmin);
  await page.goto('/game-admin');
  await page.getByRole('heading', { name: 'Game Content Manager' }).waitFor();
  const startedAt = performance.now();
  await page.getByLabel('New letter').fill('ñ');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Letter Ñ' }).waitFor();
  for (const entry of NAMES) await addName(page, entry);
  for (const { name } of NAMES)
    await page.getByRole('button', { name: `Play sound of ${name}` }).waitFor({ timeout: 240_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`a letter with ${NAMES.length} names, pictures and recorded words: ${seconds.toFixed(1)} s`);
  expect(seconds / NAMES.length).toBeLessThan(ITEM_SECONDS);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Play this letter' }).click();
  await waitForDeal(page, 4);
  expect(trouble).toEqual({ errors: [], foreignRequests: [] });
  await close();
  await playNewLetter();
});
