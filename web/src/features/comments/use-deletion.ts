import { ApiError, catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { focusHeading, type Talk } from './talk.ts';
import { refetchIfRefused, removeDeleted } from './use-comments.ts';

/** Deletes an own comment after a question, and reports a failure in an alert. */
export function useDeletion({ id, state }: catalog.Reply, talk: Talk) {
  const deletion = useMutation({
    mutationFn: () => deleteOnce(id),
    onSuccess: () => {
      focusHeading();
      talk.say(text('comments.deleted'));
      removeDeleted(talk.videoId, id);
    },
    onError: (error) => {
      refetchIfRefused(error);
      void alertDialog({ title: text('comments.delete-title'), message: toSentence(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    ask: async (): Promise<void> => {
      const isWaiting = state === 'waiting';
      const isSure = await confirmDialog({
        title: text(isWaiting ? 'comments.withdraw-title' : 'comments.delete-title'),
        message: text(isWaiting ? 'comments.withdraw-question' : 'comments.delete-question'),
        confirmLabel: text(isWaiting ? 'comments.withdraw' : 'comments.delete'),
        danger: true,
      });
      if (isSure) deletion.mutate();
    },
  };
}

/** Counts a comment that is already gone as deleted. While comments are off, it stays, and is shown once they are on again. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await call(catalog.deleteComment, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ITEM_NOT_FOUND') throw error;
  }
}

function toSentence(error: Error): string {
  const isOff = error instanceof ApiError && error.code === 'NOT_FOUND';
  return isOff ? text('comments.delete-off') : errorSentence(error);
}
