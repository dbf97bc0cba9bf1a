import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';

import { findDeviceSong, keepDeviceSong } from '../../parts/list-playing.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { answerLists, songList, type Shelf } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import { useNativePlayback } from '../player/show-player.tsx';

const user = userEvent.setup();
useNativePlayback();
let site: TestSite;
let shelf: Shelf;
let songs: catalog.Video[];
let list: catalog.SongList;
let play: MockInstance<() => Promise<void>>;

beforeEach(async () => {
  site = await startSite();
  songs = ['Ducks', 'Fish', 'Snow'].map((title) => video({ title, duration: 20 }));
  list = songList({ name: 'Morning circle', owner: 'site', songs });
  shelf = { lists: [list], deleted: [] };
  answerLists(site, shelf);
  site.on(catalog.getVideo, ({ params }) => {
    const video = songs.find(({ id }) => id === params.id);
    return video ? { video } : failure('VIDEO_NOT_FOUND');
  });
  site.on(catalog.recordView, () => ({ viewCount: 1 }));
  site.on(catalog.recordListPosition, () => undefined);
  play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

afterEach(async () => {
  vi.useRealTimers();
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const element = () => document.querySelector('video')!;

/** Sets the state of the player's element, and dispatches events. */
function setMedia(state: Partial<HTMLVideoElement>, ...events: string[]): void {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(element(), name, { value, writable: true, configurable: true });
  for (const event of events) fireEvent(element(), new Event(event));
}

/** Opens the page of a list that is played, and lets its first song play. */
async function open(search = '') {
  const page = renderSite(`/lists/${list.id}/play${search}`);
  await waitFor(() => expect(element()).toBeTruthy());
  await begins();
  return page;
}

/** The stream of the current song is there, and plays. */
async function begins(): Promise<void> {
  // Without waiting, a test may hold the clock.
  if (element().getAttribute('src') === null)
    await waitFor(() => expect(element().getAttribute('src')).not.toBeNull());
  setMedia({ ended: false, paused: false, readyState: 4, duration: 20, currentTime: 0 }, 'loadedmetadata');
  setMedia({ currentTime: 1 }, 'playing', 'timeupdate');
}

const ends = () => setMedia({ ended: true, paused: true, currentTime: 20 }, 'pause', 'ended');
const titleNow = () => screen.getByRole('heading', { level: 1 }).textContent;
const inStage = () => within(screen.getByRole('region', { name: 'Video player' }));
const sourceOf = (index: number) => `/hls/${songs[index]?.id}/master.m3u8`;

describe('playing a list', () => {
  test('songs follow each other in one element after a pause, and the end of the list is the end', async () => {
    const { address } = await open();
    const first = element();
    expect(titleNow()).toBe('Ducks');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [index, title] of ['Fish', 'Snow'].entries()) {
      ends();
      expect(inStage().getByText(title)).toBeTruthy();
      // It is loaded in the pause.
      expect(element()).toBe(first);
      expect(element().getAttribute('src')).toBe(sourceOf(index + 1));
      play.mockClear();
      setMedia({ ended: false, currentTime: 0 }, 'loadedmetadata');
      act(() => void vi.advanceTimersByTime(2900));
      expect(play).not.toHaveBeenCalled();
      act(() => void vi.advanceTimersByTime(100));
      expect(play).toHaveBeenCalledOnce();
      expect(inStage().queryByRole('button', { name: 'Stay here' })).toBeNull();
      expect(titleNow()).toBe(title);
      await begins();
    }
    expect(address()).toBe(`/lists/${list.id}/play?song=${songs[2]?.id}`);
    ends();
    expect(inStage().getByText('That was the whole list.')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(titleNow()).toBe('Snow');
    fireEvent.click(screen.getByRole('button', { name: 'From the beginning' }));
    expect(titleNow()).toBe('Ducks');
  });

  test('the pause can be skipped, and stopped for good', async () => {
    await open();
    ends();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(titleNow()).toBe('Fish');
    await begins();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    ends();
    fireEvent.click(inStage().getByRole('button', { name: 'Stay here' }));
    const go = inStage().getByRole('button', { name: 'Play now' });
    expect(document.activeElement).toBe(go);
    play.mockClear();
    setMedia({ ended: false, currentTime: 0 }, 'loadedmetadata');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(play).not.toHaveBeenCalled();
    fireEvent.click(go);
    expect(play).toHaveBeenCalledOnce();
    expect(titleNow()).toBe('Snow');
  });

  test('whoever presses Play in the pause ends it', async () => {
    await open();
    ends();
    await begins();
    expect(titleNow()).toBe('Fish');
    expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
    ends();
    expect(titleNow()).toBe('Snow');
    await user.click(screen.getByRole('button', { name: 'Previous song' }));
    expect(titleNow()).toBe('Fish');
    expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
  });

  test('buttons, keys and pictures lead to other songs', async () => {
    await open(`?song=${songs[1]?.id}`);
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    expect(titleNow()).toBe('Snow');
    expect(screen.getByRole('button', { name: 'Next song' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Previous song' }));
    expect(titleNow()).toBe('Fish');
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' });
    expect(titleNow()).toBe('Snow');
    fireEvent.keyDown(document.body, { key: 'З', code: 'KeyP', shiftKey: true }); // a Ukrainian keyboard
    expect(titleNow()).toBe('Fish');
    const strip = within(screen.getByRole('list', { name: 'Songs of this list' }));
    expect(strip.getByRole('button', { current: true }).title).toBe('Fish');
    await user.click(strip.getByRole('button', { name: 'Ducks' }));
    expect(titleNow()).toBe('Ducks');
    expect(document.title).toBe('Ducks · Larksong');
  });

  test('a repeated list goes on from its beginning, and the choice stays on the device', async () => {
    const { unmount } = await open(`?song=${songs[2]?.id}`);
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    ends();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(titleNow()).toBe('Ducks');
    unmount();
    await open();
    expect(screen.getByRole('button', { name: 'Repeat the list', pressed: true })).toBeTruthy();
  });

  test('a list of one song that is repeated plays it again', async () => {
    list.songs = songs.slice(0, 1);
    await open();
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    ends();
    play.mockClear();
    await user.click(inStage().getByRole('button', { name: 'Play now' }));
    expect(play).toHaveBeenCalled();
  });
});

describe('the song that was played last', () => {
  test('a visitor’s is kept on the device, where the list resumes, also from its beginning', async () => {
    const { unmount } = await open();
    await waitFor(() => expect(findDeviceSong(list.id)).toBe(songs[0]?.id));
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    await begins();
    await waitFor(() => expect(findDeviceSong(list.id)).toBe(songs[1]?.id));
    expect(site.count(catalog.recordListPosition)).toBe(0);
    unmount();
    await open();
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'From the beginning' }));
    expect(titleNow()).toBe('Ducks');
    expect(screen.queryByRole('button', { name: 'From the beginning' })).toBeNull();
  });

  test('a member’s is kept by the site, one for each list', async () => {
    list.position = songs[1]?.id ?? null;
    keepDeviceSong(list.id, songs[2]?.id ?? ''); // a visitor’s
    renderSite(`/lists/${list.id}/play`);
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    await waitFor(() => expect(element()).toBeTruthy());
    await begins();
    expect(titleNow()).toBe('Fish');
    await user.click(screen.getByRole('button', { name: 'Next song' }));
    await begins();
    await waitFor(() =>
      expect(site.bodies(catalog.recordListPosition)).toEqual(
        songs.slice(1).map(({ id }) => ({ videoId: id })),
      ),
    );
  });

  test('a list that was played to its end begins at its beginning the next time', async () => {
    await open(`?song=${songs[2]?.id}`);
    await waitFor(() => expect(findDeviceSong(list.id)).toBe(songs[2]?.id));
    ends();
    await waitFor(() => expect(findDeviceSong(list.id)).toBe(songs[0]?.id));
  });
});

describe('what goes wrong', () => {
  test('songs that were deleted are skipped without a word', async () => {
    await open();
    songs = songs.slice(0, 1).concat(songs.slice(2));
    setMedia({ currentTime: 12 }, 'timeupdate'); // near the end
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Fish' })).toBeNull());
    ends();
    expect(titleNow()).toBe('Snow');
  });

  test('a song that stops is skipped if it is gone, and tried again if it is there', async () => {
    await open();
    setMedia({}, 'error');
    await screen.findByRole('slider', { name: 'Seek' });
    expect(titleNow()).toBe('Ducks');
    await begins();
    songs = songs.slice(1);
    setMedia({}, 'error');
    await waitFor(() => expect(titleNow()).toBe('Fish'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a song that stops again although it is there says so, and offers to try again', async () => {
    await open();
    setMedia({}, 'error');
    await screen.findByRole('slider', { name: 'Seek' });
    await begins();
    setMedia({}, 'error');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByText('This video cannot be played right now.')).toBeTruthy();
  });

  test('a list of which all songs are gone ends after one round, also if it is repeated', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Repeat the list' }));
    songs = [];
    setMedia({}, 'error');
    await screen.findByText('That was the whole list.');
    expect(screen.queryByRole('button', { name: 'From the beginning' })).toBeNull();
  });

  test('without an answer, a song that stopped waits', async () => {
    await open();
    site.on(catalog.getVideo, () => failure('UNAVAILABLE'));
    setMedia({}, 'error');
    await screen.findByText(/The site is not answering/);
    site.on(catalog.getVideo, ({ params }) => ({ video: songs.find(({ id }) => id === params.id)! }));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/The site is not answering/)).toBeNull());
    expect(titleNow()).toBe('Ducks');
  });

  test('a list that is not there, and one without a song, say so', async () => {
    list.songs = [video({ playable: false, status: 'processing' })];
    renderSite(`/lists/${list.id}/play`);
    await screen.findByText('There is nothing to play in this list yet.');
    cleanup();
    shelf.lists = [];
    renderSite(`/lists/${list.id}/play`);
    await screen.findByRole('heading', { level: 1, name: 'This list is not here' });
  });

  test('a list that cannot be read can be tried again', async () => {
    site.on(at(catalog.getSongList, { id: list.id }), () => failure('FORBIDDEN'));
    renderSite(`/lists/${list.id}/play`);
    await screen.findByText('The list could not be loaded');
    answerLists(site, shelf);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titleNow()).toBe('Ducks'));
  });
});

test('each song is reported as it is on its own page', async () => {
  await open();
  await waitFor(() =>
    expect(site.bodies(at(catalog.recordView, { id: songs[0]?.id ?? '' }))).toHaveLength(1),
  );
  ends();
  await waitFor(() =>
    expect(site.bodies(at(catalog.recordView, { id: songs[0]?.id ?? '' }))).toEqual([
      { watchedDuration: 0 },
      { watchedDuration: 20 },
    ]),
  );
  await user.click(inStage().getByRole('button', { name: 'Play now' }));
  await begins();
  await waitFor(() =>
    expect(site.bodies(at(catalog.recordView, { id: songs[1]?.id ?? '' }))[0]).toEqual({
      watchedDuration: 0,
    }),
  );
});
