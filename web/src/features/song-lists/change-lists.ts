import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { offerUndo } from '../../ui/undo.tsx';

/** Marks all cached lists as stale. Resolves when those in use have been refetched. */
export function refreshLists(): Promise<void> {
  return invalidate(catalog.listSongLists, catalog.getSongList, catalog.listDeletedLists);
}

/** Says what was done, and offers to undo it; says how that ended, too. */
export function sayDone(said: string, undo: () => Promise<unknown>): void {
  offerUndo(said, async () => {
    try {
      await undo();
      offerUndo(text('lists.undone'), null);
    } catch (error) {
      offerUndo(errorSentence(error), null);
    }
    await refreshLists();
  });
}

/** Deletes a list, and offers to restore it. */
export async function deleteList({ id, name }: Pick<catalog.SongListCard, 'id' | 'name'>): Promise<void> {
  await call(catalog.deleteSongList, { params: { id } });
  sayDone(text('lists.deleted-said', { name }), () => call(catalog.restoreSongList, { params: { id } }));
  await refreshLists();
}

/** Copies a list to one of the user's own; returns the copy. */
export async function copyList(id: string): Promise<catalog.SongListCard> {
  const { data } = await call(catalog.copySongList, { params: { id } });
  const { list } = data;
  sayDone(text('lists.copied-said', { name: list.name }), () =>
    call(catalog.deleteSongList, { params: { id: list.id } }),
  );
  await refreshLists();
  return list;
}

/** Saves the order of the site's lists with one of them moved by one place. */
export async function moveSiteList(
  lists: readonly catalog.SongListCard[],
  id: string,
  step: -1 | 1,
): Promise<void> {
  const ids = lists.map((list) => list.id);
  const at = ids.indexOf(id);
  const [moved] = ids.splice(at, 1);
  if (moved === undefined) return;
  ids.splice(at + step, 0, moved);
  await call(catalog.saveSiteListOrder, { body: { listIds: ids } });
  await refreshLists();
}
