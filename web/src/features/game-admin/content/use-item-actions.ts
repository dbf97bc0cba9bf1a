import { game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../../api/client.ts';
import { useTexts } from '../../../lib/texts.ts';
import { toPackInput } from '../../../parts/game-cards/packs.ts';
import { alertRefusal } from './refusal.ts';
import { refreshContent, findKnownItems } from './use-content.ts';
import { useDeletion } from './use-deletion.ts';

export interface NewPair {
  category: Pick<game.AdminCategory, 'id' | 'pack'>;
  type: game.ItemType;
  name: string;
}

export interface AddedPair {
  /** The name as the server stored it. */
  name: string;
  /** Both cards exist. */
  isWhole: boolean;
  /** The number of cards that the name had before. */
  cardsBefore: number;
}

/** Adds the two cards of a pair. Throws an `ApiError` if even the first one could not be added. */
export async function addPair({ category, ...card }: NewPair): Promise<AddedPair> {
  const before = findKnownItems(category);
  const input = { body: { categoryId: category.id, ...card }, ...toPackInput(category.pack) };
  const { name } = (await call(game.createItem, input)).data.item;
  const isWhole = await call(game.createItem, input).then(
    () => true,
    () => false,
  );
  return { name, isWhole, cardsBefore: before.filter((item) => item.name === name).length };
}

/** Adds the missing second card of a name. It has the other type, so that the letter is paired with its picture. */
export function useAddCard({ categoryId, type, name, pack }: game.AdminItem) {
  const other = type === 'letter' ? 'image' : 'letter';
  return useMutation({
    mutationFn: () =>
      call(game.createItem, { body: { categoryId, type: other, name }, ...toPackInput(pack) }),
    onSuccess: refreshContent,
    onError: (error) => {
      void alertRefusal(error, { what: 'card' });
    },
  });
}

/** Deletes a card after a confirmation. */
export function useDeleteItem({ id, name, pack }: game.AdminItem, onDeleted: () => void) {
  const t = useTexts();
  return useDeletion({
    title: t('cards.delete-title', { name }),
    question: t('cards.delete-question'),
    send: () => call(game.deleteItem, { params: { id }, ...toPackInput(pack) }),
    goneCode: 'ITEM_NOT_FOUND',
    onDeleted,
  });
}
