import { useEffect, useEffectEvent } from 'react';

import { createChunk, prefetch, useChunk } from '../../lib/chunk.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import type { SettingsDialogProps } from './settings-dialog.tsx';

/** The settings lie in a chunk of their own: a child plays without them. */
const settings = createChunk(() => import('./settings-dialog.tsx'));

/** Fetches the settings early, when somebody seems about to open them. */
export function prefetchSettings(): void {
  prefetch(settings);
}

/** The settings as soon as their chunk is here. */
export function LazySettings(props: SettingsDialogProps) {
  const { loaded, hasFailed } = useChunk(settings);
  const giveUp = useEffectEvent(() => {
    props.onClose();
    void alertDialog({ title: 'Settings', message: 'The settings did not load. Please try again.' });
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);
  return loaded ? <loaded.SettingsDialog {...props} /> : null;
}
