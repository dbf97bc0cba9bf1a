import { game, type Data } from '@larksong/contracts';
import { useEffect } from 'react';

import { invalidate } from '../../../api/invalidate.ts';
import { queryKeyOf, useCall } from '../../../api/queries.ts';
import { toPackInput, type FurtherPack } from '../../../parts/game-cards/packs.ts';
import { queryClient } from '../../../api/query-client.ts';

/** The pause between two requests while a sound is being prepared. */
const PREPARING_REFRESH_MS = 1_500;

/** Reads every letter of a pack and its missing parts. */
export function useCategories(pack?: FurtherPack) {
  return useCall(game.listAdminCategories, toPackInput(pack), { staleTime: 0 });
}

/** Reads the cards of a letter; refetches while one of their sounds is being prepared. */
export function useItems({ id, pack }: Pick<game.AdminCategory, 'id' | 'pack'>) {
  const query = useCall(
    game.listCategoryItems,
    { params: { id }, ...toPackInput(pack) },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => isPreparing(state.data) && PREPARING_REFRESH_MS,
    },
  );
  const category = query.data?.category;
  useEffect(() => {
    if (category === undefined) return;
    // The cards are newer than the list of letters, so they update the list's missing parts.
    queryClient.setQueryData<Data<typeof game.listAdminCategories>>(
      queryKeyOf(game.listAdminCategories, toPackInput(category.pack)),
      (known) =>
        known === undefined
          ? known
          : { categories: known.categories.map((other) => (other.id === category.id ? category : other)) },
    );
  }, [category]);
  return query;
}

/** Returns the cached cards of a letter without making a call. */
export function findKnownItems({ id, pack }: Pick<game.AdminCategory, 'id' | 'pack'>): game.AdminItem[] {
  const key = queryKeyOf(game.listCategoryItems, { params: { id }, ...toPackInput(pack) });
  return queryClient.getQueryData<Data<typeof game.listCategoryItems>>(key)?.items ?? [];
}

function isPreparing(data: Data<typeof game.listCategoryItems> | undefined): boolean {
  return data ? [...data.items, data.category].some(({ soundState }) => soundState === 'preparing') : false;
}

/**
 * Refetches everything that a change of letters, cards, pictures or sounds invalidates, also for players. Resolves when
 * superadmins see the change.
 */
export async function refreshContent(): Promise<void> {
  void invalidate(game.listCategories, game.dealItems, game.listPacks);
  await invalidate(game.listAdminCategories, game.listCategoryItems, game.listAdminPacks);
}
