import { useEffect, useEffectEvent } from 'react';

import { useListHost } from './list-host.tsx';
import { forgetPrepared, prepareSong } from './prepare-song.ts';

/** How long before the end of a song the next one is prepared. */
const NEAR_SECONDS = 10;

/** Returns whether the next song is prepared now. Both in seconds; a length of null is unknown. */
export function isNearEnd(position: number, length: number | null): boolean {
  return length !== null && length - position <= NEAR_SECONDS;
}

/**
 * Prepares the song that will follow the current one, and another one if that changes; null while it is too early. Files
 * of a song that does not follow after all are forgotten.
 */
export function usePrepared(next: string | null, current: string, onGone: (id: string) => void): void {
  const { findSong } = useListHost();
  const tellGone = useEffectEvent(onGone);
  const find = useEffectEvent((id: string) => findSong(id));
  const isPlayed = useEffectEvent((id: string) => id === current);
  useEffect(() => {
    if (next === null) return undefined;
    let isWanted = true;
    const prepare = async () => {
      const isThere = await prepareSong(next, (id) => find(id));
      if (isWanted && !isThere) tellGone(next);
    };
    void prepare();
    return () => {
      isWanted = false;
      if (!isPlayed(next)) forgetPrepared(next);
    };
  }, [next]);
}
