import { openAsBlob } from 'node:fs';

import { auth, catalog, game } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { findMissingRoutes, UNKNOWN } from './support/every-route.ts';
import { listInvisible } from './support/forced-colors.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { sharedSite } from './support/shared-site.ts';

/** Words without a break opportunity, as long as their fields allow. */
const LONG = 'Donaudampfschifffahrt'.repeat(300);
const ARABIC = 'أغنية البط الصغير في البركة الكبيرة! '.repeat(200);
const CHINESE = '小鸭子的歌曲在池塘里游泳一起唱歌吧'.repeat(200);
const TEXTS = { long: LONG, arabic: ARABIC, chinese: CHINESE };
const MOST = {
  title: 200,
  description: 5000,
  tag: 100,
  label: 60,
  displayName: 60,
  item: 60,
  siteName: 60,
  siteText: 5000,
  announcement: 300,
  address: 300,
};
const LETTER = 'Ж';
/** The page for the first start is closed on this site, so its form gets an answer of the test. */
const SETUP: auth.Setup = {
  siteName: LONG.slice(0, MOST.siteName),
  registration: 'open',
  superadmin: { email: 'superadmin@larksong.example', username: 'superadmin' },
  publicUrl: `https://${LONG}`.slice(0, MOST.address),
  decided: { registration: true, mail: false, address: true, folder: false },
  canRestore: true,
};

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
  await addItems();
  await changeTexts();
  await until(async () => (await Promise.all([...ids.values()].map(isReady))).every(Boolean), {
    what: 'the videos completed',
    withinSeconds: 240,
  });
  opened = await openPage({ viewport: { width: 320, height: 640 } });
  await opened.page.route(`**${auth.openSetup.path}`, (route) =>
    route.fulfill({ json: { success: true, data: { setup: SETUP } } }),
  );
  // Notices about uploads cover part of the page at first.
  const { notices } = (await superadmin.call(catalog.listNotices, {})).data;
  if (notices.length > 0)
    await superadmin.call(catalog.markNoticesRead, { body: { ids: notices.map((notice) => notice.id) } });
  await signInPage(opened.page, superadmin);
});
afterAll(async () => {
  await opened?.close();
  await superadmin?.call(auth.updateProfile, { body: { displayName: null } });
  await superadmin?.call(auth.putSiteTexts, { body: { name: '', about: '', privacy: '', contact: '' } });
  await superadmin?.call(auth.putAnnouncement, { body: { message: '', isReadOnly: false } });
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

/** Two pairs, which fill a board, and one more. */
async function addItems(): Promise<void> {
  const { category } = (await superadmin.call(game.createCategory, { body: { letter: LETTER } })).data;
  categoryId = category.id;
  for (const text of Object.values(TEXTS))
    for (const type of ['letter', 'image'] as const) {
      const name = text.replaceAll('!', '').slice(0, MOST.item).trim();
      await superadmin.call(game.createItem, { body: { categoryId: category.id, type, name } });
    }
}

/** Gives the site a name, texts for parents, and an announcement in all scripts. */
async function changeTexts(): Promise<void> {
  const [about, privacy, contact] = [LONG, ARABIC, CHINESE].map((text) => text.slice(0, MOST.siteText)) as [
    string,
    string,
    string,
  ];
  const name = LONG.slice(0, MOST.siteName);
  await superadmin.call(auth.putSiteTexts, { body: { name, about, privacy, contact } });
  const message = [ARABIC, CHINESE, LONG].map((text) => text.slice(0, MOST.announcement / 3)).join('');
  await superadmin.call(auth.putAnnouncement, { body: { message, isReadOnly: false } });
}

async function isReady(id: string): Promise<boolean> {
  return (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
}

const watch = (kind: string) => () => `/songs?v=${ids.get(kind)}`;
/** Every route, and a text that shows that its data has arrived. */
const PAGES: readonly { name: string; toPath: () => string; text: string }[] = [
  { name: '/', toPath: () => `/?letters=${encodeURIComponent(LETTER)}`, text: `Letter ${LETTER}` },
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
  { name: '/import', toPath: () => '/import', text: 'Choose' },
  { name: '/accounts/import', toPath: () => '/accounts/import', text: 'What the table looks like' },
  { name: '/transcoding', toPath: () => '/transcoding', text: LONG.slice(0, 20) },
  { name: '/approvals', toPath: () => '/approvals', text: 'Nothing is waiting' },
  { name: '/flags', toPath: () => '/flags', text: 'Nobody has told anything' },
  { name: '/comments', toPath: () => '/comments', text: 'What members write' },
  { name: '/game-admin', toPath: () => '/game-admin', text: `Letter ${LETTER}` },
  {
    name: '/game-admin of a letter',
    toPath: () => `/game-admin?letter=${encodeURIComponent(LETTER)}`,
    text: LONG.slice(0, 20),
  },
  {
    name: '/print',
    toPath: () => `/print?letters=${encodeURIComponent(LETTER)}`,
    text: LONG.slice(0, 20),
  },
  { name: '/chips', toPath: () => '/chips', text: LONG.slice(0, 20) },
  { name: '/accounts', toPath: () => '/accounts', text: LONG.slice(0, 20) },
  { name: '/status', toPath: () => '/status', text: LONG.slice(0, 20) },
  { name: '/status/audit', toPath: () => '/status/audit?area=videos', text: LONG.slice(0, 20) },
  { name: '/status/audit of the site', toPath: () => '/status/audit?area=accounts', text: LONG.slice(0, 20) },
  { name: '/for-parents', toPath: () => '/for-parents', text: LONG.slice(0, 20) },
  { name: '/register', toPath: () => '/register', text: 'You are signed in as' },
  { name: '/verify-email', toPath: () => '/verify-email', text: 'Your email is verified.' },
  { name: '/reset-password', toPath: () => '/reset-password', text: 'This link is no longer valid.' },
  {
    name: '/setup with its code',
    toPath: () => '/setup#AAAA-AAAA-AAAA-AAAA',
    text: 'The address of this site',
  },
  { name: '/children', toPath: () => '/children', text: 'No nests yet' },
  { name: '/lists', toPath: () => '/lists', text: 'New list' },
  { name: 'an unknown list', toPath: () => UNKNOWN.list, text: 'This list is not here' },
  { name: 'playing an unknown list', toPath: () => UNKNOWN.playList, text: 'This list is not here' },
  { name: 'a poster', toPath: () => UNKNOWN.poster, text: 'This poster would lead nowhere' },
  { name: '/s', toPath: () => '/s', text: 'Type the code from the board' },
  { name: 'an unknown nest', toPath: () => UNKNOWN.child, text: 'This nest is gone' },
  {
    name: 'the cards of an unknown nest',
    toPath: () => UNKNOWN.childCards,
    text: 'There is no card to print',
  },
  {
    name: 'how to lock a tablet',
    toPath: () => '/children/lock-the-tablet',
    text: 'Keeping a tablet in the nest',
  },
  { name: 'an unknown class', toPath: () => UNKNOWN.nestClass, text: 'This class is gone' },
  { name: 'the rule of an unknown class', toPath: () => UNKNOWN.classRule, text: 'This class is gone' },
  { name: 'the cards of an unknown class', toPath: () => UNKNOWN.classCards, text: 'This class is gone' },
  { name: 'an unknown link', toPath: () => UNKNOWN.link, text: 'This link does not open' },
  { name: '/nowhere', toPath: () => '/nowhere', text: 'Home' },
  { name: '/setup', toPath: () => '/setup', text: 'Enter the code that was printed' },
];

it('the pages with long texts are all pages of the site', () => {
  expect(findMissingRoutes(PAGES.map(({ toPath }) => toPath()))).toEqual([]);
});

it.each(PAGES)(
  '$name holds the longest texts in all scripts at 320 px, with text at 200 %, and in forced colours',
  async ({ toPath, text }) => {
    const { page } = opened;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(toPath());
    await page.getByRole('main').getByText(text).first().waitFor();
    await page.getByText(CHINESE.slice(0, 10)).first().waitFor(); // in the announcement
    const narrow = await findLayoutTroubles(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const invisible = await listInvisible(page);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize({ width: 640, height: 640 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const large = await findLayoutTroubles(page);
    expect({ narrow, invisible, large }).toEqual({ narrow: [], invisible: [], large: [] });
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
