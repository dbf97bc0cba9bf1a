import { auth, catalog, game } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { findMissingRoutes, UNKNOWN } from './support/every-route.ts';
import { waitForDeal } from './support/memory-game.ts';
import { openSettled } from './support/settled.ts';
import { sharedSite } from './support/shared-site.ts';

/** The sum of a page's layout shifts while it loads, by the definition of the Layout Instability API. */
const MAX_SHIFT = 0.01;

/** The most different ones first: by day only some are tried. */
const ROUTES = [
  '/',
  '/songs',
  '/game-admin?letter=A',
  '/transcoding',
  '/approvals',
  '/flags',
  '/comments',
  '/upload',
  '/accounts',
  '/import',
  '/accounts/import',
  '/game-admin',
  '/chips',
  '/status',
  '/status/audit',
  '/print',
  '/profile',
  '/for-parents',
  '/liked',
  '/you',
  '/register',
  '/verify-email',
  '/reset-password',
  '/setup',
  '/lists',
  '/children',
  ...Object.values(UNKNOWN),
  '/s',
];

interface Shift {
  value: number;
  /** The element that moved, with its old and new height. */
  moved: string[];
}

/** Collects shifts from the first paint on. */
const OBSERVER = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push({
          value,
          moved: sources.map(({ node, previousRect, currentRect }) =>
            (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80) + ' ' + previousRect.y + ' -> ' + currentRect.y),
        });
  }).observe({ type: 'layout-shift', buffered: true });`;

const ANNOUNCEMENT =
  'The site is maintained tonight from eight to nine. Songs and the game continue as usual, uploads wait.';

/** Enough for a list of letters that is higher than its skeleton. Each has a pair, so that a board is dealt. */
const LETTERS = ['A', 'B', 'C', 'D', 'E'];

/** Phones that load a page each, side by side, since a slow network is mostly waiting. */
const PHONES = 3;
const phones: OpenedPage[] = [];
let superadmin: Account;
let letterIds: string[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  letterIds = await addLetters();
  // The announcement, which each page shows at its top within a few seconds.
  await superadmin.call(auth.putAnnouncement, { body: { message: ANNOUNCEMENT, isReadOnly: false } });
  const isInPage = async () =>
    (await (await fetch(sharedSite().url, { headers: { accept: 'text/html' } })).text()).includes(
      ANNOUNCEMENT,
    );
  await until(isInPage, { what: 'the announcement in the page', withinSeconds: 30 });
  // A notice appears on every page, after everything else.
  const file = new Blob(['This is not a video.'], { type: 'video/mp4' });
  await uploadFile(sharedSite().url, superadmin, { title: 'A broken song', visibility: 'registered', file });
  const hasNotice = async () => (await superadmin.call(catalog.listNotices, {})).data.notices.length > 0;
  await until(hasNotice, { what: 'a notice about the failed video', withinSeconds: 60 });
  for (let number = 0; number < PHONES; number += 1) {
    const phone = await openPage({ viewport: { width: 390, height: 844 } });
    phones.push(phone);
    await signInPage(phone.page, superadmin);
    await phone.page.addInitScript({ content: OBSERVER });
    await beSlow(phone.page);
  }
});
afterAll(async () => {
  for (const { close } of phones) await close();
  await superadmin?.call(auth.putAnnouncement, { body: { message: '', isReadOnly: false } });
  for (const id of letterIds) await superadmin.call(game.deleteCategory, { params: { id } });
});

async function addLetters(): Promise<string[]> {
  const ids: string[] = [];
  for (const letter of LETTERS) {
    const { id } = (await superadmin.call(game.createCategory, { body: { letter } })).data.category;
    for (const type of ['letter', 'image'] as const)
      await superadmin.call(game.createItem, { body: { categoryId: id, type, name: `${letter} word` } });
    ids.push(id);
  }
  return ids;
}

/** Delays every response, so that each is painted before the next one arrives. */
async function beSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  });
}

it('the pages that must not jump are all pages of the site', () => {
  expect(findMissingRoutes(ROUTES)).toEqual([]);
});

/** Opens a page and returns the elements that have shifted. */
async function readShifts({ page }: OpenedPage, path: string): Promise<Shift[]> {
  await openSettled(page, path);
  await page.getByText(ANNOUNCEMENT).first().waitFor();
  if (path === '/') await waitForDeal(page, 4);
  // Notices, which become a dot after a while, are hidden on the board; elsewhere they come last. Guests have none.
  const notice = page.locator('[data-notice]');
  if (!/^\/s(\/|$)/.test(path)) await notice.waitFor({ state: path === '/' ? 'attached' : 'visible' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.evaluate<Shift[]>('window.shifts');
}

describe.concurrent('a page that loads', () => {
  it.each(firstKinds('KINDS', 6, ROUTES))('nothing on %s jumps while it loads on a phone', async (path) => {
    const phone = phones.shift();
    if (!phone) throw new Error('More pages load at once than there are phones.');
    const shifts = await readShifts(phone, path).finally(() => phones.push(phone));
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    console.log(`${path}: layout shift ${sum.toFixed(3)}`);
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(MAX_SHIFT);
  });
});

it('a notice covers no button or link of the bars, on phones and in wide windows', async () => {
  const { page, close } = await openPage();
  await signInPage(page, superadmin);
  await page.goto('/songs');
  const notice = page.locator('[data-notice]');
  await notice.waitFor();
  for (const [width, height] of [
    [390, 844],
    [1024, 768],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const covered = await notice.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isBeside = (box: DOMRect) =>
        box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
      const controls = [...document.querySelectorAll('header a, header button')];
      return controls
        .filter((control) => control.checkVisibility() && !isBeside(control.getBoundingClientRect()))
        .map((control) => control.outerHTML.slice(0, 80));
    });
    expect(covered, `${width} × ${height}`).toEqual([]);
  }
  await close();
});
