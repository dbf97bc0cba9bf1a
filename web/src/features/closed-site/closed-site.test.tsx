import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let access: catalog.SiteAccess;
let registration: auth.Registration;

beforeEach(async () => {
  access = { visitors: 'nobody', game: 'nobody' };
  registration = 'invite';
  site = await startSite();
  site.on(catalog.getSiteAccess, () => ({ access }));
  site.on(auth.getAuthSettings, () => ({ registration, mailServer: true }));
  site.on(game.listCategories, () => ({ categories: [], grids: ['2x2' as const] }));
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
  // As the server answers visitors: the page may ask before it knows that the site is closed.
  site.on(game.listWords, () => failure('UNAUTHENTICATED', 'Please sign in.'));
  site.on(game.listPacks, () => failure('UNAUTHENTICATED', 'Please sign in.'));
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND', 'This video does not exist.'));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const findWelcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome to Larksong' });

test.each(['/', '/songs', `/songs?v=${ID}`, '/print'])(
  'visitors of a closed site read on %s what it is and how to get in',
  async (path) => {
    renderSite(path);
    expect(await findWelcome()).toBeTruthy();
    expect(await screen.findByText(/ask the people who run this site for an invitation/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Sign in' }).at(-1)!);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  },
);

test('where everybody may register, the page offers it', async () => {
  registration = 'open';
  renderSite('/songs');
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy();
});

test('the game of a closed site may be open, and the songs lead there', async () => {
  access = { visitors: 'nobody', game: 'everybody' };
  renderSite('/songs');
  await findWelcome();
  await user.click(screen.getByRole('link', { name: 'Play the game' }));
  await waitFor(() => expect(screen.queryByText('Welcome to Larksong')).toBeNull());
});

test('signing in opens everything, and signing out closes it again', async () => {
  renderSite('/songs');
  await findWelcome();
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Songs' })).toBeTruthy();
  await act(() => signOut());
  expect(await findWelcome()).toBeTruthy();
});
