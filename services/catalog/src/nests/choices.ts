import type { catalog, Data } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import type { DoorViewer } from '../library/videos/viewer.ts';
import { toCards } from '../song-lists/show-list.ts';
import { listListsOf, listListsOfSite } from '../song-lists/store.ts';
import { countPublic, listPublicTags } from './choices-store.ts';

export type Choices = Data<typeof catalog.listNestChoices>;

/** Returns the lists and tags that a rule may name, with what a nest would show of them. */
export async function listChoices(db: Db, door: DoorViewer): Promise<Choices> {
  const own = door.isLive ? await listListsOf(db, door.ownerId) : [];
  const site = door.isLive ? await listListsOfSite(db) : [];
  const owners = new Map(site.map(({ id }) => [id, 'site' as const]));
  const cards = await toCards(db, [...own, ...site], door);
  return {
    lists: cards.map(({ id, name, sign, hue, songCount, durationSeconds, covers }) => ({
      ...{ listId: id, name, sign, hue, songCount, durationSeconds, covers },
      owner: owners.get(id) ?? 'nest',
    })),
    tags: await listPublicTags(db),
    publicCount: await countPublic(db),
  };
}
