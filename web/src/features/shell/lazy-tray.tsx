import { useEffect } from 'react';

import { createChunk, prefetch, prefetchWhenIdle } from '../../lib/chunk.ts';
import { useTexts } from '../../lib/texts.ts';
import { useDialogChunk } from '../../parts/use-dialog-chunk.ts';

/** The menu is a separate chunk, since a page is complete without it. */
const tray = createChunk(() => import('./tray.tsx'));

/** Prefetches the menu when somebody seems about to open it. */
export function prefetchTray(): void {
  prefetch(tray);
}

/** Prefetches the menu once the page has loaded, so that it also opens without a connection. */
export function usePrefetchedTray(): void {
  useEffect(() => prefetchWhenIdle(tray), []);
}

/** The menu, rendered when its chunk is loaded. */
export function LazyTray({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const loaded = useDialogChunk(tray, { title: t('tray.itself'), onClose });
  return loaded ? <loaded.Tray onClose={onClose} /> : null;
}
