import { useEffect, useEffectEvent, type RefObject } from 'react';

import { toKeyAction, type KeyAction, type Place } from './keys.ts';

/** Passes on the keys of the page while the focus is in it or nowhere in particular, and no dialog is open. */
export function useKeys(page: RefObject<HTMLElement | null>, onAction: (action: KeyAction) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector('dialog[open]'))
      return;
    if (page.current?.contains(target) !== true && !target.matches('body, main')) return;
    const action = toKeyAction(event, toPlace(target));
    if (action === undefined) return;
    event.preventDefault();
    // A held key moves on, but decides once.
    if (!event.repeat || action === 'next' || action === 'previous') onAction(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

const FIELDS = 'textarea, select, input:not([type="checkbox"]), [contenteditable]';

function toPlace(target: Element): Place {
  if (target.matches(FIELDS)) return 'field';
  return target.closest('[data-approval-player]') === null ? 'page' : 'player';
}
