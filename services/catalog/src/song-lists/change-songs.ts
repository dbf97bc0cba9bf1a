import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Trx } from '../db/tables.ts';
import type { VideoViewer } from '../library/videos/viewer.ts';
import { getListFor, getLocked, type CallerDeps } from './caller.ts';
import { isOrderOf, mergeOrder } from './order.ts';
import { ranksIn } from './ranks.ts';
import * as songs from './song-store.ts';
import { touchList, type ListRow } from './store.ts';

export interface Editor {
  caller: Viewer;
  record: RecordChange;
}

interface Version {
  version: number;
}

/** Something that one change did to the songs of a list; `change` is for the audit log of the site's lists. */
interface Done<Result> {
  result: Result;
  /** 1 for a change that no trigger counts. */
  step: 0 | 1;
  change: { before?: unknown; after?: unknown } | null;
}

/**
 * Makes one change to the songs of a list, after the other changes of that list. Throws LIST_NOT_FOUND. `prepare` runs
 * before the list is locked.
 */
async function changeSongs<Result extends object>(
  deps: CallerDeps,
  { listId, editor }: { listId: string; editor: Editor },
  steps: {
    prepare?: (trx: Trx, viewer: VideoViewer) => Promise<void>;
    make: (trx: Trx, list: ListRow, viewer: VideoViewer) => Promise<Done<Result>>;
  },
): Promise<Result & Version> {
  const { caller, record } = editor;
  const { viewer } = await getListFor(deps, listId, { caller, to: 'change' });
  return inTransaction(deps.db, async (trx) => {
    await steps.prepare?.(trx, viewer);
    const list = await getLocked(trx, listId);
    const { result, step, change } = await steps.make(trx, list, viewer);
    if (!change) return { ...result, version: list.version };
    const version = await touchList(trx, listId, step);
    if (list.owner_id === null)
      await record(trx, { action: 'list.changed', subject: { id: listId, name: list.name }, ...change });
    return { ...result, version };
  });
}

/**
 * Adds songs at the end or behind a song; those in the list already stay where they are. Throws LIST_NOT_FOUND,
 * VIDEO_NOT_FOUND if the caller may not open all of them, and CONFLICT if the list would be too long; then none is added.
 */
export async function addSongs(
  deps: CallerDeps,
  { listId, videoIds, after }: { listId: string; videoIds: string[]; after: string | null | undefined },
  editor: Editor,
): Promise<{ addedCount: number } & Version> {
  const ids = [...new Set(videoIds)];
  return changeSongs(
    deps,
    { listId, editor },
    {
      prepare: (trx, viewer) => holdVideos(trx, ids, viewer),
      make: async (trx, list) => {
        const added = await place(trx, listId, { ids, after });
        if (list.song_count + added.length > catalog.MAX_LIST_SONGS) refuseFull();
        const change = added.length > 0 ? { after: { added } } : null;
        return { result: { addedCount: added.length }, step: 0, change };
      },
    },
  );
}

/** Locks the videos. Throws VIDEO_NOT_FOUND unless the viewer may open all of them. */
export async function holdVideos(trx: Trx, ids: string[], viewer: VideoViewer): Promise<void> {
  const open = await songs.holdOpenVideos(trx, ids, viewer);
  if (!ids.every((id) => open.has(id))) throw new AppError('VIDEO_NOT_FOUND');
}

function refuseFull(): never {
  throw new AppError('CONFLICT', because('list.full', { maximum: catalog.MAX_LIST_SONGS }));
}

/** Adds songs at the end of a list that the caller has locked, as `addSongs` does, and returns the ids of new ones. */
export async function addLockedSongs(trx: Trx, list: ListRow, ids: string[]): Promise<string[]> {
  const added = await songs.appendSongs(trx, list.id, ids);
  if (list.song_count + added.length > catalog.MAX_LIST_SONGS) refuseFull();
  return added;
}

