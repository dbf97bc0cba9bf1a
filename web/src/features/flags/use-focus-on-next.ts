import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { focusHeading, isFocusLost } from '../../lib/focus-heading.ts';

/** When the item with the focus has gone, focuses the button of the next one, or the heading if none is left. */
export function useFocusOnNext(list: RefObject<HTMLElement | null>, count: number): void {
  const focused = useRef(-1);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const items = [...(list.current?.children ?? [])];
      focused.current = items.findIndex((item) => target instanceof Node && item.contains(target));
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [list]);
  useLayoutEffect(() => {
    if (focused.current < 0 || !isFocusLost()) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li > div > button') ?? [])];
    const next = buttons[Math.min(focused.current, buttons.length - 1)];
    if (next) next.focus();
    else return focusHeading();
  }, [list, count]);
}
