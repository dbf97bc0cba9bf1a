import { ApiError, catalog, createClient } from '@larksong/contracts';
import { useEffect } from 'react';

import { call } from '../../../api/client.ts';
import { sendAsNest } from '../../../api/nest-calls.ts';
import { keepTime, refreshPlace } from '../use-nest-place.ts';
import { useAwake } from './use-awake.ts';

/** The server counts at most 15 s for a report. */
const EVERY_MS = 10_000;
/** After this time without a touch, nobody plays any more. */
const IDLE_MS = 60_000;

/** Its requests survive the page. */
const sendKeepalive = createClient({
  baseUrl: '',
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});

/**
 * Reports that the game is played in a nest: when it begins or continues, every ten seconds, and when it stops. The answers
 * say how much time is left, and whether the nest is still with the game.
 */
export function useGameReports(): void {
  const isAwake = useAwake(IDLE_MS);
  useEffect(() => {
    if (!isAwake) return undefined;
    void report({ begins: true });
    const timer = setInterval(() => void report({ begins: false }), EVERY_MS);
    const leave = () => void report({ begins: false, isLast: true });
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [isAwake]);
}

async function report({ begins, isLast = false }: { begins: boolean; isLast?: boolean }): Promise<void> {
  const input = { body: { begins } };
  try {
    const { data } = isLast
      ? await sendAsNest(sendKeepalive, catalog.recordNestGame, input, {})
      : await call(catalog.recordNestGame, input);
    // Elsewhere in the nest it is read again.
    if (!isLast) keepTime(data.time);
  } catch (error) {
    // The next report makes up for one that failed. One that is refused says that the place has changed.
    if (!isLast && error instanceof ApiError && (error.status === 403 || error.status === 404))
      await refreshPlace();
  }
}
