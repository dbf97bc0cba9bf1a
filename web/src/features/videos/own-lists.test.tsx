import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderInPage, renderSite } from '../../testing/render.tsx';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { titlesOf, video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import { Thumbnail } from './thumbnail.tsx';

const LIKED = catalog.listLikedVideos;
const WATCHED = catalog.listWatchedVideos;
const UNWATCHED = catalog.listUnwatchedVideos;
const GRADES = catalog.listTagValues;
const CLEAR = catalog.clearWatchHistory;
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(GRADES, () => ({ values: [] }));
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const LISTS = [
  ['Favorites', LIKED, 'Sign in to see your favorites.', 'No favorites yet'],
  ['Watched', WATCHED, 'Sign in to see what you have watched.', 'Nothing watched yet'],
  ['New to you', UNWATCHED, 'Sign in to see what is new to you.', 'Nothing new to you'],
] as const;

function offer(list: (typeof LISTS)[number][1], ...titles: string[]): void {
  site.on(list, ({ bearer, query }) =>
    bearer !== null && query.limit === '50'
      ? { videos: titles.map((title) => video({ title })), nextCursor: null }
      : failure('UNAUTHENTICATED'),
  );
}

function enter(): void {
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
}

describe.each(LISTS)('the personal list %s', (chip, path, signInFirst, nothing) => {
  test('a visitor is asked to sign in without a call, and then sees the personal list', async () => {
    offer(path, 'Mine');
    renderSite('/songs');
    await user.click(await screen.findByRole('button', { name: chip }));
    expect(await screen.findByRole('heading', { name: signInFirst })).toBeTruthy();
    const main = screen.getByRole('main');
    fireEvent.click([...main.querySelectorAll('button')].find((one) => one.textContent === 'Sign in')!);
    expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
    expect(site.count(path)).toBe(0);
    enter();
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(['Mine']);
  });

  test('an empty personal list says so in its own words, with a link to all videos', async () => {
    offer(path);
    enter();
    const { address } = renderSite('/songs');
    await user.click(await screen.findByRole('button', { name: chip }));
    expect(await screen.findByRole('heading', { name: nothing })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(address()).toBe('/songs');
  });
});

test('a personal list is refetched each time it is shown', async () => {
  offer(LIKED, 'First');
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
  enter();
  renderSite('/songs?filter=favorites');
  await screen.findByText('1 video');
  await user.click(screen.getByRole('link', { name: /First/ }));
  offer(LIKED, 'First', 'Second');
  await user.click(await screen.findByRole('link', { name: 'All songs' }));
  await user.click(await screen.findByRole('button', { name: 'Favorites' }));
  expect(await screen.findByText('2 videos')).toBeTruthy();
});

test('signing out hides a personal list without another call', async () => {
  offer(LIKED, 'Mine');
  enter();
  renderSite('/songs?filter=favorites');
  await screen.findByText('1 video');
  await waitFor(() => expect(site.count(GRADES)).toBe(1));
  await act(() => signOut());
  expect(screen.getByRole('heading', { name: 'Sign in to see your favorites.' })).toBeTruthy();
  expect(titlesOf(screen)).toEqual([]);
  // by then the other data has been refetched
  await waitFor(() => expect(site.count(GRADES)).toBe(2));
  expect(site.count(LIKED)).toBe(1);
});

describe('the watch history', () => {
  test('the watch history is cleared after a confirmation, and all lists forget it', async () => {
    offer(WATCHED, 'Seen');
    site.on(CLEAR, () => {
      offer(WATCHED);
    });
    enter();
    renderSite('/songs?filter=watched');
    const button = await screen.findByRole('button', { name: 'Clear my watch history' });
    await user.click(button);
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    await user.click(cancel);
    expect(site.count(CLEAR)).toBe(0);
    await user.click(button);
    await user.click(screen.getAllByRole('button', { name: 'Clear my watch history' }).at(-1)!);
    expect(await screen.findByRole('heading', { name: 'Nothing watched yet' })).toBeTruthy();
    expect(site.count(CLEAR)).toBe(1);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Songs' }));
  });

  test('a watch history that could not be cleared stays, with the reason', async () => {
    offer(WATCHED, 'Seen');
    site.on(CLEAR, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    enter();
    renderSite('/songs?filter=watched');
    await user.click(await screen.findByRole('button', { name: 'Clear my watch history' }));
    await user.click(screen.getAllByRole('button', { name: 'Clear my watch history' }).at(-1)!);
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests.');
    expect(titlesOf(screen)).toEqual(['Seen']);
  });
});

describe('/liked', () => {
  test('the page of liked videos shows when each was liked and opens it on the same page', async () => {
    const likedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const open = video({ title: 'Five Ducks', likedAt });
    site.on(LIKED, () => ({ videos: [open], nextCursor: null }));
    site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
    enter();
    const { address } = renderSite('/liked');
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(screen.getByText('1.2K views · liked 2 hours ago')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: /Five Ducks/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Five Ducks' })).toBeTruthy();
    expect(address()).toBe(`/liked?v=${open.id}`);
    await user.click(screen.getByRole('link', { name: 'Liked videos' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
  });

  test.each([
    ['Favorites', '/liked'],
    ['Popular', '/songs?filter=popular'],
    ['All', '/songs'],
  ])('the chip %s leads from a video to %s', async (chip, target) => {
    const open = video();
    site.on(LIKED, () => ({ videos: [open], nextCursor: null }));
    site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
    enter();
    const { address } = renderSite(`/liked?v=${open.id}`);
    await user.click(await screen.findByRole('button', { name: chip }));
    expect(address()).toBe(target);
  });

  test('a video liked within the last minute was liked just now', async () => {
    site.on(LIKED, () => ({ videos: [video({ likedAt: new Date().toISOString() })], nextCursor: null }));
    enter();
    renderSite('/liked');
    expect(await screen.findByText('1.2K views · liked just now')).toBeTruthy();
  });

  test('the page of liked videos says that there are none yet', async () => {
    offer(LIKED);
    enter();
    renderSite('/liked');
    expect(await screen.findByRole('heading', { name: 'No liked videos yet' })).toBeTruthy();
    expect(screen.getByText('Videos you like will appear here.')).toBeTruthy();
  });

  test('the page of liked videos asks a visitor to sign in, without a call', async () => {
    renderSite('/liked');
    expect(await screen.findByRole('heading', { name: 'Sign in to see your liked videos.' })).toBeTruthy();
    expect(site.count(LIKED)).toBe(0);
  });
});

test('a refused picture is fetched again after a sign-in', () => {
  const { container } = renderInPage(<Thumbnail video={video({ thumbnail: '/hls/one/thumbnail.jpg' })} />);
  fireEvent.error(container.querySelector('img')!);
  expect(screen.getByText('No thumbnail')).toBeTruthy();
  enter();
  expect(container.querySelector('img')).toBeTruthy();
  fireEvent.error(container.querySelector('img')!);
  expect(screen.getByText('No thumbnail')).toBeTruthy();
});
