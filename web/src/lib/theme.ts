import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';
import { pinThemeColor } from './theme-color.ts';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** The storage key that the specification requires; public/head.js reads it before the first paint. */
const KEY = 'theme';

const theme = createStore<Theme>(toTheme(readStored(KEY)));

/** Returns the chosen theme, and renders again when it changes. */
export function useTheme(): Theme {
  return useStore(theme);
}

/** Stores the choice and applies it at once. With `system`, the style sheet follows the device. */
export function chooseTheme(choice: Theme): void {
  writeStored(KEY, choice);
  show(choice);
}

/** Follows a choice made in another tab. Returns a function that stops it. */
export function followTheme(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) show(toTheme(readStored(KEY)));
  };
  show(theme.get());
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function show(choice: Theme): void {
  theme.set(choice);
  pinThemeColor(choice);
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
}

function toTheme(stored: string | null): Theme {
  return THEMES.find((candidate) => candidate === stored) ?? 'system';
}
