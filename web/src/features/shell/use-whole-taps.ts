import { useEffect, type RefObject } from 'react';

import { createChunk } from '../../lib/chunk.ts';

/** Only touch screens need it. */
const chunk = createChunk(() => import('./drop-passing-touches.ts'));

/**
 * Drops the clicks of fingers that only touch the bar in passing, rest on it or drum on the page, as a child's hands do:
 * on touch screens, its buttons answer to whole taps. The pictures for children, in `exempt`, answer to all. Controls
 * elsewhere that children do not need are marked with `data-grown-ups`.
 */
export function useWholeTaps(bar: RefObject<HTMLElement | null>, exempt: string): void {
  useEffect(() => {
    const element = bar.current;
    if (!element || navigator.maxTouchPoints === 0) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    // Without it the bar answers as browsers do.
    chunk.fetch().then(
      ({ dropPassingTouches }) => signal.aborted || dropPassingTouches(element, exempt, signal),
      () => {},
    );
    return () => ended.abort();
  }, [bar, exempt]);
}
