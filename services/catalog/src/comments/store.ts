import type { auth, catalog } from '@larksong/contracts';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';
import { titleFor } from '../library/listings/store.ts';
import type { Cursor } from '../library/videos/cursor.ts';
import type { AccountViewer } from '../library/videos/viewer.ts';
import { toAccessRules, type AccessRules, type PlaybackState } from '../library/videos/visibility.ts';

export type CommentRow = Selectable<Tables['comments']>;

/** A comment with the names of its author. */
export interface NamedComment extends CommentRow {
  username: string;
  display_name: string | null;
}

/**
 * Of `comments`, those about which somebody has to decide, by list. What is below a removed comment is seen by nobody, and
 * comes back only with it.
 */
export const PENDING = {
  waiting: sql<SqlBool>`(
    comments.waiting_since is not null and (comments.parent_id is null or exists (
      select from comments parents where parents.id = comments.parent_id and parents.is_visible
    )))`,
  reported: sql<SqlBool>`(comments.reported_at is not null and comments.is_visible)`,
};

/** A video as comments need it. */
export type CommentedVideo = AccessRules & PlaybackState & { id: string; title: string; isClosed: boolean };

/** Returns the video, or undefined. Does not check access. */
export async function findCommentedVideo(db: Db | Trx, id: string): Promise<CommentedVideo | undefined> {
  return toCommentedVideo(await selectVideo(db, id).executeTakeFirst());
}

/** Returns the video, which is not deleted until the transaction ends, or undefined. Does not check access. */
export async function holdVideo(trx: Trx, id: string): Promise<CommentedVideo | undefined> {
  return toCommentedVideo(await selectVideo(trx, id).forKeyShare().executeTakeFirst());
}

function selectVideo(db: Db | Trx, id: string) {
  return db
    .selectFrom('videos')
    .select([
      ...(['id', 'title', 'comments_closed', 'visibility', 'private_user_id', 'uploader_id'] as const),
      ...(['approval', 'status', 'playable_at'] as const),
    ])
    .where('id', '=', id);
}

type SelectedVideo = Awaited<ReturnType<ReturnType<typeof selectVideo>['executeTakeFirst']>>;

function toCommentedVideo(row: SelectedVideo): CommentedVideo | undefined {
  return row && { ...toAccessRules(row), id: row.id, title: row.title, isClosed: row.comments_closed };
}

/** Closes the comments of a video, or opens them. */
export async function saveClosed(trx: Trx, videoId: string, isClosed: boolean): Promise<void> {
  await trx.updateTable('videos').set({ comments_closed: isClosed }).where('id', '=', videoId).execute();
}

const isBefore = ({ value, id }: Cursor): RawBuilder<boolean> => sql`
  (comments.created_at, comments.id) < (to_timestamp(${value}::bigint / 1000.0)::timestamptz(3), ${id}::uuid)`;

/** Returns the first comments behind a position that a reader sees, newest first: visible ones, and all that they wrote. */
export async function listPage(
  db: Db,
  { videoId, readerId }: { videoId: string; readerId: string },
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<NamedComment[]> {
  // Each half is read in the order of its index, however many comments there are.
  const half = (of: RawBuilder<boolean>) => sql`(
    select * from comments
    where video_id = ${videoId} and parent_id is null and ${of} and ${after ? isBefore(after) : sql`true`}
    order by created_at desc, id desc limit ${limit})`;
  const { rows } = await sql<NamedComment>`
    select page.*, authors.username, authors.display_name
    from (
      ${half(sql`is_visible`)} union all ${half(sql`not is_visible and author_id = ${readerId}`)}
    ) page
    join comment_authors authors on authors.id = page.author_id
    order by page.created_at desc, page.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the replies to comments that a reader sees, oldest first. */
export async function listReplies(db: Db, parentIds: string[], readerId: string): Promise<NamedComment[]> {
  if (parentIds.length === 0) return [];
  return selectNamed(db)
    .where('comments.parent_id', 'in', parentIds)
    .where((eb) => eb.or([eb('is_visible', '=', true), eb('author_id', '=', readerId)]))
    .orderBy('created_at')
    .orderBy('comments.id')
    .execute();
}

/** Returns the number of comments and replies on a video that a reader sees. */
export async function countSeen(
  db: Db,
  { videoId, readerId }: { videoId: string; readerId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select shown from comment_totals where video_id = ${videoId}), 0) + (
      select count(*) from comments
      where author_id = ${readerId} and video_id = ${videoId} and not is_visible and (
        parent_id is null or exists (
          select from comments parents
          where parents.id = comments.parent_id and (parents.is_visible or parents.author_id = ${readerId})
        )
      )
    )::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
}

function selectNamed(db: Db | Trx) {
  return db
    .selectFrom('comments')
    .innerJoin('comment_authors', 'comment_authors.id', 'comments.author_id')
    .selectAll('comments')
    .select(['username', 'display_name']);
}

/** Returns a comment, or undefined. Does not check access. */
export async function findComment(db: Db | Trx, id: string): Promise<NamedComment | undefined> {
  return selectNamed(db).where('comments.id', '=', id).executeTakeFirst();
}

/** Locks a comment until the transaction ends and returns its newest row, or undefined. */
export async function lockComment(trx: Trx, id: string): Promise<CommentRow | undefined> {
  return trx.selectFrom('comments').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Keeps a comment from being decided about until the transaction ends, and returns its newest row, or undefined. */
export async function holdComment(trx: Trx, id: string): Promise<CommentRow | undefined> {
  return trx.selectFrom('comments').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/**
 * Saves the names of an author and returns whether they are muted. The row is locked until the transaction ends, so that
 * muting comes before or after what they write, and their limits count all of it.
 */
export async function lockAuthor(
  trx: Trx,
  { id, username, displayName }: Pick<auth.Author, 'id' | 'username' | 'displayName'>,
): Promise<catalog.Mute> {
  const names = { username, display_name: displayName, refreshed_at: sql<Date>`now()` };
  const row = await trx
    .insertInto('comment_authors')
    .values({ id, ...names })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(names))
    .returning('mute')
    .executeTakeFirstOrThrow();
  return row.mute ?? 'none';
}

/** Returns whether an author is muted. */
export async function findMute(db: Db | Trx, authorId: string): Promise<catalog.Mute> {
  const row = await db
    .selectFrom('comment_authors')
    .select('mute')
    .where('id', '=', authorId)
    .executeTakeFirst();
  return row?.mute ?? 'none';
}

/** Returns the number of replies to a comment. */
export async function countReplies(trx: Trx, parentId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the first comments of an author behind a position, newest first, with the titles of their videos. */
export async function listOwn(
  db: Db,
  author: AccountViewer,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<(CommentRow & { title: string | null })[]> {
  return db
    .selectFrom('comments')
    .innerJoin('videos', 'videos.id', 'comments.video_id')
    .leftJoin('listings', 'listings.video_id', 'comments.video_id')
    .selectAll('comments')
    .select(titleFor(author).as('title'))
    .where('author_id', '=', author.id)
    .$if(after !== null, (query) => (after ? query.where(isBefore(after)) : query))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .execute();
}
