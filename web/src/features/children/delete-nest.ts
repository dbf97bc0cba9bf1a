import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { backupsSentence } from './backups-sentence.ts';

/** Deletes a nest after a question. Calls back once it is gone, before anything is read again. */
export async function deleteNest(nest: auth.Nest, onGone: () => void = () => {}): Promise<void> {
  const isConfirmed = await confirmDialog({
    title: text('children.delete-title'),
    subject: nest.nickname ?? '',
    message: `${text('children.delete-question')} ${backupsSentence()}`,
    confirmLabel: text('children.delete'),
    danger: true,
  });
  if (!isConfirmed) return;
  try {
    await call(auth.deleteNest, { params: { id: nest.id } });
    onGone();
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'NEST_NOT_FOUND';
    if (isGone) onGone();
    else await alertDialog({ message: errorSentence(error) });
  }
  await invalidate(auth.listNests);
}
