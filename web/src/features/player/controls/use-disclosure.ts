import { useEffect, useEffectEvent, type RefObject } from 'react';

interface DisclosureEnds {
  /** The press or the focus went elsewhere. */
  onLeave: () => void;
  /** Escape: the focus returns to the opening button. */
  onEscape: () => void;
}

/** Handles Escape, a press outside and the loss of the focus while open. A press on the picture then only closes. */
export function useDisclosure(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  ends: DisclosureEnds,
): void {
  const leave = useEffectEvent(ends.onLeave);
  const escape = useEffectEvent(ends.onEscape);
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
    document.addEventListener(
      'click',
      (event) => {
        if (!isOutside(event.target)) return;
        if (event.target instanceof HTMLVideoElement) event.stopPropagation();
        leave();
      },
      { signal, capture: true },
    );
    // Without a related target, the window lost the focus; a press on nothing focusable focuses an ancestor.
    const follow = ({ relatedTarget: next }: FocusEvent) => {
      if (isOutside(next) && next instanceof Node && !next.contains(element)) leave();
    };
    element.addEventListener('focusout', follow, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && escape(), { signal });
    return () => ended.abort();
  }, [root, isOpen]);
}
