import { useEffect, useEffectEvent } from 'react';

import { useChunk, type CodeChunk } from '../lib/chunk.ts';
import { text } from '../lib/texts.ts';
import { alertDialog } from '../ui/dialog-host.tsx';

/** Returns the code of a dialog, undefined until it has loaded. If it does not load, closes the dialog and says so. */
export function useDialogChunk<T>(
  chunk: CodeChunk<T>,
  { title, onClose }: { title: string; onClose: () => void },
): T | undefined {
  const { loaded, hasFailed } = useChunk(chunk);
  const giveUp = useEffectEvent(() => {
    onClose();
    void alertDialog({ title, message: text('dialog.not-loaded', { title }) });
  });
  useEffect(() => {
    if (hasFailed) giveUp();
  }, [hasFailed]);
  return loaded;
}
