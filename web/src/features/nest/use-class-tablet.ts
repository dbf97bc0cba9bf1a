import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import { leaveNest, useNests } from '../../api/nest-session.ts';
import { paths } from '../../paths.ts';

/** After this time without a touch, another child may take the tablet. */
const IDLE_MS = 600_000;
const LOOK_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * On the tablet of a class, returns to the pictures of all nests after ten minutes without a touch. A song that plays is a
 * touch: it is heard to its end, and so are those that follow it.
 */
export function useClassTablet(): void {
  const { cameBy, nestId } = useNests();
  const navigate = useNavigate();
  const isShared = nestId !== null && cameBy.startsWith('class');
  const goBack = useEffectEvent(() => {
    void navigate(paths.nest, { replace: true });
    leaveNest();
  });
  useEffect(() => {
    if (!isShared) return undefined;
    let touchedAt = Date.now();
    const touch = () => (touchedAt = Date.now());
    const leaving = new AbortController();
    for (const kind of TOUCHES)
      window.addEventListener(kind, touch, { signal: leaving.signal, capture: true, passive: true });
    const timer = setInterval(() => {
      if (isPlaying()) touch();
      else if (Date.now() - touchedAt >= IDLE_MS) goBack();
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isShared]);
}

function isPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended);
}
