import type { Page } from 'playwright-core';

import { hold, openFailing, openWaiting, refuse, type ListScreen } from './list-screens.ts';
import { seekTo } from './playing.ts';
import { openSettled } from './settled.ts';

const ONE_LIST = /\/api\/lists\/[^/?]+(\?.*)?$/;
const LINK = /\/api\/links\//;
const SONG_SECONDS = 20;

/** Plays the song of a page to its end, and stays in the pause if another one follows. */
async function playToTheEnd(page: Page): Promise<void> {
  await page.locator('video').waitFor({ state: 'attached' });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  await seekTo(page, SONG_SECONDS - 0.3);
  await page.locator('[class*="between"]').waitFor();
  const stay = page.locator('[class*="stay"]');
  if (await stay.isVisible()) await stay.click();
}

/** Stops the song, so that its picture and its time stay the same. */
async function playAndPause(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());
}

const PLAYING: ListScreen[] = [
  {
    name: 'playing',
    as: 'member',
    open: async (page, { lists }) => {
      await page.goto(`/lists/${lists.shared}/play`);
      await playAndPause(page);
    },
  },
  {
    name: 'between two songs',
    as: 'member',
    open: async (page, { lists }) => {
      await page.goto(`/lists/${lists.long}/play`);
      await page.locator('ol button').nth(3).click();
      await playToTheEnd(page);
    },
  },
  {
    name: 'the end of a list',
    as: 'member',
    open: async (page, { lists }) => {
      await page.goto(`/lists/${lists.single}/play`);
      await playToTheEnd(page);
    },
  },
  {
    name: 'nothing to play',
    as: 'member',
    open: (page, { lists }) => openSettled(page, `/lists/${lists.empty}/play`),
  },
  {
    name: 'a played list that is not there',
    as: 'visitor',
    open: (page) => openSettled(page, '/lists/0198f3c2-7a1e-7d40-b1c9-0000000000ff/play'),
  },
  {
    name: 'a played list that loads',
    as: 'member',
    open: async (page, { lists }) => {
      await hold(page, ONE_LIST);
      await openWaiting(page, `/lists/${lists.shared}/play`);
    },
  },
  {
    name: 'a played list that failed',
    as: 'member',
    open: async (page, { lists }) => {
      await refuse(page, ONE_LIST);
      await openFailing(page, `/lists/${lists.shared}/play`);
    },
  },
  {
    name: 'playing without a connection',
    as: 'member',
    open: async (page, { lists }) => {
      await page.goto(`/lists/${lists.shared}/play`);
      await playAndPause(page);
      await page.context().setOffline(true);
      await page.locator('ol button').nth(1).click();
      await page.locator('[class*="stage"] output').first().waitFor();
    },
  },
];

const GUESTS: ListScreen[] = [
  ...(['morning', 'many', 'long', 'empty'] as const).map((key): ListScreen => ({
    name: `guests of the list ${key}`,
    as: 'visitor',
    open: (page, { links }) => openSettled(page, `/s/${links[key].code}`),
  })),
  {
    name: 'a member as a guest',
    as: 'newcomer',
    open: (page, { links }) => openSettled(page, `/s/${links.morning.code}`),
  },
  {
    name: 'a link that loads',
    as: 'visitor',
    open: async (page, { links }) => {
      await hold(page, LINK);
      await openWaiting(page, `/s/${links.morning.code}`);
    },
  },
  {
    name: 'a link that failed',
    as: 'visitor',
    open: async (page, { links }) => {
      await refuse(page, LINK);
      await openFailing(page, `/s/${links.morning.code}`);
    },
  },
  {
    name: 'a link that does not open',
    as: 'visitor',
    open: (page) => openSettled(page, '/s/k7m4-qx2p-93hd-vt6w'),
  },
  { name: 'the code of the board', as: 'visitor', open: (page) => openSettled(page, '/s') },
  {
    name: 'a code that is too short',
    as: 'visitor',
    open: async (page) => {
      await openSettled(page, '/s');
      await page.locator('main input').fill('k7');
      await page.locator('main input').press('Enter');
      await page.locator('main input[aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'a guest who plays',
    as: 'visitor',
    open: async (page, { links }) => {
      await openSettled(page, `/s/${links.single.code}`);
      await page.locator('main a.play').click();
      await playAndPause(page);
    },
  },
  {
    name: 'a guest at the end of a list',
    as: 'visitor',
    open: async (page, { links }) => {
      await openSettled(page, `/s/${links.single.code}`);
      await page.locator('main a.play').click();
      await playToTheEnd(page);
    },
  },
];

/** Lets the page believe that the site has an address for others. */
async function giveAddress(page: Page): Promise<void> {
  await page.route('**/poster?*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(
      /(<meta property="og:image" content=")[^"/]*\/\/[^"/]*/g,
      '$1https://songs.maple-street.example',
    );
    await route.fulfill({ response, body: text });
  });
}

const POSTERS: ListScreen[] = [
  ...(['morning', 'long'] as const).map((key): ListScreen => ({
    name: `a poster of the list ${key}`,
    as: 'member',
    open: async (page, { lists, links }) => {
      await giveAddress(page);
      await openSettled(page, `/lists/${lists[key]}/poster?link=${links[key].id}`);
      await page.locator('article').waitFor();
    },
  })),
  {
    name: 'a poster that would lead nowhere',
    as: 'member',
    open: (page, { lists, links }) =>
      openSettled(page, `/lists/${lists.shared}/poster?link=${links.shared.id}`),
  },
  {
    name: 'a poster of no link',
    as: 'member',
    open: async (page, { lists, links }) => {
      await giveAddress(page);
      await openSettled(page, `/lists/${lists.shared}/poster?link=${links.morning.id}`);
    },
  },
  {
    name: 'a poster for visitors',
    as: 'visitor',
    open: (page, { lists }) => openSettled(page, `/lists/${lists.shared}/poster`),
  },
];

export const GUEST_SCREENS: readonly ListScreen[] = [...PLAYING, ...GUESTS, ...POSTERS];
