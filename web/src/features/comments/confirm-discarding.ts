import { text } from '../../lib/texts.ts';
import { confirmDialog } from '../../ui/dialog-host.tsx';

/** Asks whether a text that was not sent is given up. */
export function confirmDiscarding(): Promise<boolean> {
  return confirmDialog({
    title: text('comments.discard-title'),
    message: text('comments.discard-question'),
    confirmLabel: text('comments.discard'),
    danger: true,
  });
}
