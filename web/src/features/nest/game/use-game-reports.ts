import { ApiError, catalog, createClient } from '@larksong/contracts';
import { useEffect } from 'react';

import { call } from '../../../api/client.ts';
import { sendAsNest } from '../../../api/nest-calls.ts';
import { forgetSongTime, keepSongTime, refreshPlace } from '../use-nest-place.ts';
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
    let isPlayed = true;
    const keep = (time: catalog.NestTime) => isPlayed && keepSongTime(time);
    void report({ begins: true, onTime: keep });
    const timer = setInterval(() => void report({ begins: false, onTime: keep }), EVERY_MS);
    const leave = () => void report({ begins: false, onTime: null });
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      isPlayed = false;
      forgetSongTime(); // elsewhere in the nest, the place says how much time is left
      leave();
    };
  }, [isAwake]);
}

interface GameReport {
  begins: boolean;
  /** Null for the last one, whose answer nobody needs. */
  onTime: ((time: catalog.NestTime) => void) | null;
}

async function report({ begins, onTime }: GameReport): Promise<void> {
  const input = { body: { begins } };
  try {
    if (onTime) onTime((await call(catalog.recordNestGame, input)).data.time);
    else await sendAsNest(sendKeepalive, catalog.recordNestGame, input, {});
  } catch (error) {
    // The next report makes up for one that failed. One that is refused says that the place has changed.
    if (onTime && error instanceof ApiError && (error.status === 403 || error.status === 404))
      await refreshPlace();
  }
}
