import type { catalog } from '@larksong/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { useNestPlace } from '../use-nest-place.ts';

/** Returns the time that the sun shows: it moves only between songs, never while somebody watches. */
export function useShownTime(): catalog.NestTime | undefined {
  const { data } = useNestPlace();
  const [search] = useSearchParams();
  const song = search.get('song');
  const [shown, setShown] = useState({ song, time: data?.time });
  if (shown.song !== song || (shown.time === undefined && data !== undefined))
    setShown({ song, time: data?.time });
  return shown.time;
}
