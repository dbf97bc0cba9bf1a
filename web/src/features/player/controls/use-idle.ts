import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

/** Returns whether nobody has moved, touched or typed over the element for 3 s while it `mayRest`. */
export function useIdle(element: HTMLElement | null, mayRest: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (element === null || !mayRest) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    const listening = new AbortController();
    const { signal } = listening;
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      element.addEventListener(event, wake, { signal });
    wake();
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [element, mayRest]);
  return isIdle && mayRest;
}
