import { game } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { useTexts } from '../../../lib/texts.ts';
import { toPackInput, type FurtherPack } from '../../../parts/game-cards/packs.ts';
import { useDeletion } from './use-deletion.ts';

/** Adds a letter to a pack, in the form that `toLetter` returns. */
export async function addLetter(text: string, pack?: FurtherPack): Promise<game.AdminCategory> {
  const result = game.toLetter(text, pack);
  const letter = 'letter' in result ? result.letter : text;
  return (await call(game.createCategory, { body: { letter }, ...toPackInput(pack) })).data.category;
}

/** Deletes a letter after a confirmation. */
export function useDeleteLetter({ id, letter, pack }: game.AdminCategory, onDeleted: () => void) {
  const t = useTexts();
  return useDeletion({
    title: t('categories.delete-title', { letter }),
    question: t('categories.delete-question'),
    send: () => call(game.deleteCategory, { params: { id }, ...toPackInput(pack) }),
    goneCode: 'CATEGORY_NOT_FOUND',
    onDeleted,
  });
}
