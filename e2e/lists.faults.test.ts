import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolationsInViews } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeList } from './support/list-playing.ts';
import { makeSongs } from './support/many-songs.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const WORD = `w${randomBytes(3).toString('hex')}`;
const LONG = `${WORD} ${'Donaudampfschifffahrtsgesellschaft'.repeat(6)}`.slice(0, 200);
const ARABIC = `${WORD} أغنية المطر الجميلة للأطفال`;
const SONGS = 12;
const TITLES: [string, ...string[]] = [
  LONG,
  ARABIC,
  ...Array.from({ length: SONGS - 2 }, (_, index) => `Song ${index} ${WORD}`),
];
const MAX_SECONDS = 60;
const MAX_TAPS = 25;
/** Songs in the list of each of these tests. */
const WANTED = 10;

let superadmin: Account;
let songs: string[];
const siteLists: string[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  songs = await makeSongs({ site, superadmin }, TITLES);
});
afterAll(async () => {
  for (const id of siteLists) await superadmin.call(catalog.deleteSongList, { params: { id } });
  for (const id of songs ?? []) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

const countOf = async (member: Account) =>
  (await member.call(catalog.listSongLists, {})).data.own.map(({ name, songCount }) => [name, songCount]);

it(`the keyboard alone makes a list of ${WANTED} songs within ${MAX_SECONDS} s`, async () => {
  const member = await createMember();
  const { page, close } = await openPage();
  await signInPage(page, member);
  await page.goto('/songs');
  await page.getByRole('button', { name: `More about ${TITLES[0]}` }).waitFor();
  const start = performance.now();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  while (!(await focusedName(page)).startsWith('More about')) await press('Tab');
  await press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await press('ArrowDown', 'Enter');
  await page.getByText('1 song selected').waitFor();
  for (let song = 1; song < WANTED; song += 1) await press('Tab', 'Space');
  await page.getByText(`${WANTED} songs selected`).waitFor();
  await press('Enter');
  await page.getByRole('dialog', { name: 'New list' }).waitFor();
  await page.keyboard.type('By keyboard');
  await press('Enter');
  await page.getByText('Added to By keyboard').waitFor();
  const seconds = (performance.now() - start) / 1000;
  console.log(`ten songs by keyboard: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
  expect(await countOf(member)).toEqual([['By keyboard', WANTED]]);
  await close();
});

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}

it(`fingers on a phone make a list of ${WANTED} songs in at most ${MAX_TAPS} taps`, async () => {
  const member = await createMember();
  const { page, close } = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await signInPage(page, member);
  await page.goto('/songs');
  let taps = 0;
  const tap = async (role: 'button' | 'menuitem' | 'checkbox', name: string) => {
    await page.getByRole(role, { name }).first().tap();
    taps += 1;
  };
  await tap('button', `More about ${TITLES[2]}`);
  await tap('menuitem', 'Select several');
  for (const title of TITLES.slice(3)) await tap('checkbox', `Select ${title}`);
  await tap('button', 'Add to a list');
  await page.getByRole('dialog', { name: 'New list' }).waitFor();
  await page.keyboard.type('By fingers');
  await tap('button', 'Make list');
  await page.getByText('Added to By fingers').waitFor();
  console.log(`ten songs by touch: ${taps} taps`);
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(await countOf(member)).toEqual([['By fingers', WANTED]]);
  await close();
});

it('the pages and dialogs of lists have no violations in any size and theme', async () => {
  const member = await createMember();
  const list = await makeList(member, LONG, songs);
  await makeList(member, ARABIC, songs.slice(0, 1));
  await member.call(catalog.createSongList, { body: { name: 'Empty' } });
  const offered = await makeList(superadmin, `For all ${WORD}`, songs.slice(0, 4));
  const { data } = await superadmin.call(catalog.offerSongList, { params: { id: offered } });
  siteLists.push(data.list.id, offered);
  const { page, close } = await openPage();
  await signInPage(page, member);
  const found: string[] = [];
  const look = async (name: string) =>
    found.push(...(await findViolationsInViews(page, 0)).map((line) => `${name}: ${line}`));
  await page.goto('/songs');
  await page.getByRole('region', { name: 'Lists' }).waitFor();
  await look('shelf');
  await page.goto('/lists');
  await page.getByRole('region', { name: 'My lists' }).waitFor();
  await look('lists');
  await page.getByRole('button', { name: 'New list' }).click();
  await look('new list');
  await page.goto(`/lists/${list}`);
  await page.getByRole('button', { name: 'Add songs' }).waitFor();
  await look('list');
  await page.getByRole('button', { name: 'Add songs' }).click();
  await page.getByRole('checkbox').first().waitFor();
  await look('add songs');
  await page.goto(`/songs?v=${songs[0]}`);
  await page.getByRole('button', { name: 'Add to a list' }).click();
  await page.getByRole('checkbox').first().waitFor();
  await look('add to a list');
  await close();
  expect(found).toEqual([]);
});
