import type { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useNestPlace } from '../use-nest-place.ts';

/** Returns the time that the sun shows: it moves only with another song or board (`step`), never while somebody watches. */
export function useShownTime(step: string | null): catalog.NestTime | undefined {
  const { data } = useNestPlace();
  const [shown, setShown] = useState({ step, time: data?.time });
  if (shown.step !== step || (shown.time === undefined && data !== undefined))
    setShown({ step, time: data?.time });
  return shown.time;
}
