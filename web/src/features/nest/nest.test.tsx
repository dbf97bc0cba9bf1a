import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { currentNests, forgetNests, keepNests } from '../../api/nest-session.ts';
import { nestPaths } from '../../nest-paths.ts';
import { nestRoutes } from '../../nest-routes.tsx';
import { findPageCode } from '../../parts/page-code.ts';
import { MIRA, storedTokens, storeTokens, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { nestFace, nestPlace, nestRow, nestSession } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';

let site: TestSite;
let place: catalog.NestPlace;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  place = nestPlace();
  site.on(catalog.getNest, () => place);
  site.on(auth.checkNest, () => undefined);
  site.on(auth.checkNests, () => ({ faces: currentNests().faces }));
});
afterEach(async () => {
  cleanup();
  act(() => forgetNests());
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

const open = (path: string) => renderSite(path, nestRoutes);
const listLinks = () =>
  screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);

it('the place shows its rows as pictures without titles, by the token of the nest alone', async () => {
  const session = nestSession();
  keepNests(session);
  storeTokens(tokensOf(MIRA)); // left over
  const [row] = place.rows;
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect(listLinks()).toEqual([
    ['Play Morning circle', `/nest/play/${row?.id}`],
    ...(row?.songs ?? []).map(({ id, title }) => [title, `/nest/play/${row?.id}?song=${id}`]),
  ]);
  expect(screen.queryByText(row?.songs[0]?.title ?? '')).toBeNull();
  expect(site.history()).toEqual(['getNest']);
  expect(site.calls(catalog.getNest)[0]?.bearer).toBe(session.accessToken);
});

it('the player is fetched once the first picture has arrived, before anybody taps', async () => {
  keepNests(nestSession());
  place = nestPlace({ rows: [nestRow({ songs: [video({ thumbnail: '/hls/ducks.jpg' })] })] });
  const { container } = open('/nest');
  await screen.findByRole('region');
  const player = findPageCode(nestPaths.play);
  expect(player?.find()).toBeUndefined();
  const [picture] = container.querySelectorAll('main li img');
  if (picture) fireEvent.load(picture);
  await waitFor(() => expect(player?.find()).toBeTruthy());
});

it('an expired token is renewed, and the call repeated with the new one', async () => {
  keepNests(nestSession({ accessToken: 'old', refreshToken: 'first' }));
  const renewed = nestSession({ faces: [...currentNests().faces] });
  site.on(catalog.getNest, ({ bearer }) => (bearer === 'old' ? failure('UNAUTHENTICATED') : place));
  site.on(auth.refreshNests, () => renewed);
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect(site.bodies(auth.refreshNests)).toEqual([{ refreshToken: 'first', nestId: renewed.nestId }]);
  expect(site.calls(catalog.getNest).map(({ bearer }) => bearer)).toEqual(['old', renewed.accessToken]);
});

it('a session that has ended leaves the browser to the nest: nothing is asked as a visitor', async () => {
  keepNests(nestSession());
  site.on(catalog.getNest, () => failure('UNAUTHENTICATED'));
  site.on(auth.refreshNests, () => failure('INVALID_REFRESH_TOKEN'));
  open('/nest');
  expect(await screen.findByRole('heading', { name: 'This nest is closed' })).toBeTruthy();
  for (const { bearer } of site.calls(catalog.getNest)) expect(bearer).not.toBeNull();
  await expect(call(catalog.listVideos, {})).rejects.toMatchObject({ status: 401 });
  await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
  expect(site.history()).toEqual(['getNest', 'refreshNests']);
});

it('the nest rests while the site does not answer, and continues when it does', async () => {
  keepNests(nestSession());
  let isAway = true;
  site.on(catalog.getNest, () => (isAway ? failure('UNAUTHENTICATED') : place));
  site.on(auth.refreshNests, () => (isAway ? NO_ANSWER : nestSession({ faces: [...currentNests().faces] })));
  open('/nest');
  expect(await screen.findByRole('heading', { name: 'The nest rests' })).toBeTruthy();
  expect(currentNests().refreshToken).not.toBeNull();
  isAway = false;
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('region', { name: 'Morning circle' })).toBeTruthy();
});

it('each child finds its own nest among several, and its animal leads back to them', async () => {
  const faces = [nestFace(), nestFace({ animal: 'owl', nickname: 'Tomi' })];
  const chosen = { faces, nestId: faces[1]!.id };
  keepNests(nestSession({ faces, nestId: null, accessToken: null }));
  site.on(auth.refreshNests, () => nestSession(chosen));
  open('/nest');
  await user.click(await screen.findByRole('button', { name: 'Tomi' }));
  await user.click(await screen.findByRole('button', { name: 'Tomi: back to all animals' }));
  expect(await screen.findByRole('button', { name: 'Juno' })).toBeTruthy();
  expect(currentNests()).toMatchObject({ nestId: null, accessToken: null });
});

it('animals without nicknames are told apart by what is behind them', async () => {
  const faces = [nestFace({ nickname: null, ground: 'lake' }), nestFace({ nickname: null, ground: 'rose' })];
  keepNests(nestSession({ faces, nestId: null, accessToken: null }));
  open('/nest');
  const [first, second] = await screen.findAllByRole('button', { name: /^Fox: / });
  expect(first?.getAttribute('aria-label')).toBe('Fox: Blue, circle');
  expect(second?.getAttribute('aria-label')).toBe('Fox: Red, flower');
});

