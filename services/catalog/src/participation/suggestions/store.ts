import type { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import { shownTo, shownToOwner } from '../../song-lists/visibility-store.ts';
import type { VideoViewer } from '../../library/videos/viewer.ts';

export interface NewSuggestion {
  id: string;
  listId: string;
  member: { id: string; name: string };
  /** One of both. */
  song: { videoId: string } | { title: string };
}

/** Makes the other suggestions of a member wait until the transaction ends, so that they are counted one after another. */
export async function lockMember(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`suggestions of ${memberId}`}, 0))`.execute(trx);
}

/** What waits for lists whose owners see it: titles, and songs that the list would show them. */
export const WAITING = sql`
  list_suggestions suggestions
  join song_lists lists on lists.id = suggestions.list_id and lists.deleted_at is null
  left join listings on listings.video_id = suggestions.video_id
  where suggestions.state = 'waiting' and (suggestions.video_id is null or ${shownToOwner})`;

/** Returns whether a list would show a song to its owner. */
export async function isForOwner(
  trx: Trx,
  { listId, videoId }: { listId: string; videoId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from song_lists lists join listings on listings.video_id = ${videoId}
    where lists.id = ${listId} and ${shownToOwner}`.execute(trx);
  return rows.length > 0;
}

/** Returns the numbers of suggestions that wait for a list, of a member among them, and of the member in 24 hours. */
export async function countSuggestions(
  trx: Trx,
  { listId, memberId }: { listId: string; memberId: string },
): Promise<{ ofList: number; own: number; today: number }> {
  const { rows } = await sql<{ ofList: number; own: number; today: number }>`
    select
      (select count(*)::integer from ${WAITING} and lists.id = ${listId}) as "ofList",
      (
        select count(*)::integer from ${WAITING} and lists.id = ${listId} and suggestions.member_id = ${memberId}
      ) as own,
      (
        select count(*)::integer from list_suggestions
        where member_id = ${memberId} and made_at > now() - interval '1 day'
      ) as today`.execute(trx);
  return rows[0] ?? { ofList: 0, own: 0, today: 0 };
}

/** Adds a suggestion unless the same waits for the list already; returns whether it did. */
export async function createSuggestion(trx: Trx, of: NewSuggestion): Promise<boolean> {
  const { id, listId, member, song } = of;
  const videoId = 'videoId' in song ? song.videoId : null;
  const title = 'title' in song ? song.title : '';
  const { rows } = await sql`
    insert into list_suggestions (id, list_id, member_id, member_name, video_id, title)
    values (${id}, ${listId}, ${member.id}, ${member.name}, ${videoId}::uuid, ${title})
    on conflict do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** Returns whether the same waits for a list already, whoever suggested it. */
export async function isWaiting(
  trx: Trx,
  { listId, song }: Pick<NewSuggestion, 'listId' | 'song'>,
): Promise<boolean> {
  const same =
    'videoId' in song
      ? sql`video_id = ${song.videoId}`
      : sql`video_id is null and lower(title) = lower(${song.title})`;
  const { rows } = await sql`
    select from list_suggestions where list_id = ${listId} and state = 'waiting' and ${same}`.execute(trx);
  return rows.length > 0;
}

/** Returns whether a list has the song, or shows the viewer one of this title. */
export async function isInList(
  trx: Trx,
  { listId, song }: Pick<NewSuggestion, 'listId' | 'song'>,
  viewer: VideoViewer,
): Promise<boolean> {
  const same =
    'videoId' in song
      ? sql`songs.video_id = ${song.videoId}`
      : sql`lower(videos.title) = lower(${song.title}) and ${shownTo(viewer)}`;
  const { rows } = await sql`
    select from song_list_songs songs
    join videos on videos.id = songs.video_id join listings on listings.video_id = songs.video_id
    where songs.list_id = ${listId} and ${same} limit 1`.execute(trx);
  return rows.length > 0;
}

export interface SuggestionRow {
  id: string;
  at: Date;
  state: catalog.Suggestion['state'];
  memberId: string;
  memberName: string;
  title: string;
  videoId: string | null;
  videoTitle: string | null;
  ownThumbnailId: string | null;
  extras: catalog.Extras | null;
}

/**
 * Returns what waits for a list, oldest first; or what one member has suggested for it, newest first, with what was decided
 * about in the last days. Songs that the viewer would not see in the list are left out.
 */
export async function listSuggestions(
  db: Db,
  { listId, of, days }: { listId: string; of: string | null; days: number },
  viewer: VideoViewer,
): Promise<SuggestionRow[]> {
  const whose =
    of === null
      ? sql`suggestions.state = 'waiting'`
      : sql`suggestions.member_id = ${of}
          and (suggestions.state = 'waiting' or suggestions.decided_at > now() - make_interval(days => ${days}))`;
  const order =
    of === null
      ? sql`suggestions.made_at, suggestions.id`
      : sql`suggestions.made_at desc, suggestions.id desc`;
  const { rows } = await sql<SuggestionRow>`
    select suggestions.id, suggestions.made_at as at, suggestions.state, suggestions.member_id as "memberId",
      suggestions.member_name as "memberName", suggestions.title, videos.id as "videoId", videos.title as "videoTitle",
      videos.own_thumbnail_id as "ownThumbnailId", videos.extras
    from list_suggestions suggestions
    left join videos on videos.id = suggestions.video_id
    left join listings on listings.video_id = suggestions.video_id
    where suggestions.list_id = ${listId} and ${whose}
      and (suggestions.video_id is null or ${shownTo(viewer)})
    order by ${order} limit 200`.execute(db);
  return rows;
}

interface FoundSuggestion {
  id: string;
  state: catalog.Suggestion['state'];
  videoId: string | null;
  memberId: string;
}

/** Returns a suggestion for a list. */
export async function findSuggestion(
  db: Db | Trx,
  { id, listId }: { id: string; listId: string },
): Promise<FoundSuggestion | undefined> {
  const { rows } = await sql<FoundSuggestion>`
    select id, state, video_id as "videoId", member_id as "memberId" from list_suggestions
    where id = ${id} and list_id = ${listId}`.execute(db);
  return rows[0];
}

/** Decides about a suggestion that waits; returns false if it no longer does. */
export async function markDecided(
  trx: Trx,
  id: string,
  { state, byId }: { state: 'taken' | 'declined'; byId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update list_suggestions set state = ${state}, decided_at = now(), decided_by_id = ${byId}
    where id = ${id} and state = 'waiting'`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Opens a list, which the caller has locked, for suggestions, or closes it. */
export async function saveOpen(trx: Trx, listId: string, isOpen: boolean): Promise<void> {
  await trx
    .updateTable('song_lists')
    .set({ is_open_for_suggestions: isOpen })
    .where('id', '=', listId)
    .execute();
}

/** Deletes the suggestions that were decided about long ago, or have waited for much longer. */
export async function sweepSuggestions(
  db: Db,
  { decidedDays, waitingDays }: { decidedDays: number; waitingDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const where = sql`
    decided_at < now() - make_interval(days => ${decidedDays})
    or (state = 'waiting' and made_at < now() - make_interval(days => ${waitingDays}))`;
  await deleteInBatches(db, { table: 'list_suggestions', where, signal });
}

/** Deletes the suggestions of a deleted account. */
export async function forgetSuggestions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('list_suggestions').where('member_id', '=', userId).execute();
}

/** Returns how many suggestions wait on the whole site for somebody who sees them. */
export async function countAllWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${WAITING}`.execute(db);
  return rows[0]?.count ?? 0;
}
