import { game, type Data, type Endpoint } from '@larksong/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

import { queryFor, queryKeyOf } from '../../api/queries.ts';

/** How often is asked for a sound that is being prepared. */
const PREPARING_REFRESH_MS = 1_500;

/** Every letter with what is missing. */
export function useCategories() {
  return useQuery(queryFor(game.listAdminCategories, {}, { staleTime: 0 }));
}

/** The cards of a letter; asked for again while a sound of theirs is being prepared. */
export function useItems(categoryId: string) {
  const queries = useQueryClient();
  const query = useQuery(
    queryFor(
      game.listCategoryItems,
      { params: { id: categoryId } },
      {
        staleTime: 0,
        refetchInterval: ({ state }) => isPreparing(state.data) && PREPARING_REFRESH_MS,
      },
    ),
  );
  const category = query.data?.category;
  useEffect(() => {
    if (category === undefined) return;
    // The answer knows better than the list of letters what is missing here by now.
    queries.setQueryData<Data<typeof game.listAdminCategories>>(
      queryKeyOf(game.listAdminCategories, {}),
      (known) =>
        known === undefined
          ? known
          : { categories: known.categories.map((other) => (other.id === category.id ? category : other)) },
    );
  }, [queries, category]);
  return query;
}

/** Gives the cards of a letter as they are known now, without asking for them. */
export function useKnownItems(categoryId: string | undefined): () => game.AdminItem[] {
  const queries = useQueryClient();
  return () => {
    if (categoryId === undefined) return [];
    const key = queryKeyOf(game.listCategoryItems, { params: { id: categoryId } });
    return queries.getQueryData<Data<typeof game.listCategoryItems>>(key)?.items ?? [];
  };
}

function isPreparing(data: Data<typeof game.listCategoryItems> | undefined): boolean {
  return data?.items.some(({ soundState }) => soundState === 'preparing') ?? false;
}

/** Loads anew what a change of letters, cards, pictures or sounds makes old, also for players; resolves when it is shown. */
export function useContentChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    const reload = async ({ operationId }: Endpoint) => {
      // A first answer that is on its way is older than the change, and would not be asked for again.
      await queries.cancelQueries({ queryKey: [operationId] });
      await queries.invalidateQueries({ queryKey: [operationId] });
    };
    void Promise.all([game.listCategories, game.dealItems].map(reload));
    await Promise.all([game.listAdminCategories, game.listCategoryItems].map(reload));
  }, [queries]);
}
