import { catalog } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { thumbnailOf } from '../library/videos/media-paths.ts';
import { listVideosById } from '../library/videos/read-store.ts';
import { toVideo } from '../library/videos/video.ts';
import { accountIdOf, type VideoViewer } from '../library/videos/viewer.ts';
import { mayChangeList, ownerFor, seesHiddenCount } from './access.ts';
import { findPosition } from './position-store.ts';
import { findCovers, listSongs, summarizeLists } from './song-store.ts';
import type { ListRow } from './store.ts';
import { countWaiting } from './waiting-store.ts';

/** How many pictures a card shows. */
const COVERS = 3;

/** Returns lists as overviews show them to one viewer. */
export async function toCards(
  db: Db,
  lists: ListRow[],
  viewer: VideoViewer,
): Promise<catalog.SongListCard[]> {
  const ids = lists.map(({ id }) => id);
  const summaries = await summarizeLists(db, ids, { viewer, covers: COVERS });
  const coverIds = [...new Set([...summaries.values()].flatMap((summary) => summary.coverIds))];
  const pictures = new Map((await findCovers(db, coverIds)).map((row) => [row.id, thumbnailOf(row)]));
  const changeable = lists.filter((list) => mayChangeList(viewer, list)).map(({ id }) => id);
  const waiting = await countWaiting(db, changeable, viewer);
  return lists.map((list) => {
    const suggestionCount = waiting.get(list.id);
    const { songCount = 0, durationSeconds = 0, coverIds: covers = [] } = summaries.get(list.id) ?? {};
    return {
      ...toLookOf(list, viewer),
      songCount,
      durationSeconds,
      covers: covers.flatMap((id) => pictures.get(id) ?? []),
      ...(suggestionCount === undefined ? {} : { suggestionCount }),
    };
  });
}

/** Returns one list as overviews show it. */
export async function toCard(db: Db, list: ListRow, viewer: VideoViewer): Promise<catalog.SongListCard> {
  const [card] = await toCards(db, [list], viewer);
  if (!card) throw new Error('a list has no card');
  return card;
}

/** Returns a list with the songs that the viewer sees in it. */
export async function showList(db: Db, list: ListRow, viewer: VideoViewer): Promise<catalog.SongList> {
  const listed = await listSongs(db, list.id, viewer);
  const shown = listed.filter(({ isShown }) => isShown).map(({ id }) => id);
  const now = new Date();
  const songs = (await listVideosById(db, shown, viewer)).map((row) => toVideo(row, viewer, now));
  const hidden = listed.filter(({ isShown, isPending }) => !isShown && !isPending);
  return {
    ...toLookOf(list, viewer),
    songCount: songs.length,
    durationSeconds: songs.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    covers: songs.flatMap(({ thumbnail }) => thumbnail ?? []).slice(0, COVERS),
    songs,
    hiddenCount: seesHiddenCount(viewer, list) ? hidden.length : 0,
    version: list.version,
    position: await findShownPosition(db, { list, viewer, shown }),
  };
}

async function findShownPosition(
  db: Db,
  { list, viewer, shown }: { list: ListRow; viewer: VideoViewer; shown: string[] },
): Promise<string | null> {
  const userId = accountIdOf(viewer);
  const position = userId === null ? null : await findPosition(db, userId, list.id);
  return position !== null && shown.includes(position) ? position : null;
}

/** Returns the sign of a list and its hue. One of another version of the site is replaced. */
export function toSign(list: Pick<ListRow, 'sign' | 'hue'>): Pick<ListRow, 'sign' | 'hue'> {
  return {
    sign: catalog.LIST_SIGNS.find((sign) => sign === list.sign) ?? catalog.LIST_SIGNS[0],
    hue: catalog.CHIP_HUES.find((hue) => hue === list.hue) ?? catalog.CHIP_HUES[0],
  };
}

function toLookOf(list: ListRow, viewer: VideoViewer) {
  const { id, name, description, letters } = list;
  return {
    ...{ id, name, description, letters },
    ...toSign(list),
    owner: ownerFor(viewer, list),
    updatedAt: list.updated_at.toISOString(),
  };
}

/** Returns a deleted list as its owner sees it. */
export function toDeletedList(list: ListRow): catalog.DeletedList {
  const deletedAt = list.deleted_at ?? new Date();
  const { id, name, sign, hue } = list;
  return {
    ...{ id, name, sign, hue },
    deletedAt: deletedAt.toISOString(),
    endsAt: new Date(deletedAt.getTime() + catalog.DELETED_LIST_DAYS * 86_400_000).toISOString(),
  };
}
