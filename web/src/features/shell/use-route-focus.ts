import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a page that was gone to, so that it is read out and the keyboard begins there.
 * The first page of a visit keeps the browser's own start. `v` (the video watched) makes a page of its own.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const place = `${pathname}?v=${new URLSearchParams(search).get('v') ?? ''}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    const main = document.getElementById('main');
    const heading = main?.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? main)?.focus({ preventScroll: true });
  }, [place]);
}
