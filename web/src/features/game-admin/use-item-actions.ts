import { game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { tellRefusal } from './refusal.ts';
import { useContentChanged, useKnownItems } from './use-content.ts';
import { useDeletion } from './use-deletion.ts';

interface NewPair {
  type: game.ItemType;
  name: string;
}

export interface AddedPair {
  /** As it is kept. */
  name: string;
  /** Both cards are there. */
  isWhole: boolean;
  /** Cards that the name had before. */
  cardsBefore: number;
}

interface AddPairEvents {
  onAdded: () => void;
  /** With what is wrong with the name, after the alert. */
  onRefused: (problem: string) => void;
}

/** Adds the two cards of a pair; tells it in an alert when that failed, wholly or half (specification section 8). */
export function useAddPair(categoryId: string, { onAdded, onRefused }: AddPairEvents) {
  const changed = useContentChanged();
  const items = useKnownItems(categoryId);
  return useMutation({
    mutationFn: async (pair: NewPair): Promise<AddedPair> => {
      const before = items();
      const body = { categoryId, ...pair };
      const { name } = (await call(game.createItem, { body })).data.item;
      const isWhole = await call(game.createItem, { body }).then(
        () => true,
        () => false,
      );
      return { name, isWhole, cardsBefore: before.filter((item) => item.name === name).length };
    },
    onSuccess: async ({ isWhole }) => {
      if (isWhole) onAdded();
      else
        void alertDialog({
          title: 'Add pair',
          message: 'Created first card but failed to create matching pair',
        });
      await changed();
    },
    onError: (error) => {
      void tellRefusal(error, { title: 'Add pair', fallback: 'Failed to create item', onRefused });
    },
  });
}

/** Adds the second card of a name that has only this one: of the other type, so that the letter meets its picture. */
export function useAddCard({ categoryId, type, name }: game.AdminItem) {
  const changed = useContentChanged();
  const other = type === 'letter' ? 'image' : 'letter';
  return useMutation({
    mutationFn: () => call(game.createItem, { body: { categoryId, type: other, name } }),
    onSuccess: changed,
    onError: (error) => {
      void tellRefusal(error, { title: 'Add card', fallback: 'Failed to create item' });
    },
  });
}

/** Deletes a card after asking. */
export function useDeleteItem({ id, name }: game.AdminItem, onDeleted: () => void) {
  return useDeletion({
    title: `Delete ${name}`,
    question: 'Delete this item?',
    send: () => call(game.deleteItem, { params: { id } }),
    goneCode: 'ITEM_NOT_FOUND',
    onDeleted,
  });
}
