import { auth, catalog, game } from '@larksong/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

const findTabs = async () => within(await screen.findByRole('navigation', { name: 'Game and songs' }));
const currentOf = (tabs: Awaited<ReturnType<typeof findTabs>>) =>
  tabs
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.getAttribute('aria-label'));

it('the tabs lead from the game to the songs and back with the keyboard, and mark the current page', async () => {
  renderSite('/?letters=A,B');
  const tabs = await findTabs();
  expect(currentOf(tabs)).toEqual(['Memory Game']);
  tabs.getByRole('link', { name: 'Songs' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Songs' });
  expect(currentOf(await findTabs())).toEqual(['Songs']);
  await user.click((await findTabs()).getByRole('link', { name: 'Memory Game' }));
  await screen.findByRole('heading', { name: 'Memory Game' });
  expect(currentOf(await findTabs())).toEqual(['Memory Game']);
});

it('the tabs mark the songs while one is being watched', async () => {
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
  renderSite('/songs?v=0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1');
  expect(currentOf(await findTabs())).toEqual(['Songs']);
});

it.each(['/you', '/liked', '/profile', '/for-parents', '/print'])(
  'the page %s, to which a child may come from the game or a song, has the tabs',
  async (path) => {
    site.on(auth.getSiteTexts, () => failure('UNAVAILABLE'));
    site.on(game.listWords, () => failure('UNAVAILABLE'));
    renderSite(path);
    expect(currentOf(await findTabs())).toEqual([]);
  },
);

it('pages for superadmins have no tabs', async () => {
  renderSite('/upload');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('navigation', { name: 'Game and songs' })).toBeNull();
});
