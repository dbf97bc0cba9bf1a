import { useEffect, useEffectEvent } from 'react';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Calls back once nobody has touched the page for so long; null never does. */
export function useIdle(afterMs: number | null, onIdle: () => void): void {
  const tell = useEffectEvent(onIdle);
  useEffect(() => {
    if (afterMs === null) return undefined;
    const leaving = new AbortController();
    const wait = () => setTimeout(() => tell(), afterMs);
    let timer = wait();
    const again = () => {
      clearTimeout(timer);
      timer = wait();
    };
    const options = { signal: leaving.signal, capture: true, passive: true };
    for (const touch of TOUCHES) window.addEventListener(touch, again, options);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [afterMs]);
}
