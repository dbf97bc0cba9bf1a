import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { answerLists, songList, type Shelf } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signOut } from '../auth/session.ts';
import { useNativePlayback } from '../player/show-player.tsx';

/** A list of three songs that a test plays; new for each test. */
export interface PlayedList {
  site: TestSite;
  shelf: Shelf;
  list: catalog.SongList;
  /** The songs that exist. */
  songs: catalog.Video[];
  /** Of all media elements. */
  play: MockInstance<() => Promise<void>>;
}

/** Starts a site with a list of three songs for each test of a file, and a browser that plays streams natively. */
export function usePlayedList(): PlayedList {
  const played = {} as PlayedList; // filled before each test
  useNativePlayback();
  beforeEach(async () => {
    const site = await startSite();
    const songs = ['Ducks', 'Fish', 'Snow'].map((title) => video({ title, duration: 20 }));
    const list = songList({ name: 'Morning circle', owner: 'site', songs });
    const shelf = { lists: [list], deleted: [] };
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    Object.assign(played, { site, shelf, list, songs, play });
    answerLists(site, shelf);
    site.on(catalog.getVideo, ({ params }) => {
      const found = played.songs.find(({ id }) => id === params.id);
      return found ? { video: found } : failure('VIDEO_NOT_FOUND');
    });
    site.on(catalog.recordView, () => ({ viewCount: 1 }));
    site.on(catalog.recordListPosition, () => undefined);
  });
  afterEach(async () => {
    await act(() => signOut());
    cleanup();
    await played.site[Symbol.asyncDispose]();
  });
  return played;
}

const element = () => document.querySelector('video')!;

/** Sets the state of the player's element, and dispatches events. */
export function setMedia(state: Partial<HTMLVideoElement>, ...events: string[]): void {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(element(), name, { value, writable: true, configurable: true });
  for (const event of events) fireEvent(element(), new Event(event));
}

/** Opens the page of a list that is played, and lets its first song play. */
export async function openList({ list }: PlayedList, search = '') {
  const page = renderSite(`/lists/${list.id}/play${search}`);
  await waitFor(() => expect(element()).toBeTruthy());
  await songBegins();
  return page;
}

/** The stream of the current song is loaded, and plays. */
export async function songBegins(): Promise<void> {
  // Without waiting, a test may hold the clock.
  if (element().getAttribute('src') === null)
    await waitFor(() => expect(element().getAttribute('src')).not.toBeNull());
  setMedia({ ended: false, paused: false, readyState: 4, duration: 20, currentTime: 0 }, 'loadedmetadata');
  setMedia({ currentTime: 1 }, 'playing', 'timeupdate');
}

export const songEnds = () => setMedia({ ended: true, paused: true, currentTime: 20 }, 'pause', 'ended');
export const titleNow = () => screen.getByRole('heading', { level: 1 }).textContent;
export const inStage = () => within(screen.getByRole('region', { name: 'Video player' }));
