import { useEffect, useState } from 'react';

/** After this time without a look at it, an open line no longer covers a part of the page. */
const SHRINK_AFTER_MS = 6000;

/**
 * Returns whether the line about these notices is open, rather than a dot. New ones open it for six seconds; a pointer
 * over it and the focus in it keep it open.
 */
export function useShrinking(ids: readonly string[]) {
  const [known, setKnown] = useState<readonly string[]>([]);
  const [state, setState] = useState<'new' | 'reopened' | 'shrunk'>('new');
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  if (ids.length !== known.length || ids.some((id) => !known.includes(id))) {
    setKnown(ids);
    if (ids.some((id) => !known.includes(id))) setState('new');
  }
  const isHeld = isPointed || isFocused;
  useEffect(() => {
    if (known.length === 0 || isHeld || state === 'shrunk') return undefined;
    const timer = setTimeout(() => setState('shrunk'), SHRINK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [known, isHeld, state]);
  return {
    isOpen: state !== 'shrunk',
    /** Somebody pressed the dot, so the line has been read out before. */
    isReopened: state === 'reopened',
    reopen: () => setState('reopened'),
    /** Props for the element around the line. */
    props: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
