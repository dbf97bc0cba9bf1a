import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { focusHeading } from '../../lib/focus-heading.ts';

/**
 * Moves the focus to the heading of a newly opened page. The first page of a visit keeps the browser's own start. Each
 * `v` (the video being watched) is a separate page.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const place = `${pathname}?v=${new URLSearchParams(search).get('v') ?? ''}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return undefined;
    shown.current = place;
    return focusHeading();
  }, [place]);
}
