import { useEffect, useRef, useState } from 'react';

import { focusHeading, isFocusLost } from '../../lib/focus-heading.ts';

/** Returns the id of the element that has the focus when an item is the current one. */
export const toHeadId = (id: string) => `item-${id}`;

/**
 * Follows the current item of a list: the first one until another is opened. When it leaves the list, the next one
 * becomes current and has the focus.
 */
export function useCurrent<Item extends { id: string }>(items: readonly Item[]) {
  const [wanted, setWanted] = useState<string | null>(null);
  const focus = useRef<'head' | null>(null);
  const current = items.find(({ id }) => id === wanted) ?? items[0];
  const currentId = current?.id;
  useEffect(() => {
    if (focus.current === null && !isFocusLost()) return;
    if (focus.current === null && wanted === null) return; // the page has just opened
    focus.current = null;
    if (currentId === undefined) focusHeading();
    else document.getElementById(toHeadId(currentId))?.focus();
  }, [currentId, wanted]);
  const show = (id: string | undefined) => {
    if (id === undefined) return;
    focus.current = 'head';
    setWanted(id);
    // It may be the current one already.
    document.getElementById(toHeadId(id))?.focus();
  };
  return {
    current,
    /** Notes that an item has the focus already, or a part of it. */
    enter: (id: string): void => setWanted(id),
    /** Moves by some places, or to an item. */
    move: (to: number | string): void => {
      if (typeof to === 'string') return show(to);
      const index = items.findIndex(({ id }) => id === currentId);
      return show(items[Math.max(0, Math.min(items.length - 1, index + to))]?.id);
    },
    /** Makes the next item current that stays in the list. */
    leave: (ids: readonly string[]): void => {
      const index = items.findIndex(({ id }) => id === currentId);
      const stays = ({ id }: Item) => !ids.includes(id);
      const next = items.slice(Math.max(0, index)).find(stays) ?? items.slice(0, index).findLast(stays);
      focus.current = 'head';
      setWanted(next?.id ?? null);
    },
  };
}
