import { game } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { useTexts } from '../../../lib/texts.ts';
import { useDeletion } from './use-deletion.ts';

/** Adds a letter in the form that `toLetter` returns. */
export async function addLetter(text: string): Promise<game.AdminCategory> {
  const result = game.toLetter(text);
  const letter = 'letter' in result ? result.letter : text;
  return (await call(game.createCategory, { body: { letter } })).data.category;
}

/** Deletes a letter after a confirmation. */
export function useDeleteLetter({ id, letter }: game.AdminCategory, onDeleted: () => void) {
  const t = useTexts();
  return useDeletion({
    title: t('categories.delete-title', { letter }),
    question: t('categories.delete-question'),
    send: () => call(game.deleteCategory, { params: { id } }),
    goneCode: 'CATEGORY_NOT_FOUND',
    onDeleted,
  });
}
