import { catalog, game } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { cellsOf, waitForDeal } from './support/memory-game.ts';
import { tapMessily } from './support/touch.ts';

const LETTER = 'Ю';
const TITLE = 'A song of one letter';
const PLAY = `Play the letter ${LETTER}`;

let superadmin: Account;
let categoryId: string;
let song: catalog.Video | undefined;

const findSong = async () =>
  (await superadmin.call(catalog.listVideos, { query: { letter: LETTER } })).data.videos[0];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  categoryId = (await superadmin.call(game.createCategory, { body: { letter: LETTER } })).data.category.id;
  for (const type of ['letter', 'image'] as const)
    await superadmin.call(game.createItem, { body: { categoryId, type, name: 'юла' } });
});
afterAll(async () => {
  if (song) await superadmin.call(catalog.deleteVideo, { params: { id: song.id } });
  if (categoryId) await superadmin.call(game.deleteCategory, { params: { id: categoryId } });
});

it('a superadmin uploads a song with a letter of the game and one that the game does not have', async () => {
  const { page, trouble, close } = await openPage();
  await signInPage(page, superadmin);
  await page.goto('/upload');
  const clip = await makeClip({ seconds: 2, width: 96, height: 54 });
  await page.locator('input[type="file"]').setInputFiles(clip);
  await page.getByLabel('Title').fill(TITLE);
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
  expect(song).toMatchObject({ title: TITLE, letters: ['Ɓ', LETTER] });
  expect(trouble.errors).toEqual([]);
  await close();
});

it('a card below the song and one at its end lead to the board of its letter', async () => {
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

it('a won board of its letter offers the song', async () => {
  const { page, trouble, close } = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(`/?letters=${LETTER}`);
  await waitForDeal(page, 2);
  for (const position of [0, 1]) await cellsOf(page).nth(position).tap();
  const link = page.getByRole('link', { name: `Song: ${TITLE}` });
  await link.waitFor();
  const box = await link.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(56);
  await tapMessily(page, link);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  expect(new URL(page.url()).searchParams.get('v')).toBe(song?.id);
  expect(trouble.errors).toEqual([]);
  await close();
});
