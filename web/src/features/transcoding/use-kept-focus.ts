import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the heading if a render removed the focused element; otherwise the keyboard would start at the
 * top.
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = (event: FocusEvent) => {
      last.current = event.target instanceof Element ? event.target : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isLost = last.current !== null && !last.current.isConnected;
    if (isLost && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
}
