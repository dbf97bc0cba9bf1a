import { useEffect, useEffectEvent } from 'react';

import { createChunk, prefetch, useChunk } from '../../lib/chunk.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import type { SettingsDialogProps } from './settings-dialog.tsx';

/** The settings are a separate chunk, since a child plays without them. */
const settings = createChunk(() => import('./settings-dialog.tsx'));

/** Prefetches the settings when someone seems about to open them. */
export function prefetchSettings(): void {
  prefetch(settings);
}

/** The settings dialog, rendered when its chunk is loaded. */
export function LazySettings(props: SettingsDialogProps) {
  const { loaded, hasFailed } = useChunk(settings);
  const giveUp = useEffectEvent(() => {
    props.onClose();
    void alertDialog({ title: 'Settings', message: 'Settings could not be loaded. Please try again.' });
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);
  return loaded ? <loaded.SettingsDialog {...props} /> : null;
}
