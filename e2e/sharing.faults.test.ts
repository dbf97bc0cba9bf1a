import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawCall } from './access/raw-call.ts';
import { findViolations } from './support/accessibility.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { cellsOf, readBoard, waitForDeal } from './support/memory-game.ts';
import { readCount } from './support/random.ts';
import { startSite } from './support/start-site.ts';

let site: Stack;
let superadmin: Account;
let song: catalog.Video;
beforeAll(async () => {
  site = await startSite({ workers: 0, hasStarterContent: true });
  superadmin = await signInSuperadmin(site);
  const { videos } = (await superadmin.call(catalog.listVideos, { query: { limit: 1 } })).data;
  song = videos[0] ?? (await findUnfinished());
});
afterAll(() => site?.stop());

/** Returns the first song, which is in no list while it is being processed. */
async function findUnfinished(): Promise<catalog.Video> {
  const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
  const id = data.processing[0]?.id ?? '';
  return (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
}

const read = async (path: string) => {
  const { text, status } = await rawCall(site.url + path, 'GET', { headers: { accept: 'text/html' } });
  return { text, status };
};
const open = (options: Parameters<typeof openPage>[0] = {}) => openPage({ site: site.url, ...options });
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Game and songs' });

describe('a link to a song', () => {
  it('a link to a public song has a preview, and looks like a link to no song once the song is private', async () => {
    const path = `/songs?v=${song.id}`;
    const { text, status } = await read(path);
    expect(status).toBe(200);
    expect(text).toContain(`<meta property="og:title" content="${song.title}" />`);
    expect(text).toContain(`<meta property="og:url" content="${site.url}${path}" />`);
    const image = /<meta property="og:image" content="([^"]+)" \/>/.exec(text)?.[1] ?? '';
    const picture = await fetch(image);
    expect([picture.status, picture.headers.get('content-type')?.slice(0, 6)]).toEqual([200, 'image/']);
    const params = { id: song.id };
    const privateUserId = superadmin.user.id;
    await superadmin.call(catalog.updateVideo, { params, body: { visibility: 'private', privateUserId } });
    const absent = await read(`/songs?v=${randomUUID()}`);
    await expect.poll(() => read(path), { timeout: 10_000 }).toEqual(absent);
    await superadmin.call(catalog.updateVideo, { params, body: { visibility: 'public' } });
    expect(await read(path)).toEqual({ text, status });
  });

  it('the page of a song keeps the browser’s own titles', async () => {
    const { page, trouble, close } = await open();
    await page.goto(`/songs?v=${song.id}`);
    await page.getByRole('heading', { name: song.title }).waitFor();
    expect(await page.title()).toBe(`${song.title} · Larksong`);
    await tabsOf(page).getByRole('link', { name: 'Songs' }).click();
    await page.getByRole('heading', { name: 'Songs', exact: true }).waitFor();
    expect(await page.title()).toBe('Songs · Larksong');
    // The stream of an unfinished video does not exist yet; any other error would be the page's fault.
    expect(trouble.errors.filter((error) => !error.includes('/hls/'))).toEqual([]);
    expect(trouble.foreignRequests).toEqual([]);
    await close();
  });
});

