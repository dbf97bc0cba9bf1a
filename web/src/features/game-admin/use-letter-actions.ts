import { ApiError, createCategory, deleteCategory, type AdminCategory } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../ui/error-sentence.ts';
import { serverSentence } from './server-sentence.ts';
import { useContentChanged } from './use-content.ts';

/** Adds a letter; tells it in an alert when that failed. */
export function useAddLetter(onAdded: (category: AdminCategory) => void) {
  const changed = useContentChanged();
  return useMutation({
    mutationFn: async (letter: string) => (await call(createCategory, { body: { letter } })).data.category,
    onSuccess: async (category) => {
      await changed();
      onAdded(category);
    },
    onError: (error) => {
      void alertDialog({
        title: 'Add letter',
        message: serverSentence(error, 'Failed to create category'),
      });
    },
  });
}

/** Deletes a letter after asking. */
export function useDeleteLetter({ id, letter }: AdminCategory, onDeleted: () => void) {
  const changed = useContentChanged();
  const deletion = useMutation({
    mutationFn: () => deleteOnce(id),
    onSuccess: async () => {
      await changed();
      onDeleted();
    },
    onError: (error) => {
      void alertDialog({ title: 'Delete letter', message: errorSentence(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    askAndDelete: async (): Promise<void> => {
      const isSure = await confirmDialog({
        title: `Delete letter ${letter}`,
        message: 'Delete this category and ALL its items? This cannot be undone.',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (isSure) deletion.mutate();
    },
  };
}

/** A letter that is gone already is what was asked for. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await call(deleteCategory, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CATEGORY_NOT_FOUND') throw error;
  }
}
