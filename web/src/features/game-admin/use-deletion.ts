import { ApiError, type ErrorCode } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { refreshContent } from './use-content.ts';

interface Deletion {
  /** The head of the dialogs. */
  title: string;
  question: string;
  send: () => Promise<unknown>;
  /** What the server says when it is gone already, which is what was asked for. */
  goneCode: ErrorCode;
  onDeleted: () => void;
}

/** Deletes something of the game's content after asking; tells it in an alert when that failed. */
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
    askAndDelete: async (): Promise<void> => {
      const isSure = await confirmDialog({ title, message: question, confirmLabel: 'Delete', danger: true });
      if (isSure) deletion.mutate();
    },
  };
}
