import { useMemo, useSyncExternalStore } from 'react';

import { parsePreferences, readPreferencesText, subscribeToPreferences } from './preferences.ts';

/** Returns the settings on this device, as they are stored here and in other tabs. */
export function usePreferences() {
  const text = useSyncExternalStore(subscribeToPreferences, readPreferencesText);
  return useMemo(() => parsePreferences(text), [text]);
}
