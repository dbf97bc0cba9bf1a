import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { video } from '../../../testing/videos.ts';
import { show, useNativePlayback } from '../show-player.tsx';

useNativePlayback();

/** The interface of the browser, which the test browser lacks. */
class Session {
  metadata: MediaMetadataInit | null = null;
  playbackState = 'none';
  position: MediaPositionState | undefined;
  readonly handlers = new Map<string, MediaSessionActionHandler>();

  setActionHandler(name: string, handler: MediaSessionActionHandler | null): void {
    if (name === 'seekto' && handler === null) throw new TypeError('unknown'); // as an older browser
    if (handler) this.handlers.set(name, handler);
    else this.handlers.delete(name);
  }

  setPositionState(state?: MediaPositionState): void {
    this.position = state;
  }

  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void {
    this.handlers.get(action)?.({ action, ...details });
  }
}

let session: Session;

beforeEach(() => {
  session = new Session();
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  vi.stubGlobal('MediaMetadata', function (this: object, init: MediaMetadataInit) {
    Object.assign(this, init);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaSession');
});

const SONG = video({
  title: 'Five Ducks',
  duration: 120,
  thumbnail: '/hls/ducks/thumbnail.jpg',
  uploader: { username: 'olive', displayName: 'Maple Street School' },
});

test('a lock screen shows the song that plays, with its picture and position, and nothing once it is left', async () => {
  const { setMedia } = show({ video: SONG });
  await vi.waitFor(() => expect(session.metadata).not.toBeNull());
  expect(session.metadata).toMatchObject({
    title: 'Five Ducks',
    artist: 'Maple Street School',
    artwork: [{ src: new URL('/hls/ducks/thumbnail.jpg', location.href).href }],
  });
  expect(session.playbackState).toBe('playing');
  setMedia({ currentTime: 30, paused: true }, 'pause');
  expect(session.playbackState).toBe('paused');
  expect(session.position).toEqual({ duration: 120, position: 30, playbackRate: 1 });

  cleanup();
  expect(session).toMatchObject({ metadata: null, playbackState: 'none', position: undefined });
  expect([...session.handlers.keys()].filter((name) => name !== 'seekto')).toEqual([]);
});

test('media keys play, pause and seek', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { element } = show({ video: SONG });
  await vi.waitFor(() => expect(session.metadata).not.toBeNull());
  session.press('pause');
  expect(pause).toHaveBeenCalledOnce();
  play.mockClear();
  session.press('play');
  expect(play).toHaveBeenCalledOnce();
  session.press('seekto', { seekTime: 50 });
  expect(element.currentTime).toBe(50);
  session.press('seekforward');
  expect(element.currentTime).toBe(60);
  session.press('seekbackward', { seekOffset: 15 });
  expect(element.currentTime).toBe(45);
});

test('the session stays for another song in the same player, and leads on from it', async () => {
  const next = vi.fn<() => void>();
  const keys = { previous: null, next, isPausing: false };
  const inList = {
    previousButton: null,
    nextButton: null,
    cover: null,
    isWaiting: false,
    renderStop: () => null,
    keyHelp: [],
  };
  const { change, setMedia } = show({ video: SONG, inList: { ...inList, mediaKeys: keys } });
  await vi.waitFor(() => expect(session.metadata).toMatchObject({ title: 'Five Ducks' }));
  session.press('nexttrack');
  expect(next).toHaveBeenCalledOnce();
  expect(session.handlers.has('previoustrack')).toBe(false);

  const previous = vi.fn<() => void>();
  setMedia({ paused: true }, 'pause');
  change({
    video: video({ title: 'How Many Fish?' }),
    inList: { ...inList, mediaKeys: { previous, next: null, isPausing: true } },
  });
  expect(session.metadata).toMatchObject({ title: 'How Many Fish?', artwork: [] });
  expect(session.playbackState).toBe('playing');
  session.press('previoustrack');
  expect(previous).toHaveBeenCalledOnce();
  expect(session.handlers.has('nexttrack')).toBe(false);
  expect(session.handlers.has('play')).toBe(true);
});

test('a list may give media keys another meaning', async () => {
  const play = vi.fn<() => void>();
  const mediaKeys = { play, previous: null, next: null, isPausing: false };
  show({
    video: SONG,
    inList: {
      previousButton: null,
      nextButton: null,
      cover: null,
      isWaiting: false,
      renderStop: () => null,
      keyHelp: [],
      mediaKeys,
    },
  });
  await vi.waitFor(() => expect(session.metadata).not.toBeNull());
  session.press('play');
  expect(play).toHaveBeenCalledOnce();
});
