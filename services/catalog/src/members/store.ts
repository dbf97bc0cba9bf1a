import type { SweepTable } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Tables } from '../db/tables.ts';

/** Rows of a list that are handled before the next ones are read. */
const BATCH = 100;

export interface ForgottenMember {
  user_id: string;
  deletes_videos: boolean;
}

/** Records a deleted account, whose data the sweep removes; does nothing if it was recorded before. */
export async function createForgottenMember(db: Db, member: ForgottenMember): Promise<void> {
  await db
    .insertInto('forgotten_members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A session counts as alive for up to a minute after its end, so a later sweep removes anything that it still adds. */
export const FORGOTTEN_MEMBERS: SweepTable<Tables> = {
  name: 'forgotten_members',
  key: ['user_id'],
  since: 'forgotten_at',
  batch: 20,
  leastCount: 0,
  keepHours: 24,
};

/** Returns the ids of some of the videos that a user uploaded. */
export async function listVideosBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('uploader_id', '=', userId)
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of all unfinished uploads of a user. */
export async function listUploadsBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('uploader_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of some of the videos that a user likes or dislikes. */
export async function listRatedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('video_opinions')
    .select('video_id')
    .where('user_id', '=', userId)
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.video_id);
}

/** Deletes the names of an uploader, or the whole row if no video needs it. */
export async function eraseUploader(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('uploaders')
    .where('id', '=', userId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('videos').select('id').where('uploader_id', '=', userId))))
    .execute();
  await db
    .updateTable('uploaders')
    .set({ username: '', display_name: null })
    .where('id', '=', userId)
    .execute();
}

/** Leaves private videos that were shared with a user, or are to be, to their uploaders. */
export async function unshareWith(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('videos')
    .set({ wanted_private_user_id: sql<string>`uploader_id`, updated_at: sql<Date>`now()` })
    .where('wanted_visibility', 'is not', null)
    .where('wanted_private_user_id', '=', userId)
    .where('uploader_id', '!=', userId)
    .execute();
  await db
    .updateTable('videos')
    .set({ private_user_id: sql<string>`uploader_id`, updated_at: sql<Date>`now()` })
    .where('visibility', '=', 'private')
    .where('private_user_id', '=', userId)
    .where('uploader_id', '!=', userId)
    .execute();
}

/** Erases the names of a user in the changes of teachers. */
export async function eraseFromChanges(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('teacher_changes')
    .set({ teacher_id: null, teacher_name: '' })
    .where('teacher_id', '=', userId)
    .execute();
  await db
    .updateTable('teacher_changes')
    .set({ undone_by_id: null, undone_by_name: '' })
    .where('undone_by_id', '=', userId)
    .execute();
}

/** Deletes the notices to a user. */
export async function deleteNoticesTo(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('notices').where('user_id', '=', userId).execute();
}

/** Returns the numbers of an account's lists and links, without those that were deleted or have ended. */
export async function countOwnLists(db: Db, userId: string): Promise<{ lists: number; links: number }> {
  const { rows } = await sql<{ lists: number; links: number }>`
    select
      (select count(*)::integer from song_lists where owner_id = ${userId} and deleted_at is null) as lists,
      (
        select count(*)::integer from song_list_links links
        join song_lists lists on lists.id = links.list_id and lists.deleted_at is null
        where links.maker_id = ${userId} and (links.ends_at is null or links.ends_at > now())
      ) as links`.execute(db);
  return rows[0] ?? { lists: 0, links: 0 };
}
