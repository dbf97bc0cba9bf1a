import { ApiError, type ErrorCode } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { text } from '../../../lib/texts.ts';
import { alertDialog, confirmDialog } from '../../../ui/dialog-host.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { refreshContent } from './use-content.ts';

interface Deletion {
  /** The title of the dialogs. */
  title: string;
  question: string;
  send: () => Promise<unknown>;
  /** The server's code for something already deleted, which counts as success. */
  goneCode: ErrorCode;
  onDeleted: () => void;
}

/**
 * Returns a function that deletes a part of the game's content after a confirmation; a failure is shown in an alert.
 */
export function useDeletion({ title, question, send, goneCode, onDeleted }: Deletion) {
  const deletion = useMutation({
    mutationFn: async () => {
      try {
        await send();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== goneCode) throw error;
      }
    },
    onSuccess: async () => {
      await refreshContent();
      onDeleted();
    },
    onError: (error) => {
      void alertDialog({ title, message: errorSentence(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    confirmAndDelete: async (): Promise<void> => {
      const confirmLabel = text('deletion.confirm');
      const isSure = await confirmDialog({ title, message: question, confirmLabel, danger: true });
      if (isSure) deletion.mutate();
    },
  };
}
