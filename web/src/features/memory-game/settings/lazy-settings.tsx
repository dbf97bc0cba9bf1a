import { createChunk, prefetch } from '../../../lib/chunk.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { SettingsDialogProps } from './settings-dialog.tsx';
import { useDialogChunk } from '../../../parts/use-dialog-chunk.ts';

/** The settings are a separate chunk, since a child plays without them. */
const settings = createChunk(() => import('./settings-dialog.tsx'));

/** Prefetches the settings when someone seems about to open them. */
export function prefetchSettings(): void {
  prefetch(settings);
}

/** The settings dialog, rendered when its chunk is loaded. */
export function LazySettings(props: SettingsDialogProps) {
  const t = useTexts();
  const loaded = useDialogChunk(settings, { title: t('settings.title'), onClose: props.onClose });
  return loaded ? <loaded.SettingsDialog {...props} /> : null;
}
