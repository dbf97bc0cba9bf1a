import { useEffect, useRef, type RefObject } from 'react';

/** When what had the focus is gone after a render, the heading gets it: a keyboard would begin at the top again. */
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
