import { useEffect, useEffectEvent } from 'react';

import { toAction, type Control, type PlayerAction } from './shortcuts.ts';

/** Passes on the player's keys, as long as the focus is in the stage or nowhere in particular. */
export function useShortcuts(stage: HTMLElement | null, onAction: (action: PlayerAction) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (stage === null || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (!stage.contains(event.target) && !isNothing(event.target)) return;
    const action = toAction(event, toControl(event.target));
    if (action === undefined) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

/** A page that was just opened has the focus on its heading, for who listens: nothing that wants keys. */
function isNothing(target: Element): boolean {
  return target === document.body || target.matches('main, h1');
}

function toControl(target: Element): Control {
  if (target instanceof HTMLSelectElement) return 'list';
  if (target instanceof HTMLInputElement) return target.dataset['seek'] === undefined ? 'slider' : 'seek';
  return target instanceof HTMLButtonElement ? 'button' : 'none';
}
