import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a newly opened page, so that it is read out and the keyboard starts there; follows
 * if the page replaces its heading. The first page of a visit keeps the browser's own start. Each `v` (the video being
 * watched) is a separate page.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const place = `${pathname}?v=${new URLSearchParams(search).get('v') ?? ''}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return undefined;
    shown.current = place;
    const main = document.getElementById('main');
    if (!main) return undefined;
    let focused = focusHeading(main);
    const observer = new MutationObserver(() => {
      if (focused.isConnected) return;
      // After a re-render that removed the focused heading, unless the focus has been moved since.
      if (document.activeElement === document.body) focused = focusHeading(main);
      else observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place]);
}

/** Focuses the heading of the page, or the page itself if it has none. */
function focusHeading(main: HTMLElement): HTMLElement {
  const heading = main.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  const target = heading ?? main;
  target.focus({ preventScroll: true });
  return target;
}
