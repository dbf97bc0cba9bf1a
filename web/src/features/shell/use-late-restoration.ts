import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { readPlace } from './places.ts';

/** As long as a slow answer may take; later, a jump would surprise. */
const PATIENCE_MS = 10_000;
/** Whoever does one of these has chosen another place. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * After a reload, or a return from another site or address, the page is too short for the place where it was left until its
 * data has arrived. Scrolls there once it is long enough, unless somebody has moved the page meanwhile.
 */
export function useLateRestoration(): void {
  const { key } = useLocation();
  const [firstKey] = useState(key);
  useEffect(() => {
    const place = key === firstKey ? readPlace(key) : undefined;
    return place === undefined || window.scrollY >= place ? undefined : waitForHeight(place);
  }, [key, firstKey]);
}

/** Returns a function that stops waiting. */
function waitForHeight(place: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < place) return;
    window.scrollTo(0, place);
    stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true });
  observer.observe(document.body);
  return stop;

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop);
  }
}
