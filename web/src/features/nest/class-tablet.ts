import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import { leaveNest } from '../../api/nest-session.ts';
import { paths } from '../../paths.ts';

/** After this time without a touch, another child may take the tablet. */
const IDLE_MS = 600_000;
const LOOK_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * On the tablet of a class, returns to the pictures of all nests after ten minutes without a touch. A song that plays is
 * heard to its end first, but none that follows it.
 */
export function ClassTablet(): null {
  const navigate = useNavigate();
  const goBack = useEffectEvent(() => {
    void navigate(paths.nest, { replace: true });
    leaveNest();
  });
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = () => (touchedAt = Date.now());
    const leaving = new AbortController();
    for (const kind of TOUCHES)
      window.addEventListener(kind, touch, { signal: leaving.signal, capture: true, passive: true });
    const look = () => {
      if (Date.now() - touchedAt >= IDLE_MS && !isPlaying()) goBack();
    };
    const timer = setInterval(look, LOOK_MS);
    // The next song of a row follows within seconds.
    window.addEventListener('ended', look, { signal: leaving.signal, capture: true });
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return null;
}

function isPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended);
}
