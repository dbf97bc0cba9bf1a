import { openAsBlob } from 'node:fs';

import { auth, catalog, game } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { sharedSite } from './support/shared-site.ts';

/** Words without a break opportunity, as long as their fields allow. */
const LONG = 'Donaudampfschifffahrt'.repeat(300);
const ARABIC = 'أغنية البط الصغير في البركة الكبيرة! '.repeat(200);
const CHINESE = '小鸭子的歌曲在池塘里游泳一起唱歌吧'.repeat(200);
const TEXTS = { long: LONG, arabic: ARABIC, chinese: CHINESE };
const MOST = { title: 200, description: 5000, tag: 100, label: 60, displayName: 60, item: 60 };
const LETTER = 'Ж';

let superadmin: Account;
let opened: OpenedPage;
const ids = new Map<string, string>();
let categoryId: string | undefined;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  await superadmin.call(auth.updateProfile, { body: { displayName: LONG.slice(0, MOST.displayName) } });
  const file = await openAsBlob(await makeClip({ seconds: 2, width: 96, height: 128 }));
  for (const [kind, text] of Object.entries(TEXTS)) {
    const title = text.slice(0, MOST.title).trim();
    const id = await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file });
    ids.set(kind, id);
    await describeVideo(id, text);
  }
  await addItem();
  await until(async () => (await Promise.all([...ids.values()].map(isReady))).every(Boolean), {
    what: 'the videos completed',
    withinSeconds: 240,
  });
  opened = await openPage({ viewport: { width: 320, height: 640 } });
  await signInPage(opened.page, superadmin);
  // Notices about uploads cover part of the page, but not the game.
  await opened.page.goto('/songs');
  await opened.page.getByRole('button', { name: /^Dismiss/ }).click();
  await opened.page.getByRole('button', { name: /^Dismiss/ }).waitFor({ state: 'detached' });
});
afterAll(async () => {
  await opened?.close();
  await superadmin?.call(auth.updateProfile, { body: { displayName: null } });
  for (const id of ids.values()) await superadmin.call(catalog.deleteVideo, { params: { id } });
  if (categoryId !== undefined) await superadmin.call(game.deleteCategory, { params: { id: categoryId } });
});

async function describeVideo(id: string, text: string): Promise<void> {
  const tagValue = text.slice(0, MOST.tag).trim();
  const tags = (['grade', 'category', 'author'] as const).map((tagType) => ({ tagType, tagValue }));
  const description = text.slice(0, MOST.description);
  await superadmin.call(catalog.updateVideo, {
    params: { id },
    body: { description, tags, letters: [LETTER] },
  });
  const content = `WEBVTT\n\n00:00.000 --> 00:02.000\n${text.slice(0, 60)}\n`;
  const label = text.slice(0, MOST.label).trim();
  await superadmin.call(catalog.putCaption, { params: { id }, body: { language: 'en', label, content } });
  await superadmin.call(catalog.likeVideo, { params: { id } });
}

async function addItem(): Promise<void> {
  const { category } = (await superadmin.call(game.createCategory, { body: { letter: LETTER } })).data;
  categoryId = category.id;
  const name = LONG.slice(0, MOST.item);
  for (const type of ['letter', 'image'] as const)
    await superadmin.call(game.createItem, { body: { categoryId: category.id, type, name } });
}

async function isReady(id: string): Promise<boolean> {
  return (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
}

const watch = (kind: string) => () => `/songs?v=${ids.get(kind)}`;
/** Every route, and a text that shows that its data has arrived. */
const PAGES: readonly { name: string; toPath: () => string; text: string }[] = [
  { name: '/songs', toPath: () => '/songs', text: LONG.slice(0, 20) },
  { name: '/songs with a long text', toPath: watch('long'), text: LONG.slice(0, 20) },
  { name: '/songs with an Arabic text', toPath: watch('arabic'), text: 'البركة' },
  { name: '/songs with a Chinese text', toPath: watch('chinese'), text: '小鸭子' },
  {
    name: '/songs with a long tag',
    toPath: () => `/songs?filter=author:${LONG.slice(0, MOST.tag)}`,
    text: LONG.slice(0, 20),
  },
  { name: '/liked', toPath: () => '/liked', text: LONG.slice(0, 20) },
  { name: '/you', toPath: () => '/you', text: 'This is the You page' },
  { name: '/profile', toPath: () => '/profile', text: 'Member since' },
  { name: '/upload', toPath: () => '/upload', text: 'Transcode resolutions' },
  { name: '/transcoding', toPath: () => '/transcoding', text: LONG.slice(0, 20) },
  { name: '/game-admin', toPath: () => '/game-admin', text: `Letter ${LETTER}` },
  {
    name: '/print',
    toPath: () => `/print?letters=${encodeURIComponent(LETTER)}`,
    text: LONG.slice(0, 20),
  },
  { name: '/accounts', toPath: () => '/accounts', text: LONG.slice(0, 20) },
  { name: '/status', toPath: () => '/status', text: LONG.slice(0, 20) },
  { name: '/register', toPath: () => '/register', text: 'You are signed in as' },
  { name: '/reset-password', toPath: () => '/reset-password', text: 'This link is no longer valid.' },
  { name: '/nowhere', toPath: () => '/nowhere', text: 'Home' },
];

it.each(PAGES)(
  '$name holds the longest texts at 320 px, and with text at 200 %',
  async ({ toPath, text }) => {
    const { page } = opened;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(toPath());
    await page.getByRole('main').getByText(text).first().waitFor();
    const narrow = await findLayoutTroubles(page);
    await page.setViewportSize({ width: 640, height: 640 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const large = await findLayoutTroubles(page);
    expect({ narrow, large }).toEqual({ narrow: [], large: [] });
  },
);

it.each(Object.entries(TEXTS))('a title in %s has the direction of its script', async (kind, text) => {
  const { page } = opened;
  await page.goto(watch(kind)());
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe(text.slice(0, MOST.title).trim());
  const direction = await heading.evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe(kind === 'arabic' ? 'rtl' : 'ltr');
});
