import { useEffect } from 'react';

/** Keeps the screen on while a song plays, where the browser can. Browsers end it when the page is hidden. */
export function useScreenAwake(isPlaying: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>; // missing in older browsers and on plain http
    if (!isPlaying || wakeLock === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let lock: WakeLockSentinel | undefined;
    const keep = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await wakeLock.request('screen').catch(() => undefined); // refused when the battery is low
      if (signal.aborted) void lock?.release();
    };
    document.addEventListener('visibilitychange', () => void keep(), { signal });
    void keep();
    return () => {
      leaving.abort();
      void lock?.release();
    };
  }, [isPlaying]);
}