it.each(['/', '/songs', '/lists', '/s/k7m4qx', '/nest/play/elsewhere', '/songs?v=0198f3c2'])(
  '%s is not here, and leads back to the nest only',
  async (path) => {
    keepNests(nestSession());
    open(path);
    expect(await screen.findByRole('heading', { name: 'Not here' })).toBeTruthy();
    expect(listLinks()).toEqual([[null, '/nest']]);
    await waitFor(() => expect(site.history()).toEqual(['getNest']));
  },
);

it('the address of a song of the nest leads to it', async () => {
  const song = video({ title: 'Ducks' });
  const row = nestRow({ songs: [song] });
  place = nestPlace({ rows: [row] });
  keepNests(nestSession());
  open(`/songs?v=${song.id}`);
  const link = await screen.findByRole('link', { name: 'Ducks' });
  expect(link.getAttribute('href')).toBe(`/nest/play/${row.id}?song=${song.id}`);
});

it.each([true, false])('the eye stands in the corner if anything counts: %s', async (mayCount) => {
  place = nestPlace({ mayCount });
  keepNests(nestSession());
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  expect(screen.queryByRole('button', { name: 'Who sees my minutes?' }) !== null).toBe(mayCount);
});

it('the tablet of a class returns to all animals after ten minutes without a touch, at the end of a song', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const faces = [nestFace({ nickname: null }), nestFace({ nickname: null, animal: 'owl' })];
  const session = nestSession({ cameBy: 'class_code', faces });
  keepNests(session);
  site.on(auth.refreshNests, () => nestSession({ ...session, nestId: null, accessToken: null }));
  site.on(auth.checkNests, () => ({ faces: currentNests().faces }));
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  await act(() => vi.dynamicImportSettled());
  const wait = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000));
  const song = document.createElement('video');
  Object.defineProperty(song, 'paused', { value: false, configurable: true });
  document.body.append(song);
  wait(9);
  window.dispatchEvent(new Event('pointerdown'));
  wait(30);
  expect(currentNests().nestId).toBe(session.nestId);
  Object.defineProperty(song, 'ended', { value: true });
  act(() => void song.dispatchEvent(new Event('ended')));
  song.remove();
  vi.useRealTimers();
  expect(await screen.findByRole('button', { name: /^Owl: / })).toBeTruthy();
  // What is asked meanwhile must not reach the next test.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(currentNests().nestId).toBeNull();
});

it('a device that was handed over stays with its child', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const session = nestSession();
  keepNests(session);
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  act(() => void vi.advanceTimersByTime(3_600_000));
  vi.useRealTimers();
  // What is asked meanwhile must not reach the next test.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(currentNests().nestId).toBe(session.nestId);
});

it('a nest without a rule says what a grown-up can do', async () => {
  place = nestPlace({ rows: [] });
  keepNests(nestSession());
  open('/nest');
  expect(await screen.findByText(/A grown-up can choose songs/)).toBeTruthy();
});

it('only a password makes the browser an ordinary one again', async () => {
  const leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  const tokens = tokensOf(MIRA);
  const { refreshToken: leaves } = nestSession();
  keepNests(nestSession({ refreshToken: leaves }));
  site.on(auth.login, () => ({ user: MIRA, ...tokens }));
  open('/nest/sign-in');
  await user.type(await screen.findByLabelText('Email'), MIRA.email);
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  expect(site.calls(auth.login)[0]?.bearer).toBeNull();
  expect(site.bodies(auth.login)).toEqual([{ email: MIRA.email, password: 'correct horse', leaves }]);
  expect(site.history()).toEqual(['login']);
  expect(storedTokens()).toEqual(tokens);
  expect(localStorage.getItem('nest.session')).toBeNull();
});

it.each([
  ['its place is open', 1],
  ['its animals are shown', 2],
] as const)('a device that was ended says so without a touch while %s', async (_, count) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const faces = Array.from({ length: count }, () => nestFace());
  const session = nestSession({ faces });
  keepNests(count === 1 ? session : { ...session, accessToken: null, nestId: null });
  site.on(auth.checkNest, () => failure('UNAUTHENTICATED'));
  site.on(auth.checkNests, () => failure('INVALID_REFRESH_TOKEN'));
  site.on(auth.refreshNests, () => failure('INVALID_REFRESH_TOKEN'));
  open('/nest');
  await screen.findByRole('heading', { level: 1 });
  await act(() => vi.advanceTimersByTimeAsync(4100));
  expect(await screen.findByRole('heading', { name: 'This nest is closed' })).toBeTruthy();
  vi.useRealTimers();
});

it('the tablet of a class shows who joins it, and waits while nobody is in it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const empty = { accessToken: null, nestId: null, faces: [], cameBy: 'class_code' } as const;
  keepNests(nestSession({ ...empty, faces: [] }));
  let faces = [nestFace({ nickname: null })];
  site.on(auth.checkNests, () => ({ faces }));
  open('/nest');
  expect(await screen.findByRole('heading', { name: 'Nobody is in this class yet' })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(4100));
  expect(await screen.findByRole('button', { name: /^Fox/ })).toBeTruthy();
  faces = [];
  await act(() => vi.advanceTimersByTimeAsync(4100));
  expect(await screen.findByRole('heading', { name: 'Nobody is in this class yet' })).toBeTruthy();
  vi.useRealTimers();
});

it('a check without an answer ends nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  keepNests(nestSession());
  site.on(auth.checkNest, () => NO_ANSWER);
  open('/nest');
  await screen.findByRole('region', { name: 'Morning circle' });
  await act(() => vi.advanceTimersByTimeAsync(8200));
  await waitFor(() => expect(site.count(auth.checkNest)).toBeGreaterThan(0));
  expect(screen.getByRole('region', { name: 'Morning circle' })).toBeTruthy();
  vi.useRealTimers();
});