it('the site can be installed, and its icons exist', async () => {
  const { page, close } = await open();
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { errors, data = '{}' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as { display: string; icons: { src: string; purpose?: string }[] }; // public/manifest.webmanifest
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  const linked = await page.locator('link[rel~="icon"], link[rel="apple-touch-icon"]').evaluateAll(
    (links) => links.map((link) => (link as HTMLLinkElement).href), // a link by its selector
  );
  const icons = [...linked, ...manifest.icons.map(({ src }) => new URL(src, site.url).href)];
  expect(icons).toContain(`${site.url}/favicon.ico`);
  for (const icon of icons) {
    const response = await fetch(icon);
    expect([response.status, response.headers.get('content-type')?.slice(0, 6)], icon).toEqual([
      200,
      'image/',
    ]);
  }
  await close();
});

/** Phones and tablets in both orientations, and a desktop; by day those that are tightest in one direction. */
const SIZES = (
  [
    [320, 568],
    [568, 320],
    [768, 1024],
    [1280, 720],
    [360, 640],
    [390, 844],
    [667, 375],
    [844, 390],
    [1024, 768],
  ] as const
).slice(0, readCount('TAB_SIZES', 2));

describe('the way between game and songs', () => {
  it('the tabs fit next to the board at every window size, without scrolling', async () => {
    const { page, trouble, close } = await open({ hasTouch: true });
    await page.goto('/?letters=A,B');
    await waitForDeal(page, 4);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const { tabs, others, overflow } = await page.evaluate(measureTabs);
      const at = `${width} × ${height}`;
      expect(overflow, at).toEqual([0, 0]);
      expect(tabs.length, at).toBeGreaterThan(0);
      for (const tab of tabs) {
        expect(Math.min(tab.width, tab.height), at).toBeGreaterThanOrEqual(56);
        expect(
          [tab.left, tab.top].every((edge) => edge >= 0) && tab.right <= width && tab.bottom <= height,
          at,
        ).toBe(true);
        for (const other of others) {
          const isApart =
            tab.right <= other.left ||
            other.right <= tab.left ||
            tab.bottom <= other.top ||
            other.bottom <= tab.top;
          expect(isApart, `${at}: a tab and ${other.name}`).toBe(true);
        }
      }
      await tabsOf(page).getByRole('link', { name: 'Songs' }).tap();
      await page.getByRole('heading', { name: 'Songs', exact: true }).waitFor();
      await tabsOf(page).getByRole('link', { name: 'Memory Game' }).tap();
      await waitForDeal(page, 4);
    }
    expect(trouble.errors).toEqual([]);
    await close();
  });

  it.each(firstKinds('KINDS', 1, ['dark', 'light']))(
    'the tabs are accessible in the %s theme on a phone',
    async (colorScheme) => {
      const { page, close } = await open({ colorScheme, viewport: { width: 390, height: 844 } });
      for (const path of ['/', '/songs']) {
        await page.goto(path);
        await tabsOf(page).waitFor();
        expect(await findViolations(page)).toEqual([]);
      }
      await close();
    },
  );
});

/** Runs in the page: returns the boxes of the tabs and of everything that they must not overlap. */
function measureTabs() {
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element) => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        return { name: selector, left, top, right, bottom, width, height };
      })
      .filter(({ width }) => width > 0);
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    tabs: boxesOf('nav[aria-label="Game and songs"] a'),
    others: ['main h1', '[role="gridcell"]', 'main button'].flatMap(boxesOf),
    overflow: [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight],
  };
}

describe('without a connection', () => {
  it('without a connection, opening the songs keeps the game and its open pairs', async () => {
    const { page, close } = await open();
    await page.goto('/?letters=A');
    await waitForDeal(page, 4);
    await cellsOf(page).first().click();
    const board = await readBoard(page);
    await page.context().setOffline(true);
    await tabsOf(page).getByRole('link', { name: 'Songs' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'No connection' });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back to the game' }).click();
    expect(await readBoard(page)).toEqual(board);
    await tabsOf(page).getByRole('link', { name: 'Songs' }).click();
    await dialog.waitFor();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Songs', exact: true }).waitFor();
    await close();
  });

  it('a page whose code did not arrive opens on the next try, without a page load', async () => {
    const { page, close } = await open();
    await page.goto('/you');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.route('**/assets/songs-*', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Songs' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.unroute('**/assets/songs-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Songs', exact: true }).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await close();
  });

  it.runIf(isLongRun)('the page whose code did not arrive leads back to the game', async () => {
    const { page, close } = await open();
    await page.goto('/you');
    await page.route('**/assets/songs-*', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Songs' }).click();
    await page.getByRole('link', { name: 'Back to the game' }).click();
    await waitForDeal(page, 4);
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });
});

it.each(firstKinds('KINDS', 1, ['light', 'dark']))(
  'the meadow and four cards are shown before any code loads, in the %s theme, and disappear without a layout shift',
  async (colorScheme) => {
    const { page, trouble, close } = await open({ colorScheme });
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/assets\/.+\.(?:js|css)$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shift += entry.value; // layout-shift
        Object.assign(window, { shift });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => page.locator('#start rect').count()).toBe(4);
    await page.locator('#start rect').last().waitFor({ state: 'visible' });
    const painted = () => page.evaluate(() => performance.getEntriesByType('paint').length);
    await expect.poll(painted).toBeGreaterThan(0);
    arrived.resolve();
    await waitForDeal(page, 4);
    expect(await page.locator('#start').isVisible()).toBe(false);
    expect(await page.evaluate(() => ('shift' in window ? Number(window.shift) : 0))).toBeLessThanOrEqual(
      0.02,
    );
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  },
);
