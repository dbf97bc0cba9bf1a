import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';

export interface RowChoices {
  lists: readonly Pick<catalog.NestListChoice, 'listId' | 'name' | 'sign' | 'hue'>[];
  tags: readonly catalog.Tag[];
}

/** Reads what a rule may name: for a new nest, the lists and the tags that its owner knows. */
export function useRowChoices(ruleId: string | null): {
  choices: RowChoices | undefined;
  error: Error | null;
} {
  const isNew = ruleId === null;
  const known = useCall(catalog.listNestChoices, { params: { id: ruleId ?? '' } }, { enabled: !isNew });
  const lists = useCall(catalog.listSongLists, {}, { enabled: isNew });
  const grades = useCall(catalog.listTagValues, { query: { type: 'grade' } }, { enabled: isNew });
  const categories = useCall(catalog.listTagValues, { query: { type: 'category' } }, { enabled: isNew });
  if (!isNew) return { choices: known.data, error: known.error };
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
