import { game, type Data, type Endpoint } from '@larksong/contracts';
import { useEffect } from 'react';

import { invalidate, queryKeyOf, useCall } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

/** How often is asked for a sound that is being prepared. */
const PREPARING_REFRESH_MS = 1_500;

/** Every letter with what is missing. */
export function useCategories() {
  return useCall(game.listAdminCategories, {}, { staleTime: 0 });
}

/** The cards of a letter; asked for again while a sound of theirs is being prepared. */
export function useItems(categoryId: string) {
  const query = useCall(
    game.listCategoryItems,
    { params: { id: categoryId } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => isPreparing(state.data) && PREPARING_REFRESH_MS,
    },
  );
  const category = query.data?.category;
  useEffect(() => {
    if (category === undefined) return;
    // The answer knows better than the list of letters what is missing here by now.
    queryClient.setQueryData<Data<typeof game.listAdminCategories>>(
      queryKeyOf(game.listAdminCategories, {}),
      (known) =>
        known === undefined
          ? known
          : { categories: known.categories.map((other) => (other.id === category.id ? category : other)) },
    );
  }, [category]);
  return query;
}

/** Returns the cards of a letter as they are known now, without a call. */
export function findKnownItems(categoryId: string): game.AdminItem[] {
  const key = queryKeyOf(game.listCategoryItems, { params: { id: categoryId } });
  return queryClient.getQueryData<Data<typeof game.listCategoryItems>>(key)?.items ?? [];
}

function isPreparing(data: Data<typeof game.listCategoryItems> | undefined): boolean {
  return data?.items.some(({ soundState }) => soundState === 'preparing') ?? false;
}

/**
 * Refetches everything that a change of letters, cards, pictures or sounds makes stale, also for players; resolves when
 * superadmins see it.
 */
export async function refreshContent(): Promise<void> {
  void Promise.all([game.listCategories, game.dealItems].map(refetch));
  await Promise.all([game.listAdminCategories, game.listCategoryItems].map(refetch));
}

async function refetch(endpoint: Endpoint): Promise<void> {
  // A first answer that is on its way is older than the change, and would not be fetched again.
  await queryClient.cancelQueries({ queryKey: [endpoint.operationId] });
  await invalidate(endpoint);
}
