import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeSongs } from './support/many-songs.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const WORD = `w${randomBytes(3).toString('hex')}`;
const TITLES: [string, string, string] = [`One ${WORD}`, `Two ${WORD}`, `Three ${WORD}`];
let superadmin: Account;
let member: Account;
let songs: string[];
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  member = await createMember();
  songs = await makeSongs({ site, superadmin }, TITLES);
  opened = await openPage();
  page = opened.page;
  await signInPage(page, member);
});
afterAll(async () => {
  await opened?.close();
  for (const id of songs ?? []) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

const rows = () => page.locator('main ol > li strong').allTextContents();
const stored = async () => {
  const { data } = await member.call(catalog.listSongLists, {});
  const id = data.own[0]?.id ?? '';
  return (await member.call(catalog.getSongList, { params: { id } })).data.list.songs.map(
    ({ title }) => title,
  );
};

it('a list is made by keyboard, filled from cards, ordered, deleted and restored', async () => {
  await page.goto('/lists');
  await page.getByRole('button', { name: 'New list' }).press('Enter');
  await page.keyboard.type('Morning circle');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Morning circle' }).waitFor();

  await page.goto('/songs');
  for (const title of TITLES) {
    await page.getByRole('button', { name: `More about ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Add to a list' }).click();
    await page.getByRole('checkbox', { name: /^Morning circle/ }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Added to Morning circle').waitFor();
  }
  expect(await stored()).toEqual(TITLES);

  await page.goto('/lists');
  await page.getByRole('link', { name: 'Morning circle', exact: true }).click();
  await page.getByRole('button', { name: `Move ${TITLES[2]}, now 3 of 3` }).focus();
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  const moved = [TITLES[2], TITLES[0], TITLES[1]];
  expect(await rows()).toEqual(moved);
  await expect.poll(stored).toEqual(moved);
  const grip = await page.getByRole('button', { name: `Move ${TITLES[2]}, now 1 of 3` }).boundingBox();
  const last = await page.locator('main ol > li').last().boundingBox();
  if (!grip || !last) throw new Error('The page has no rows.');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, last.y + last.height, { steps: 5 });
  await page.mouse.up();
  await expect.poll(stored).toEqual(TITLES);
  expect(await rows()).toEqual(TITLES);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'More about Morning circle' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 3, name: 'Morning circle' }).waitFor();
  expect(await stored()).toEqual(TITLES);
  expect(await findViolations(page)).toEqual([]);
  expect(opened.trouble.foreignRequests).toEqual([]);
});
