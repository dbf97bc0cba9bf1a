import { join } from 'node:path';

import { catalog, game } from '@larksong/contracts';
import { isLongRun } from '@larksong/service-kit/testing/random';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { cellsOf, waitForDeal } from './support/memory-game.ts';
import { tapMessily } from './support/touch.ts';

const LETTER_BEFORE = 'Э';
const LETTER = 'Ю';
const WORDS = { [LETTER_BEFORE]: 'эхо', [LETTER]: 'юла' };
const TITLE = 'A song of one letter';
const PLAY = `Play the letter ${LETTER}`;

let superadmin: Account;
const categoryIds: string[] = [];
let song: catalog.Video | undefined;

const findSong = async () =>
  (await superadmin.call(catalog.listVideos, { query: { letter: LETTER } })).data.videos[0];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  for (const [letter, name] of Object.entries(WORDS)) {
    const { data } = await superadmin.call(game.createCategory, { body: { letter } });
    const categoryId = data.category.id;
    categoryIds.push(categoryId);
    for (const type of ['letter', 'image'] as const)
      await superadmin.call(game.createItem, { body: { categoryId, type, name } });
  }
});
afterAll(async () => {
  if (song) await superadmin.call(catalog.deleteVideo, { params: { id: song.id } });
  for (const id of categoryIds) await superadmin.call(game.deleteCategory, { params: { id } });
});

it('a superadmin uploads a song with its language, a letter of the game and one that the game does not have', async () => {
  const { page, trouble, close } = await openPage();
  await signInPage(page, superadmin);
  await page.goto('/upload');
  const clip = await makeClip({ seconds: 2, width: 96, height: 54 });
  await page.locator('input[type="file"][accept="video/*"]').setInputFiles(clip);
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Language').selectOption('Українська');
  await page.getByRole('button', { name: LETTER, exact: true }).click();
  await page.getByLabel('Another letter').fill('ɓ');
  await page.keyboard.press('Enter');
  await page.getByText(`Chosen: Ɓ, ${LETTER}`).waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Upload started.').waitFor();
  await until(async () => (await findSong())?.status === 'completed', {
    what: 'the song completed',
    withinSeconds: 240,
  });
  song = await findSong();
  expect(song).toMatchObject({ title: TITLE, letters: ['Ɓ', LETTER], language: 'uk' });
  expect(trouble.errors).toEqual([]);
  await close();
});

it.runIf(isLongRun)('a card below the song and one at its end lead to the board of its letter', async () => {
  const { page, trouble, close } = await openPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`/songs?v=${song?.id}`);
  const cards = page.getByRole('list', { name: 'Play the letters of this song' }).getByRole('link');
  const atTheEnd = page.getByRole('region', { name: 'Video player' }).getByRole('link', { name: PLAY });
  await atTheEnd.waitFor(); // it was played to its end
  expect(await cards.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual([
    PLAY,
  ]);
  for (const card of [cards, atTheEnd]) {
    const box = await card.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56);
  }
  expect(await findLayoutTroubles(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  for (const card of [cards, atTheEnd]) {
    await card.click();
    await page.getByText(`Letter ${LETTER}`).first().waitFor();
    expect(new URL(page.url()).searchParams.get('letters')).toBe(LETTER);
    expect(await page.getByRole('gridcell').count()).toBe(2);
    await page.goBack();
    await atTheEnd.waitFor();
  }
  expect(trouble.errors).toEqual([]);
  await close();
});

/** Every step can be seen in a picture, in the folder that the variable names. */
const FILM_FOLDER = process.env['FILM_FOLDER'];
let pictures = 0;

async function takePicture(page: Page, step: string): Promise<void> {
  pictures += 1;
  if (FILM_FOLDER) await page.screenshot({ path: join(FILM_FOLDER, `${pictures}-${step}.png`) });
}

/** Taps a control that somebody who cannot read finds: it is large, and a picture or a letter shows where it leads. */
async function tapByPicture(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const box = await control.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56);
  const picture = control.locator('svg, img, .lark, [data-letters]').filter({ visible: true }).first();
  expect((await picture.boundingBox())?.width).toBeGreaterThanOrEqual(16);
  await tapMessily(page, control);
}

it('a child goes by pictures alone from the first tap to victory, the next letter, its song and back', async () => {
  const { page, trouble, close } = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(`/?letters=${LETTER_BEFORE}`);
  await waitForDeal(page, 2);
  await takePicture(page, 'board');
  await cellsOf(page).first().tap();
  await page.getByRole('gridcell', { name: 'эхо, card 1' }).waitFor();
  await takePicture(page, 'first-tap');
  await cellsOf(page).nth(1).tap();
  await page.getByRole('gridcell', { name: 'эхо, matched' }).first().waitFor();
  await takePicture(page, 'pair');
  const next = page.getByRole('button', { name: `Next letter, ${LETTER}` });
  await next.waitFor();
  await takePicture(page, 'victory');

  await tapByPicture(page, next);
  await page.getByText(`Letter ${LETTER}`).first().waitFor();
  await waitForDeal(page, 2);
  await takePicture(page, 'next-letter');
  for (const position of [0, 1]) await cellsOf(page).nth(position).tap();
  const link = page.getByRole('link', { name: `Song: ${TITLE}` });
  await link.waitFor();
  await takePicture(page, 'song-offered');
  const tile = await link.boundingBox();
  expect((tile?.width ?? 0) / (tile?.height ?? 1)).toBeCloseTo(16 / 9, 1);

  await tapByPicture(page, link);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  expect(new URL(page.url()).searchParams.get('v')).toBe(song?.id);
  await page.locator('video').waitFor();
  await takePicture(page, 'song');
  const tabs = page.getByRole('navigation', { name: 'Game and songs' });
  await tapByPicture(page, tabs.getByRole('link', { name: 'Memory Game' }));
  await waitForDeal(page, 2);
  await page.getByText(`Letter ${LETTER}`).first().waitFor(); // the letter that was reached
  await takePicture(page, 'game-again');
  expect(trouble.errors).toEqual([]);
  await close();
});
