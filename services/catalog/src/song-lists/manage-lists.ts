import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, newId, type Viewer } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { toAccountViewer, type VideoViewer } from '../library/videos/viewer.ts';
import { ownerFor } from './access.ts';
import { checkRight, getListFor, getLocked, type CallerDeps } from './caller.ts';
import { holdVideos, type Editor } from './change-songs.ts';
import { lookOfNext, toLook, type GivenLook } from './fields.ts';
import { appendSongs, holdOpenVideos, listSongs } from './song-store.ts';
import * as store from './store.ts';

type ListRow = store.ListRow;

/** Makes a list of the caller with its first songs. Throws VALIDATION_FAILED, VIDEO_NOT_FOUND and CONFLICT. */
export async function makeList(
  { db }: CallerDeps,
  { videoIds = [], name, ...given }: GivenLook & { name: string; videoIds?: string[] },
  caller: Viewer,
): Promise<ListRow> {
  const look = toLook({ ...given, name });
  const ids = [...new Set(videoIds)];
  return inTransaction(db, async (trx) => {
    await holdVideos(trx, ids, toAccountViewer(caller));
    const count = await refuseTooMany(trx, caller.id);
    return addList(
      trx,
      { description: '', letters: [], ...lookOfNext(count), ...look, ownerId: caller.id },
      ids,
    );
  });
}

/** Throws CONFLICT if an owner has as many lists as allowed, until the transaction ends; otherwise returns their number. */
async function refuseTooMany(trx: Trx, ownerId: string | null): Promise<number> {
  await store.lockOwner(trx, ownerId);
  const count = await store.countLists(trx, ownerId);
  if (ownerId === null && count >= catalog.MAX_SITE_LISTS)
    throw new AppError('CONFLICT', because('list.too-many-of-site', { maximum: catalog.MAX_SITE_LISTS }));
  if (count >= catalog.MAX_LISTS)
    throw new AppError('CONFLICT', because('list.too-many', { maximum: catalog.MAX_LISTS }));
  return count;
}

async function addList(
  trx: Trx,
  list: store.ListLook & { ownerId: string | null },
  ids: string[],
): Promise<ListRow> {
  const id = newId();
  await store.createList(trx, { ...list, id });
  if (ids.length > 0) await appendSongs(trx, id, ids);
  return getLocked(trx, id);
}

/** Changes the look of a list. Throws VALIDATION_FAILED and LIST_NOT_FOUND. */
export async function changeLook(
  deps: CallerDeps,
  { id, given }: { id: string; given: GivenLook },
  { caller, record }: Editor,
): Promise<ListRow> {
  const look = toLook(given);
  await getListFor(deps, id, { caller, to: 'change' });
  return inTransaction(deps.db, async (trx) => {
    const before = await getLocked(trx, id);
    const after = await store.saveLook(trx, id, look);
    if (before.owner_id === null) {
      const subject = { id, name: before.name };
      await record(trx, { action: 'list.changed', subject, before: pick(before, look), after: look });
    }
    return after;
  });
}

function pick(row: ListRow, look: GivenLook): GivenLook {
  const { name, description, sign, hue, letters } = row;
  const all = { name, description, sign, hue, letters };
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in look));
}

/** Deletes a list; it can be restored. Throws LIST_NOT_FOUND. */
export async function deleteList(deps: CallerDeps, id: string, { caller, record }: Editor): Promise<void> {
  const { list } = await getListFor(deps, id, { caller, to: 'change' });
  await inTransaction(deps.db, async (trx) => {
    await store.lockOwner(trx, list.owner_id);
    if (!(await store.markDeleted(trx, list))) throw new AppError('LIST_NOT_FOUND');
    if (list.owner_id === null)
      await record(trx, { action: 'list.deleted', subject: { id, name: list.name } });
  });
}

/**
 * Restores a deleted list; one that is not deleted stays as it is. Throws LIST_NOT_FOUND, and CONFLICT if its owner has as
 * many lists as allowed.
 */
export async function restoreList(
  deps: CallerDeps,
  id: string,
  { caller, record }: Editor,
): Promise<ListRow> {
  const list = await store.findAnyList(deps.db, id);
  if (!list) throw new AppError('LIST_NOT_FOUND');
  await checkRight(deps, list, { caller, viewer: toAccountViewer(caller), to: 'change' });
  return inTransaction(deps.db, async (trx) => {
    await store.lockOwner(trx, list.owner_id);
    const present = await store.findList(trx, id);
    if (present) return present;
    await refuseTooMany(trx, list.owner_id);
    const restored = await store.markRestored(trx, list);
    if (!restored) throw new AppError('LIST_NOT_FOUND');
    if (list.owner_id === null)
      await record(trx, { action: 'list.restored', subject: { id, name: list.name } });
    return restored;
  });
}

/**
 * Copies a list, with the songs that the caller sees in it, to a list of the caller or of the site. Throws LIST_NOT_FOUND
 * and CONFLICT.
 */
export async function copyList(
  deps: CallerDeps,
  { id, ownerId }: { id: string; ownerId: string | null },
  { caller, record }: Editor,
): Promise<ListRow> {
  const { list, viewer } = await getListFor(deps, id, { caller, to: 'read' });
  return inTransaction(deps.db, async (trx) => {
    const copy = await addCopy(trx, list, { viewer, ownerId });
    const { name } = list;
    if (ownerId === null) {
      const subject = { id: copy.id, name };
      await record(trx, { action: 'list.offered', subject, after: { copyOf: id } });
    } else if (ownerFor(viewer, list) === 'other') {
      await record(trx, { action: 'list.opened', subject: { id, name } });
    }
    return copy;
  });
}

async function addCopy(
  trx: Trx,
  list: ListRow,
  { viewer, ownerId }: { viewer: VideoViewer; ownerId: string | null },
): Promise<ListRow> {
  const listed = await listSongs(trx, list.id, viewer);
  const shown = listed.filter(({ isShown }) => isShown).map((song) => song.id);
  const open = await holdOpenVideos(trx, shown, viewer);
  await refuseTooMany(trx, ownerId);
  const { name, description, sign, hue, letters } = list;
  return addList(
    trx,
    { name, description, sign, hue, letters, ownerId },
    shown.filter((each) => open.has(each)),
  );
}

/**
 * Copies a list that the caller has come to see by a link, with the songs that the caller may open without it, to a list of
 * the caller. Throws CONFLICT.
 */
export async function copySeenList(db: Db, list: ListRow, caller: Viewer): Promise<ListRow> {
  const viewer = toAccountViewer(caller);
  return inTransaction(db, (trx) => addCopy(trx, list, { viewer, ownerId: caller.id }));
}

/** Puts the lists of the site in an order; those that are not named follow as they are. */
export async function orderSiteLists(deps: CallerDeps, listIds: string[], { record }: Editor): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await store.lockOwner(trx, null);
    const lists = await store.listListsOfSite(trx);
    const ids = lists.map(({ id }) => id);
    const named = [...new Set(listIds)].filter((id) => ids.includes(id));
    const order = [...named, ...ids.filter((id) => !named.includes(id))];
    await store.saveSiteOrder(trx, order);
    const nameOf = (id: string) => lists.find((list) => list.id === id)?.name;
    await record(trx, {
      action: 'list.ordered',
      before: { order: ids.map(nameOf) },
      after: { order: order.map(nameOf) },
    });
  });
}
