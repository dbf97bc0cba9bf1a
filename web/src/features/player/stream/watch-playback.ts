import { isNestHere } from '../../../api/nest-here.ts';
import type { StreamState } from './stream.ts';

interface WatchedPlayback {
  /** Receives every change of the stream. */
  note: (changes: Partial<StreamState>) => void;
  /** Reports how the playback went. */
  end: () => void;
}

/**
 * Watches how a playback goes, from when it first plays, or fails, until its end. The code for it is loaded then, so that
 * it never delays the first picture. Nothing is reported from nests.
 */
export function watchPlayback(video: HTMLVideoElement, source: string): WatchedPlayback {
  const seen: Partial<StreamState> = {};
  const leaving = new AbortController();
  let following: Promise<(() => void) | undefined> | undefined;
  const follow = () => {
    following ??= import('./playback-report.ts').then(
      ({ followPlayback }) => followPlayback(video, source, seen),
      () => undefined,
    );
  };
  if (!isNestHere()) video.addEventListener('playing', follow, { once: true, signal: leaving.signal });
  return {
    note(changes) {
      Object.assign(seen, changes);
      if ((seen.phase === 'stopped' || seen.phase === 'impossible') && !isNestHere()) follow();
    },
    end() {
      leaving.abort();
      void following?.then((end) => end?.());
    },
  };
}
