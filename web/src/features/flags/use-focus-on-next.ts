import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

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
  const focusNext = useEffectEvent((left: number) => {
    if (focused.current < 0 || !isFocusLost()) return undefined;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li > div > button') ?? [])];
    const next = left === 0 ? undefined : buttons[Math.min(focused.current, buttons.length - 1)];
    if (next === undefined) return focusHeading();
    next.focus();
    return undefined;
  });
  useLayoutEffect(() => focusNext(count), [count]);
}
