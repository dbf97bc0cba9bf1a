import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { queryClient } from '../../../api/query-client.ts';
import { forgetNests, keepNests } from '../../../api/nest-session.ts';
import { nestRoutes } from '../../../nest-routes.tsx';
import { failure } from '../../../testing/answers.ts';
import { FREE, nestPlace, nestRow, nestSession } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';
import { category, deal, findCards, offer, pair, recordAudio } from '../../memory-game/testing.ts';

const OVER: catalog.NestTime = { ...FREE, state: 'over', share: 0, leftSeconds: 0 };

let site: TestSite;
let place: catalog.NestPlace;
const user = userEvent.setup();

beforeEach(async () => {
  recordAudio();
  site = await startSite();
  place = nestPlace({ game: { letters: ['A', 'D'], says: 'letter', largest: '3x3' } });
  site.on(catalog.getNest, () => place);
  site.on(catalog.recordNestGame, () => ({ time: FREE }));
  site.on(auth.checkNest, () => undefined);
  offer(site, [category('A', 2), category('B', 9), category('D', 2)], ['2x2', '3x3', '4x4']);
  keepNests(nestSession());
});
afterEach(async () => {
  cleanup();
  act(() => forgetNests());
  vi.unstubAllGlobals();
  localStorage.clear();
  await site[Symbol.asyncDispose]();
});

const open = (path = '/nest/game') => renderSite(path, nestRoutes);
const listAddresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const eye = () => screen.queryByRole('button', { name: 'Who sees my minutes?' });

it('the place leads to the game of the nest by a picture, which has the letters of the nest', async () => {
  const queries = deal(site, [...pair('ant'), ...pair('dog')]);
  open('/nest');
  await user.click(await screen.findByRole('link', { name: 'The game' }));
  expect(await findCards()).toHaveLength(4);
  expect(queries[0]).toMatchObject({ letters: 'A,D', limit: '4' });
  expect(listAddresses()).toEqual(['/nest']);
  for (const name of ['Settings', 'Menu', 'My letters'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const { bearer } of site.calls(game.dealItems)) expect(bearer).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Board 3x3' }));
  await vi.waitUntil(() => queries.some(({ limit }) => limit === '8'));
  expect(screen.queryByRole('button', { name: 'Board 4x4' })).toBeNull();
  expect(localStorage.getItem('memory-game') ?? '').not.toContain('3x3');
});

it('a nest without the game has no way to it, and asks for no cards', async () => {
  place = nestPlace();
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect(screen.queryByRole('link', { name: 'The game' })).toBeNull();
  cleanup();
  open();
  await screen.findByRole('heading', { name: 'Not here' });
  expect(site.count(game.listCategories) + site.count(game.dealItems)).toBe(0);
  expect(site.count(catalog.recordNestGame)).toBe(0);
});

it('after a victory there are more boards of the nest, and a song only if the nest has one that fits', async () => {
  const song = video({ title: 'Dogs', letters: ['D'] });
  const row = nestRow({ songs: [song] });
  place = nestPlace({ ...place, rows: [row] });
  deal(site, pair('dog'));
  open();
  for (const card of await findCards()) await user.click(card);
  const link = await screen.findByRole('link', { name: /Dogs/ }, { timeout: 5000 });
  expect(link.getAttribute('href')).toBe(`/nest/play/${row.id}?song=${song.id}`);
  expect(await screen.findByRole('button', { name: 'Play again' })).toBeTruthy();
  expect(site.count(catalog.listVideos)).toBe(0);
  expect(localStorage.getItem('memory-game') ?? '').not.toContain('dog');
});

it('the game is reported, and the eye shows only while it counts', async () => {
  deal(site, pair('ant'));
  let time = FREE;
  site.on(catalog.recordNestGame, () => ({ time }));
  open();
  await findCards();
  await waitFor(() => expect(site.bodies(catalog.recordNestGame)).toEqual([{ begins: true }]));
  expect(eye()).toBeNull();
  time = { ...FREE, isCounting: true };
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  cleanup();
  open();
  await findCards();
  await waitFor(() => expect(eye()).not.toBeNull());
  const reads = site.count(catalog.getNest);
  await act(() => queryClient.refetchQueries({ queryKey: [catalog.getNest.operationId] }));
  await waitFor(() => expect(site.count(catalog.getNest)).toBeGreaterThan(reads));
  expect(eye()).not.toBeNull();
});

it.each([
  ['the time is over', 'NEST_RESTS', () => nestPlace({ ...place, time: OVER }), 'Good night, Juno'],
  ['a grown-up switches it off', 'FORBIDDEN', () => nestPlace({ ...place, game: null }), 'Not here'],
] as const)('the game ends when %s', async (_when, code, then, title) => {
  deal(site, pair('ant'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  open();
  await findCards();
  place = then();
  site.on(catalog.recordNestGame, () => failure(code));
  act(() => void vi.advanceTimersByTime(10_000));
  vi.useRealTimers();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

it('a game that has no cards says so without a sentence that a child would have to read', async () => {
  site.on(game.dealItems, () => failure('UNAVAILABLE'));
  open();
  expect(await screen.findByRole('heading', { name: 'The nest rests' }, { timeout: 20_000 })).toBeTruthy();
  expect(listAddresses()).toEqual(['/nest']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  cleanup();
  deal(site, []);
  open();
  expect(await screen.findByRole('heading', { name: 'Not here' })).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
