import { useEffect, useState } from 'react';

/** Returns whether there was once a time of `restMs` without a touch, a press or a key. */
export function useRest(restMs: number): boolean {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (hasRested) return undefined;
    const ended = new AbortController();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setRested(true), restMs);
    };
    for (const kind of ['pointerdown', 'pointerup', 'keydown'])
      window.addEventListener(kind, wait, { signal: ended.signal });
    wait();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [hasRested, restMs]);
  return hasRested;
}
