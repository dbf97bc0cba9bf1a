import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Passes on the id of the item, an element with `data-item`, into which the focus moves. */
export function useFocusedItem(list: RefObject<HTMLElement | null>, onEnter: (id: string) => void): void {
  const handle = useEffectEvent(({ target }: FocusEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const id = item?.dataset['item'];
    if (id !== undefined && list.current?.contains(item)) onEnter(id);
  });
  useEffect(() => {
    document.addEventListener('focusin', handle);
    return () => document.removeEventListener('focusin', handle);
  }, []);
}
