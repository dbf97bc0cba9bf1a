import { useSyncExternalStore } from 'react';

/** Whether this tab is the one that is looked at. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
