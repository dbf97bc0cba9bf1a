import { useEffect, useEffectEvent, type RefObject } from 'react';

interface MenuEnds {
  /** The press or the focus went elsewhere. */
  onLeave: () => void;
  /** Escape: the focus returns to the button that opened the menu. */
  onEscape: () => void;
}

/**
 * Handles a menu while it is open: arrow keys among the items (ARIA menu pattern), Escape, a press outside, and the
 * loss of the focus.
 */
export function useMenu(root: RefObject<HTMLElement | null>, isOpen: boolean, ends: MenuEnds): void {
  const leave = useEffectEvent(ends.onLeave);
  const escape = useEffectEvent(ends.onEscape);
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return undefined;
    const ended = new AbortController();
    const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
    const { signal } = ended;
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && leave(), { signal });
    // Without a related target, the window lost the focus, or a press is in progress.
    element.addEventListener('focusout', ({ relatedTarget }) => isOutside(relatedTarget) && leave(), {
      signal,
    });
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') escape();
        else moveFocus(element, event);
      },
      { signal },
    );
    return () => ended.abort();
  }, [root, isOpen]);
}

function moveFocus(root: HTMLElement, event: KeyboardEvent): void {
  const items = [...root.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  // From the button that opened the menu: Down moves to the first item, Up to the last.
  const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
