import { catalog } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { text } from '../../../lib/texts.ts';
import { refreshLists, sayDone } from '../change-lists.ts';

type List = Pick<catalog.SongListCard, 'id' | 'name'>;

/** A list to which songs are added, or from which they are taken. */
export interface Change {
  list: List;
  isAdded: boolean;
}

/** Makes the changes one after the other, says what was done, and offers to undo all of it. */
export async function changeMembership(changes: readonly Change[], ids: readonly string[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { list, isAdded } of changes)
      undo.push(isAdded ? await addTo(list, ids) : await removeFrom(list, ids));
  } finally {
    if (undo.length > 0)
      sayDone(describe(changes.slice(0, undo.length)), async () => {
        for (const step of undo.toReversed()) await step();
      });
    await refreshLists();
  }
}

async function addTo({ id }: List, ids: readonly string[]): Promise<() => Promise<void>> {
  const before = await readIds(id);
  await call(catalog.addSongs, { params: { id }, body: { videoIds: [...ids] } });
  return async () => {
    for (const videoId of ids)
      if (!before.includes(videoId)) await call(catalog.removeSong, { params: { id, videoId } });
  };
}

async function removeFrom({ id }: List, ids: readonly string[]): Promise<() => Promise<void>> {
  const before = await readIds(id);
  for (const videoId of ids) await call(catalog.removeSong, { params: { id, videoId } });
  return async () => {
    for (const videoId of ids) {
      const after = before[before.indexOf(videoId) - 1] ?? null;
      await call(catalog.addSongs, { params: { id }, body: { videoIds: [videoId], after } });
    }
  };
}

async function readIds(id: string): Promise<string[]> {
  const { data } = await call(catalog.getSongList, { params: { id } });
  return data.list.songs.map((song) => song.id);
}

function describe(changes: readonly Change[]): string {
  const [first] = changes;
  if (!first || changes.length > 1) return text('add-to-list.changed');
  const { name } = first.list;
  return first.isAdded ? text('add-to-list.added', { name }) : text('add-to-list.removed', { name });
}
