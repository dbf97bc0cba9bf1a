import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';

import { MemoryRouter } from 'react-router';

import { renderInPage } from '../../testing/render.tsx';
import { video } from '../../testing/videos.ts';
import { Player, type PlayerProps } from './player.tsx';

/** Makes the browser play streams natively, as Safari does, in all tests of a file. The tests set the media state. */
export function useNativePlayback(): void {
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  });

  // Features that the test browser lacks: the names of these states, and stable track objects.
  beforeAll(() => {
    Object.assign(HTMLMediaElement, { HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 });
    makeStable(HTMLTrackElement.prototype, 'track');
    makeStable(HTMLMediaElement.prototype, 'textTracks');
  });

  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
}

/** Makes a property return the same object each time, as browsers do. */
function makeStable(prototype: object, name: string): void {
  const original = Object.getOwnPropertyDescriptor(prototype, name);
  const kept = new WeakMap<object, unknown>();
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: object) {
      if (!kept.has(this)) kept.set(this, original?.get?.call(this));
      return kept.get(this);
    },
  });
}

export interface Shown {
  element: HTMLVideoElement;
  reported: [string, number][];
  /** Sets properties of the element and dispatches events. */
  setMedia: (state: Partial<HTMLVideoElement>, ...events: string[]) => void;
  /** Renders the same player with other properties. */
  change: (props: Partial<PlayerProps>) => void;
}

export function show(props: Partial<PlayerProps> = {}): Shown {
  const reported: [string, number][] = [];
  const song = video({ duration: 120 });
  const render = (changes: Partial<PlayerProps>) => (
    <MemoryRouter>
      <Player
        video={song}
        next={[]}
        start={{ seconds: 0, isResumed: false }}
        onPlayback={(playback, position) => reported.push([playback, position])}
        onRetry={async () => {}}
        {...changes}
      />
    </MemoryRouter>
  );
  const { container, rerender } = renderInPage(render(props));
  const element = container.querySelector('video')!;
  const setMedia = (state: Partial<HTMLVideoElement>, ...events: string[]) => {
    for (const [name, value] of Object.entries(state))
      Object.defineProperty(element, name, { value, writable: true, configurable: true });
    for (const event of events) fireEvent(element, new Event(event));
  };
  setMedia({ readyState: 4, paused: false, duration: 120, currentTime: 0 }, 'loadedmetadata', 'playing');
  return { element, reported, setMedia, change: (changes) => rerender(render(changes)) };
}
