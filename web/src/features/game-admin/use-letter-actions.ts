import { game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { tellRefusal } from './refusal.ts';
import { useContentChanged } from './use-content.ts';
import { useDeletion } from './use-deletion.ts';

interface AddLetterEvents {
  onAdded: (category: game.AdminCategory) => void;
  /** With what is wrong with the letter, after the alert. */
  onRefused: (problem: string) => void;
}

/** Adds a letter; tells it in an alert when that failed. */
export function useAddLetter({ onAdded, onRefused }: AddLetterEvents) {
  const changed = useContentChanged();
  return useMutation({
    mutationFn: async (letter: string) =>
      (await call(game.createCategory, { body: { letter } })).data.category,
    onSuccess: async (category) => {
      await changed();
      onAdded(category);
    },
    onError: (error) => {
      void tellRefusal(error, { title: 'Add letter', fallback: 'Failed to create category', onRefused });
    },
  });
}

/** Deletes a letter after asking. */
export function useDeleteLetter({ id, letter }: game.AdminCategory, onDeleted: () => void) {
  return useDeletion({
    title: `Delete letter ${letter}`,
    question: 'Delete this category and ALL its items? This cannot be undone.',
    send: () => call(game.deleteCategory, { params: { id } }),
    goneCode: 'CATEGORY_NOT_FOUND',
    onDeleted,
  });
}
