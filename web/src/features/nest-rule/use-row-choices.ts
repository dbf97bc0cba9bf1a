import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';

export interface RowChoices {
  lists: readonly Pick<catalog.NestListChoice, 'listId' | 'name' | 'sign' | 'hue'>[];
  tags: readonly catalog.Tag[];
}

/** Reads what the rule of a new nest may name: the lists and the tags that its owner knows. */
export function useRowChoices(): { choices: RowChoices | undefined; error: Error | null } {
  const lists = useCall(catalog.listSongLists, {});
  const grades = useCall(catalog.listTagValues, { query: { type: 'grade' } });
  const categories = useCall(catalog.listTagValues, { query: { type: 'category' } });
  const error = lists.error ?? grades.error ?? categories.error;
  if (!lists.data || !grades.data || !categories.data) return { choices: undefined, error };
  const all = [...lists.data.own, ...lists.data.site];
  return {
    choices: {
      lists: all.map(({ id, name, sign, hue }) => ({ listId: id, name, sign, hue })),
      tags: [
        ...grades.data.values.map((tagValue) => ({ tagType: 'grade' as const, tagValue })),
        ...categories.data.values.map((tagValue) => ({ tagType: 'category' as const, tagValue })),
      ],
    },
    error: null,
  };
}
