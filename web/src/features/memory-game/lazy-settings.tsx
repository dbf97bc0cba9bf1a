import { useEffect, useState, type ComponentType } from 'react';

import { alertDialog } from '../../ui/dialog-host.tsx';
import type { SettingsDialogProps } from './settings-dialog.tsx';

/** The settings lie in a chunk of their own: a child plays without them. */
async function fetchSettings(): Promise<ComponentType<SettingsDialogProps>> {
  return (await import('./settings-dialog.tsx')).SettingsDialog;
}

/** Fetches the settings early, when somebody seems about to open them. */
export function prefetchSettings(): void {
  fetchSettings().catch(() => {}); // opening them tries again, and says so if it fails
}

/** The settings as soon as their chunk is here. */
export function LazySettings(props: SettingsDialogProps) {
  const { onClose } = props;
  const [loaded, setLoaded] = useState<{ Settings: ComponentType<SettingsDialogProps> }>();
  useEffect(() => {
    let isCurrent = true;
    fetchSettings().then(
      (Settings) => isCurrent && setLoaded({ Settings }),
      () => {
        if (!isCurrent) return;
        onClose();
        void alertDialog({ title: 'Settings', message: 'The settings did not load. Please try again.' });
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, whatever is to be done on closing
  }, []);
  return loaded ? <loaded.Settings {...props} /> : null;
}
