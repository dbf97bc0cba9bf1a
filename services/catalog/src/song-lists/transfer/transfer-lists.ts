import { catalog } from '@larksong/contracts';
import { CommandError, inTransaction, newId } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../../db/tables.ts';
import { appendSongs } from '../song-store.ts';
import { countLists, createList, findList, listListsOf, listListsOfSite, lockOwner } from '../store.ts';
import { readListFile, writeListFile, type FiledList } from './list-file.ts';
import { planImport, type ImportPlan } from './plan-import.ts';
import { listFiledSongs, listSongsLike } from './transfer-store.ts';

/** Returns the text of a file with lists, by default those of the site. Throws `CommandError` for an unknown id. */
export async function exportLists(db: Db, ids: string[]): Promise<{ text: string; count: number }> {
  const chosen = ids.length > 0 ? ids : (await listListsOfSite(db)).map(({ id }) => id);
  const lists: FiledList[] = [];
  for (const id of chosen) {
    const list = await findList(db, id);
    if (!list) throw new CommandError(`There is no list ${id}. Nothing was exported.`);
    const { name, description, sign, hue, letters } = list;
    lists.push({ name, description, sign, hue, letters, songs: await listFiledSongs(db, id) });
  }
  return { text: writeListFile(lists), count: lists.length };
}

/**
 * Adds the lists of a file to those of the site or of an account, or only plans that. Throws `CommandError` if it is no
 * file of lists.
 */
export async function importLists(
  db: Db,
  { text, ownerId, isDryRun }: { text: string; ownerId: string | null; isDryRun: boolean },
  record: RecordChange,
): Promise<ImportPlan> {
  const filed = readListFile(text);
  const songs = filed.flatMap((list) => list.songs);
  const known = await listSongsLike(db, {
    hashes: songs.flatMap(({ hash }) => hash ?? []),
    titles: songs.map(({ title }) => title),
  });
  return inTransaction(db, async (trx) => {
    await lockOwner(trx, ownerId);
    const lists = ownerId === null ? await listListsOfSite(trx) : await listListsOf(trx, ownerId);
    const most = ownerId === null ? catalog.MAX_SITE_LISTS : catalog.MAX_LISTS;
    const room = most - (await countLists(trx, ownerId));
    const plan = planImport(filed, { songs: known, names: lists.map(({ name }) => name), room });
    if (isDryRun) return plan;
    for (const { look, videoIds } of plan.lists) {
      const id = newId();
      await createList(trx, { ...look, id, ownerId });
      if (videoIds.length > 0) await appendSongs(trx, id, videoIds);
      const subject = { id, name: look.name };
      await record(trx, { action: 'list.imported', subject, after: { owner: ownerId ?? 'the site' } });
    }
    return plan;
  });
}
