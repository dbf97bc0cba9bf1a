import { useEffect, useEffectEvent } from 'react';

import { toAction, type Control, type PlayerAction } from './shortcuts.ts';

/** Passes on the player's shortcuts while the focus is in the stage or nowhere in particular. */
export function useShortcuts(stage: HTMLElement | null, onAction: (action: PlayerAction) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (stage === null || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (hasDialog() || (!stage.contains(event.target) && !isPageHeading(event.target))) return;
    const action = toAction(event, toControl(event.target));
    if (action === undefined) return;
    event.preventDefault();
    // a held key continues to seek, but does not toggle
    if (!event.repeat || action.kind === 'skip' || action.kind === 'volume') onAction(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

/** A page that was just opened has the focus on its heading, for screen readers; no control needs the keys. */
function isPageHeading(target: Element): boolean {
  return target === document.body || target.matches('main, h1');
}

/** Shortcuts do nothing while a dialog is open, neither in it nor in the page behind it. */
function hasDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function toControl(target: Element): Control {
  if (target instanceof HTMLSelectElement) return 'list';
  if (target instanceof HTMLInputElement) return target.dataset['seek'] === undefined ? 'slider' : 'seek';
  return target instanceof HTMLButtonElement ? 'button' : 'none';
}
