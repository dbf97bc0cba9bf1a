import { auth, catalog, game, status, type Endpoint } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const SLOW = 'This takes longer than usual.';
const FAILED = 'The server did not answer in time. Please try again.';
const silence = () => new Promise<never>(() => {});

let site: TestSite;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  site = await startSite();
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  vi.useRealTimers();
  await site[Symbol.asyncDispose]();
});

const NO_VIDEOS = { videos: [], nextCursor: null };
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
/** Resolves when the site has received this number of calls of an endpoint. */
const arrival = (endpoint: Endpoint, count = 1) => expect.poll(() => site.count(endpoint)).toBe(count);

it.each([
  ['/', game.listCategories],
  ['/songs', catalog.listVideos],
  ['/songs?v=0198f3c2-7a1e-7d40-b1c9-000000000001', catalog.getVideo],
  ['/print', game.listWords],
  ['/for-parents', auth.getSiteTexts],
  ['/profile', auth.listSessions],
  ['/transcoding', catalog.getTranscodingStatus],
  ['/game-admin', game.listAdminCategories],
  ['/status', status.getSiteStatus],
])('the page %s names a silent server after 8 s, and fails after 20 s', async (path, endpoint) => {
  site.on(auth.getProfile, () => ({ user: OLIVE }));
  site.on(game.getGameSettings, () => ({ settings: { grids: ['2x2' as const] } }));
  site.on(game.getLatestPackImport, () => ({ import: null }));
  site.on(game.listAdminPacks, () => ({ packs: [] }));
  site.on(auth.getSiteName, () => ({ name: 'Larksong' }));
  site.on(endpoint, silence);
  renderSite(path);
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await arrival(endpoint);
  await pass(7.5);
  expect(screen.queryByText(SLOW)).toBeNull();
  await pass(1);
  expect(screen.getByText(SLOW).closest('[aria-live]')).toBeTruthy();
  await pass(12);
  // The testing library's own waits would need the clock.
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain(FAILED);
  expect(screen.queryByText(SLOW)).toBeNull();
  expect(site.count(endpoint)).toBe(1);
});

it('Try again starts a silent read over, with the whole time', async () => {
  site.on(catalog.listVideos, () => (site.count(catalog.listVideos) < 3 ? silence() : NO_VIDEOS));
  renderSite('/songs');
  await arrival(catalog.listVideos);
  await pass(15);
  await press('Try again');
  expect(screen.queryByText(SLOW)).toBeNull();
  expect(document.activeElement?.id).toBe('main');
  await arrival(catalog.listVideos, 2);
  await pass(8.5);
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Try again');
  await expect.poll(() => document.body.textContent).toContain('0 videos');
  await pass(30);
  expect(screen.queryByText(SLOW)).toBeNull();
});

it('data on the page stays while its refetch is silent, which is not mentioned', async () => {
  site.on(catalog.listVideos, () =>
    site.count(catalog.listVideos) === 1
      ? { videos: [video({ title: 'Apples' })], nextCursor: null }
      : silence(),
  );
  renderSite('/songs');
  await expect.poll(() => document.body.textContent).toContain('Apples');
  act(() => void invalidate(catalog.listVideos));
  await arrival(catalog.listVideos, 2);
  await pass(10);
  expect(screen.queryByText(SLOW)).toBeNull();
  await pass(11);
  await expect.poll(() => document.body.textContent).toContain(FAILED);
  expect(document.body.textContent).toContain('Apples');
});

it('the attempts of a read share its 20 s', async () => {
  site.on(catalog.listVideos, () =>
    site.count(catalog.listVideos) === 1 ? failure('GATEWAY_TIMEOUT') : silence(),
  );
  renderSite('/songs');
  await arrival(catalog.listVideos);
  await pass(9); // the second attempt follows after a second
  await arrival(catalog.listVideos, 2);
  expect(screen.getByText(SLOW)).toBeTruthy();
  await pass(11.5);
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain(FAILED);
});

it('a game whose cards do not come is named slow, then says so kindly', async () => {
  const categories = [{ id: 'A', letter: 'A', itemCount: 2, pairCount: 2 }];
  site.on(game.listCategories, () => ({ categories, grids: ['2x2' as const] }));
  site.on(game.dealItems, silence);
  renderSite('/');
  await arrival(game.dealItems);
  await pass(8.5);
  await press('Try again');
  await arrival(game.dealItems, 2);
  await pass(19);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByText(SLOW)).toBeTruthy();
  await pass(2);
  await expect
    .poll(() => screen.queryByRole('alertdialog')?.textContent)
    .toContain('Failed to load game. Please try again.');
  expect(screen.queryByText(SLOW)).toBeNull();
});

it('a change is not given up, however long it takes', async () => {
  const answer = Promise.withResolvers<undefined>();
  site.on(auth.forgotPassword, () => answer.promise);
  const sent = call(auth.forgotPassword, { body: { email: 'mira@maple-street.example' } });
  await arrival(auth.forgotPassword);
  await pass(60);
  answer.resolve(undefined);
  await expect(sent).resolves.toBeDefined();
});
