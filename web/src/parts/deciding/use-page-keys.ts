import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Keys that move from item to item; the only ones that a held key repeats. */
const MOVES: readonly string[] = ['next', 'previous'];

/**
 * Passes on the keys of a page while the focus is in it or nowhere in particular, and no dialog is open. `toAction` says
 * what a key does where it was pressed.
 */
export function usePageKeys<Action extends string>(
  page: RefObject<HTMLElement | null>,
  toAction: (press: KeyboardEvent, target: Element) => Action | undefined,
  onAction: (action: Action) => void,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector('dialog[open]'))
      return;
    if (page.current?.contains(target) !== true && !target.matches('body, main')) return;
    const action = toAction(event, target);
    if (action === undefined) return;
    event.preventDefault();
    // A held key moves on, but decides once.
    if (!event.repeat || MOVES.includes(action)) onAction(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

const FIELDS = 'textarea, select, input:not([type="checkbox"]), [contenteditable]';

/** Returns whether an element uses letters itself. */
export function isField(target: Element): boolean {
  return target.matches(FIELDS);
}
