import { useEffect, useState } from 'react';

import type { Course } from '../../list-player/use-list-play.ts';
import { refreshPlace, useSongTime } from '../use-nest-place.ts';

/** Whether the song that plays is the last one for today, or has just been it. */
export type LastSong = 'no' | 'playing' | 'heard';

/** After the last song, less than this is not enough for another one. */
const FEW_SECONDS = 60;
const LOOK_AGAIN_MS = 30_000;

/**
 * Follows whether the time ends with a song: the answers to its reports say so. It is played out, and nothing follows it,
 * even if a few seconds are left, unless a grown-up gives more time.
 */
export function useLastSong({ currentId, phase }: Pick<Course, 'currentId' | 'phase'>): LastSong {
  const time = useSongTime();
  const [lastId, setLastId] = useState<string | null>(null);
  const isPlaying = phase === 'playing';
  const isLast = time?.state === 'last';
  if (isPlaying && isLast && lastId !== currentId) setLastId(currentId);
  if (isPlaying && !isLast && lastId !== null) setLastId(null);
  const hasMore = time?.state !== 'over' && (time?.leftSeconds ?? Infinity) > FEW_SECONDS;
  const isHeard = !isPlaying && lastId !== null && !hasMore;
  useEffect(() => {
    if (!isHeard) return undefined;
    void refreshPlace();
    const timer = setInterval(() => void refreshPlace(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isHeard]);
  if (isHeard) return 'heard';
  return isPlaying && lastId !== null ? 'playing' : 'no';
}
