import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Store } from '../../lib/store.ts';
import { useSession } from '../auth/session.ts';
import { findDevicePosition } from '../videos/one-video/device-positions.ts';
import { chooseStart, parseTime, type Start } from '../videos/one-video/start.ts';
import type { OpenVideo } from '../videos/one-video/use-video.ts';
import { useViews } from '../videos/one-video/use-views.ts';
import type { Playback } from '../videos/one-video/view-reports.ts';

/** An open video, shared by its player and its details. */
export interface Watched {
  open: OpenVideo;
  /** The player's position, in seconds. */
  position: Store<number>;
}

interface Watching {
  /** Where the player starts; null while it must not start yet. */
  start: Start | null;
  /** Called while the player plays and when it stops, with the position in seconds. */
  onPlayback: (playback: Playback, position: number) => void;
}

/** Decides where a video starts, and reports how far it is watched. Updates `position`, in seconds. */
export function useWatching({ id, video, isCurrent }: OpenVideo, position: Store<number>): Watching {
  const [search] = useSearchParams();
  const { status } = useSession();
  const [start, setStart] = useState<Start | null>(null);
  const reportPlayback = useViews(id, start !== null);
  if (start === null && isCurrent && video?.playable)
    setStart(
      chooseStart(video, {
        linkSeconds: parseTime(search.get('t')),
        stoppedSeconds: status === 'signed-out' ? findDevicePosition(id) : video.resumeSeconds,
      }),
    );
  return {
    start,
    onPlayback: (playback, seconds) => {
      position.set(seconds);
      reportPlayback(playback, seconds);
    },
  };
}
