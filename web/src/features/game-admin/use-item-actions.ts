import { ApiError, createItem, deleteItem, type AdminItem, type ItemType } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../ui/error-sentence.ts';
import { serverSentence } from './server-sentence.ts';
import { useContentChanged } from './use-content.ts';

export interface NewItem {
  categoryId: string;
  type: ItemType;
  name: string;
}

/** Adds the two cards of a pair; resolves to whether both are there. Rejects when not even the first is. */
async function createPair(item: NewItem): Promise<boolean> {
  await call(createItem, { body: item });
  try {
    await call(createItem, { body: item });
    return true;
  } catch {
    return false;
  }
}

/** Adds a pair; tells it in an alert when that failed, wholly or half (specification section 8). */
export function useAddPair(onAdded: () => void) {
  const changed = useContentChanged();
  return useMutation({
    mutationFn: createPair,
    onSuccess: async (isPair) => {
      if (isPair) onAdded();
      else
        void alertDialog({
          title: 'Add pair',
          message: 'Created first card but failed to create matching pair',
        });
      await changed();
    },
    onError: (error) => {
      void alertDialog({ title: 'Add pair', message: serverSentence(error, 'Failed to create item') });
    },
  });
}

/** Adds one more card like this one, for a name that has only one. */
export function useAddCard({ categoryId, type, name }: AdminItem) {
  const changed = useContentChanged();
  return useMutation({
    mutationFn: () => call(createItem, { body: { categoryId, type, name } }),
    onSuccess: changed,
    onError: (error) => {
      void alertDialog({ title: 'Add card', message: serverSentence(error, 'Failed to create item') });
    },
  });
}

/** Deletes a card after asking. */
export function useDeleteItem({ id, name }: AdminItem, onDeleted: () => void) {
  const changed = useContentChanged();
  const deletion = useMutation({
    mutationFn: () => deleteOnce(id),
    onSuccess: async () => {
      await changed();
      onDeleted();
    },
    onError: (error) => {
      void alertDialog({ title: `Delete ${name}`, message: errorSentence(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    askAndDelete: async (): Promise<void> => {
      const isSure = await confirmDialog({
        title: `Delete ${name}`,
        message: 'Delete this item?',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (isSure) deletion.mutate();
    },
  };
}

/** A card that is gone already is what was asked for. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await call(deleteItem, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ITEM_NOT_FOUND') throw error;
  }
}
