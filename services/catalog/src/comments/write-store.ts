import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import type { CommentRow } from './store.ts';

export interface NewComment {
  id: string;
  videoId: string;
  parent: Pick<CommentRow, 'id' | 'is_visible'> | undefined;
  authorId: string;
  standing: CommentRow['standing'];
  text: string;
  heldBy: CommentRow['held_by'];
}

/** Writes a comment; does nothing if its id is taken. */
export async function insertComment(trx: Trx, comment: NewComment): Promise<void> {
  const { parent, heldBy } = comment;
  await trx
    .insertInto('comments')
    .values({
      id: comment.id,
      video_id: comment.videoId,
      parent_id: parent?.id ?? null,
      author_id: comment.authorId,
      standing: comment.standing,
      text: comment.text,
      state: heldBy === null ? 'shown' : 'waiting',
      held_by: heldBy,
      is_visible: heldBy === null && (parent?.is_visible ?? true),
      waiting_since: heldBy === null ? null : sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Saves the changed text of a comment that the caller has locked: it waits, or replaces the one before. The text that is
 * shown needs no other approval. A change that was refused before is forgotten.
 */
export async function saveText(
  trx: Trx,
  { id, state, text: shown }: Pick<CommentRow, 'id' | 'state' | 'text'>,
  { text, heldBy }: { text: string; heldBy: CommentRow['held_by'] },
): Promise<void> {
  const waits = sql<Date>`coalesce(waiting_since, now())`;
  const changes =
    state === 'shown' && heldBy !== null && text !== shown
      ? { waiting_text: text, waiting_since: waits, held_by: heldBy }
      : state === 'shown'
        ? { text, waiting_text: null, waiting_since: null, held_by: null }
        : { text, ...(heldBy === null ? {} : { held_by: heldBy }) }; // one that waits does so until it is decided
  await trx
    .updateTable('comments')
    .set({
      ...changes,
      ...{ refused_text: null, refused_fault: null, refused_note: '' },
      edited_at: sql<Date>`now()`,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes the comment of an author, with the replies to it. Returns false if there is none. */
export async function deleteOwn(
  db: Db | Trx,
  { id, authorId }: { id: string; authorId: string },
): Promise<boolean> {
  const result = await db
    .deleteFrom('comments')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Saves a report and returns whether it is a new one: somebody reports a comment once, and again only if it was changed
 * after a decision about the first report.
 */
export async function saveReport(
  trx: Trx,
  { comment, reporterId, fault }: { comment: CommentRow; reporterId: string; fault: catalog.CommentFault },
): Promise<boolean> {
  const result = await trx
    .insertInto('comment_reports')
    .values({ comment_id: comment.id, reporter_id: reporterId, fault })
    .onConflict((conflict) =>
      conflict
        .columns(['comment_id', 'reporter_id'])
        .doUpdateSet({ fault, reported_at: sql<Date>`now()`, is_handled: false })
        .where('comment_reports.is_handled', '=', true)
        .where(sql<boolean>`comment_reports.reported_at < ${comment.edited_at}`),
    )
    .executeTakeFirst();
  if ((result.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await trx
    .updateTable('comments')
    .set({ reported_at: sql<Date>`coalesce(reported_at, now())` })
    .where('id', '=', comment.id)
    .execute();
  return true;
}

/** Deletes what belonged to a deleted account: its comments with the replies to them, its reports, and its name. */
export async function forgetComments(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('comment_reports').where('reporter_id', '=', userId).execute();
  await db.deleteFrom('comment_writes').where('author_id', '=', userId).execute();
  await db.deleteFrom('comment_authors').where('id', '=', userId).execute();
  await db
    .updateTable('comments')
    .set({ decided_by_id: null, decided_by_name: '' })
    .where('decided_by_id', '=', userId)
    .execute();
}
