import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Store } from '../../lib/store.ts';
import { useSession } from '../auth/session.ts';
import { findDevicePosition } from '../videos/device-positions.ts';
import { chooseStart, parseTime, type Start } from '../videos/start.ts';
import type { OpenVideo } from '../videos/use-video.ts';
import { useViews } from '../videos/use-views.ts';
import type { Playback } from '../videos/view-reports.ts';

interface Watching {
  /** Where the player begins; null while it must not begin yet. */
  start: Start | null;
  /** What the player says while it plays, position in seconds. */
  onPlayback: (playback: Playback, position: number) => void;
}

/** What goes on while a video is watched: where it begins, and who is told how far it is; `position` is set in seconds. */
export function useWatching({ id, video, isCurrent }: OpenVideo, position: Store<number>): Watching {
  const [search] = useSearchParams();
  const { status } = useSession();
  const [start, setStart] = useState<Start | null>(null);
  const tellView = useViews(id, start !== null);
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
      tellView(playback, seconds);
    },
  };
}
