import type { Page } from 'playwright-core';

import type { ListWorld } from './list-world.ts';
import { openSettled } from './settled.ts';

/** A screen or a state of the lists. */
export interface ListScreen {
  name: string;
  as: 'visitor' | keyof ListWorld['accounts'];
  open: (page: Page, world: ListWorld) => Promise<void>;
}

const LISTS = /\/api\/lists(\?.*)?$/;
const ONE_LIST = /\/api\/lists\/[^/?]+(\?.*)?$/;

/** Answers nothing to calls of this kind, so that the page shows that it waits. */
export async function hold(page: Page, calls: string | RegExp): Promise<void> {
  await page.route(calls, () => {});
}

/** Refuses calls of this kind. */
export async function refuse(page: Page, calls: string | RegExp): Promise<void> {
  const json = {
    success: false,
    code: 'TOO_MANY_REQUESTS',
    reason: 'code.TOO_MANY_REQUESTS',
    message: 'Too many requests.',
    requestId: 'test',
  };
  await page.route(calls, (route) => route.fulfill({ status: 429, json }));
}

/** Opens a page whose calls are held. */
export async function openWaiting(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main :is(output, [role="status"])').first().waitFor();
}

export async function openFailing(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('alert').first().waitFor();
}

const press = async (page: Page, selector: string) => page.locator(selector).first().click();
const dialog = async (page: Page) => page.locator('dialog[open]').last().waitFor();
const openMenu = async (page: Page, selector: string) => {
  await press(page, `${selector} [aria-haspopup="menu"]`);
  await page.getByRole('menuitem').first().waitFor();
};

const PAGE_OF_LISTS: ListScreen[] = [
  { name: 'lists', as: 'member', open: (page) => openSettled(page, '/lists') },
  { name: 'lists without one', as: 'newcomer', open: (page) => openSettled(page, '/lists') },
  { name: 'lists for visitors', as: 'visitor', open: (page) => openSettled(page, '/lists') },
  {
    name: 'deleted lists',
    as: 'member',
    open: async (page) => {
      await openSettled(page, '/lists');
      await press(page, 'main summary');
    },
  },
  {
    name: 'menu of a list of the site',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/lists');
      await openMenu(page, 'main section:last-of-type li:nth-child(2)');
    },
  },
  {
    name: 'new list',
    as: 'member',
    open: async (page) => {
      await openSettled(page, '/lists');
      await press(page, 'main h1 + button');
      await dialog(page);
    },
  },
  {
    name: 'lists that load',
    as: 'member',
    open: async (page) => {
      await hold(page, LISTS);
      await openWaiting(page, '/lists');
    },
  },
  {
    name: 'lists that failed',
    as: 'member',
    open: async (page) => {
      await refuse(page, LISTS);
      await openFailing(page, '/lists');
    },
  },
  {
    name: 'a list without a connection',
    as: 'member',
    open: async (page) => {
      await openSettled(page, '/lists');
      await page.context().setOffline(true);
      await press(page, 'main li h3 a');
      await page.getByRole('alert').first().waitFor();
    },
  },
];

const PAGE_OF_A_LIST: ListScreen[] = [
  ...(['morning', 'many', 'long', 'empty', 'shared'] as const).map((key): ListScreen => ({
    name: `the list ${key}`,
    as: 'member',
    open: (page, { lists }) => openSettled(page, `/lists/${lists[key]}`),
  })),
  {
    name: 'a list that is not there',
    as: 'member',
    open: (page) => openSettled(page, '/lists/0198f3c2-7a1e-7d40-b1c9-0000000000ff'),
  },
  {
    name: 'a list that loads',
    as: 'member',
    open: async (page, { lists }) => {
      await hold(page, ONE_LIST);
      await openWaiting(page, `/lists/${lists.morning}`);
    },
  },
  {
    name: 'a list that failed',
    as: 'member',
    open: async (page, { lists }) => {
      await refuse(page, ONE_LIST);
      await openFailing(page, `/lists/${lists.morning}`);
    },
  },
  {
    name: 'a list of somebody else',
    as: 'superadmin',
    open: (page, { lists }) => openSettled(page, `/lists/${lists.morning}`),
  },
  ...Object.entries({
    'the menu of a list': async (page: Page) => openMenu(page, '[class*="acts"]'),
    'name and sign': async (page: Page) => {
      await openMenu(page, '[class*="acts"]');
      await press(page, '[role="menuitem"]');
      await dialog(page);
    },
    'add songs': async (page: Page) => {
      await press(page, '[class*="acts"] > button:not([aria-haspopup])');
      await dialog(page);
      await page.locator('dialog input[type="checkbox"]').first().waitFor();
    },
    'letters of the day': async (page: Page) => {
      await press(page, 'aside section:first-child button');
      await dialog(page);
    },
    'a lifted song': async (page: Page) =>
      page.locator('ol > li:nth-child(2) > button').first().press('Space'),
    'another link': async (page: Page) => {
      await press(page, 'aside section:last-child > button:last-child');
      await dialog(page);
    },
    'take back': async (page: Page) => {
      await press(page, 'aside button.danger');
      await page.getByRole('alertdialog').waitFor();
    },
  }).map(([name, act]): ListScreen => ({
    name,
    as: 'member',
    open: async (page, { lists }) => {
      await openSettled(page, `/lists/${lists.morning}`);
      await act(page);
    },
  })),
];

const SONGS: ListScreen[] = [
  { name: 'the shelf', as: 'visitor', open: (page) => openSettled(page, '/songs') },
  {
    name: 'the menu of a song',
    as: 'member',
    open: async (page) => {
      await openSettled(page, '/songs');
      await openMenu(page, 'main li:has(h2)');
    },
  },
  {
    name: 'add to a list',
    as: 'member',
    open: async (page, { songId }) => {
      await openSettled(page, `/songs?v=${songId}`);
      await press(page, 'main button[data-grown-ups]:has(.lucide-list-plus)');
      await page.locator('dialog input[type="checkbox"]').first().waitFor();
    },
  },
  {
    name: 'sign in to add',
    as: 'visitor',
    open: async (page, { songId }) => {
      await openSettled(page, `/songs?v=${songId}`);
      await press(page, 'main button[data-grown-ups]:has(.lucide-list-plus)');
      await dialog(page);
    },
  },
  {
    name: 'selected songs',
    as: 'member',
    open: async (page) => {
      await openSettled(page, '/songs');
      await openMenu(page, 'main li:has(h2)');
      await press(page, '[role="menuitem"] >> nth=1');
      await page.locator('section button:has(.lucide-list-plus)').waitFor();
    },
  },
];

export const LIST_SCREENS: readonly ListScreen[] = [...PAGE_OF_LISTS, ...PAGE_OF_A_LIST, ...SONGS];