/** Adds those of the songs that are not in the list, and returns their ids. */
async function place(
  trx: Trx,
  listId: string,
  { ids, after }: { ids: string[]; after: string | null | undefined },
): Promise<string[]> {
  const hasPlace = after !== undefined && (await songs.findGap(trx, listId, { after })) !== undefined;
  if (!hasPlace) return songs.appendSongs(trx, listId, ids);
  const known = await songs.listKnown(trx, listId, ids);
  const added = ids.filter((id) => !known.includes(id));
  const ranks = await makeRoom(trx, listId, { after, count: added.length });
  await songs.insertSongs(trx, listId, { ids: added, ranks });
  return added;
}

/** Returns ranks for songs behind a song of the list, which is spread if there is no room left. */
async function makeRoom(
  trx: Trx,
  listId: string,
  { after, count, except = null }: { after: string | null; count: number; except?: string | null },
): Promise<number[]> {
  const find = async () => {
    const gap = await songs.findGap(trx, listId, { after, except });
    return gap && ranksIn(gap, count);
  };
  const ranks = await find();
  if (ranks) return ranks;
  await songs.spreadSongs(trx, listId);
  const spread = await find();
  if (!spread) throw new Error(`list ${listId} has no room after it was spread`);
  return spread;
}

/** Removes a song; one that is not in the list is no failure. Throws LIST_NOT_FOUND. */
export async function removeSong(
  deps: CallerDeps,
  { listId, videoId }: { listId: string; videoId: string },
  editor: Editor,
): Promise<Version> {
  return changeSongs(
    deps,
    { listId, editor },
    {
      make: async (trx) => {
        const isRemoved = await songs.deleteSong(trx, listId, videoId);
        return { result: {}, step: 0, change: isRemoved ? { before: { removed: [videoId] } } : null };
      },
    },
  );
}

/**
 * Moves a song behind another one, or to the beginning; to the end if the other one is not in the list. Throws
 * LIST_NOT_FOUND and, if the song itself is not in the list, VIDEO_NOT_FOUND.
 */
export async function moveSong(
  deps: CallerDeps,
  { listId, videoId, after }: { listId: string; videoId: string; after: string | null },
  editor: Editor,
): Promise<Version> {
  return changeSongs(
    deps,
    { listId, editor },
    {
      make: async (trx, _list, viewer) => {
        const listed = await songs.listSongs(trx, listId, viewer);
        const ids = listed.map(({ id }) => id);
        if (!ids.includes(videoId)) throw new AppError('VIDEO_NOT_FOUND');
        if (after === videoId) return { result: {}, step: 0, change: null };
        const others = ids.filter((id) => id !== videoId);
        const place = after === null || others.includes(after) ? after : (others.at(-1) ?? null);
        const [rank = 0] = await makeRoom(trx, listId, { after: place, count: 1, except: videoId });
        await songs.saveRank(trx, { listId, videoId, rank });
        return { result: {}, step: 1, change: { after: { moved: videoId, behind: place } } };
      },
    },
  );
}

/**
 * Saves an order of the songs that the caller sees; the others keep their neighbours. Throws LIST_NOT_FOUND,
 * VALIDATION_FAILED if it names a song twice or one that is not in the list, and CONFLICT, with what the caller sees now,
 * if the list was changed since the version that the order was made from, or shows more songs than then.
 */
export async function saveSongOrder(
  deps: CallerDeps,
  { listId, version, videoIds }: { listId: string; version: number; videoIds: string[] },
  editor: Editor,
): Promise<Version> {
  return changeSongs(
    deps,
    { listId, editor },
    {
      make: async (trx, list, viewer) => {
        const listed = await songs.listSongs(trx, listId, viewer);
        const shown = listed.filter(({ isShown }) => isShown).map(({ id }) => id);
        const present = { videoIds: shown, version: list.version };
        if (version !== list.version) throw new AppError('CONFLICT', { ...because('list.changed'), present });
        const ids = listed.map(({ id }) => id);
        if (!isOrderOf(ids, videoIds))
          throw new AppError('VALIDATION_FAILED', because('list.order-not-its-songs'));
        if (!shown.every((id) => videoIds.includes(id)))
          throw new AppError('CONFLICT', { ...because('list.changed'), present });
        await songs.saveOrder(trx, listId, mergeOrder(ids, videoIds));
        return { result: {}, step: 1, change: { before: { order: shown }, after: { order: videoIds } } };
      },
    },
  );
}
