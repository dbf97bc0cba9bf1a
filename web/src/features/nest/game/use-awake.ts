import { useEffect, useState } from 'react';

const TOUCHES = ['pointerdown', 'keydown'] as const;

/** Returns whether somebody plays: the page is seen, and has been touched within this time. */
export function useAwake(forMs: number): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const sleep = () => setAwake(false);
    let timer = setTimeout(sleep, forMs);
    const wake = () => {
      clearTimeout(timer);
      timer = setTimeout(sleep, forMs);
      setAwake(true);
    };
    const onVisible = () => (document.visibilityState === 'visible' ? wake() : sleep());
    for (const touch of TOUCHES)
      window.addEventListener(touch, wake, { signal, capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible, { signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [forMs]);
  return isAwake;
}
