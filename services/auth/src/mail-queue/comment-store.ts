import type { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';
import type { Static } from 'typebox';

import type { CommentMailRow, Db } from '../db/tables.ts';
import type { DueMail } from './store.ts';

/**
 * Records that comments wait, for superadmins, without what they wrote themselves, and for teachers; does nothing if it was
 * recorded before, or for superadmins if nothing is left.
 */
export async function createWaitingMails(
  db: Db,
  { id, waiting, reported, uploaders, own = [] }: Static<typeof catalog.sendCommentsWaiting.body>,
): Promise<void> {
  await sql`
    insert into comment_mails (id, user_id, kind, waiting, reported)
    select ${id}::uuid, users.id, 'comments-waiting',
      case when role = 'superadmin' then ${waiting}::integer - coalesce(own.waiting, 0) else uploaders.waiting end,
      case when role = 'superadmin' then ${reported}::integer - coalesce(own.reported, 0) else uploaders.reported end
    from users
      left join ${countsOf(uploaders)} as uploaders ("userId" uuid, waiting integer, reported integer)
        on uploaders."userId" = users.id
      left join ${countsOf(own)} as own ("userId" uuid, waiting integer, reported integer) on own."userId" = users.id
    where disabled_at is null and email_verified_at is not null and (
      (role = 'superadmin'
        and ${waiting + reported}::integer > coalesce(own.waiting, 0) + coalesce(own.reported, 0))
      or (role <> 'superadmin' and is_teacher and uploaders."userId" is not null)
    )
    on conflict do nothing`.execute(db);
}

const countsOf = (counts: object[]) => sql`json_to_recordset(${JSON.stringify(counts)}::json)`;

/** Records the removal of a comment for its author; does nothing if it was recorded before. */
export async function createRemovalMail(
  db: Db,
  mail: Static<typeof catalog.sendCommentRemoved.body>,
): Promise<void> {
  await sql`
    insert into comment_mails (id, user_id, kind, video_id, title, fault, note)
    select ${mail.id}::uuid, id, 'comment-removed', ${mail.videoId}::uuid, ${mail.title}::text, ${mail.fault}::text,
      ${mail.note}::text
    from users where id = ${mail.userId} and disabled_at is null and email_verified_at is not null
    on conflict do nothing`.execute(db);
}

/**
 * Queues one mail of each kind for each account that has not been told; about removals `windowSeconds` after the first one
 * of them, so that it names all.
 */
export async function queueCommentMails(db: Db, windowSeconds: number): Promise<void> {
  await sql`
    insert into mails (id, kind, email, is_counted)
    select gen_random_uuid(), untold.kind, users.email, false
    from (
      select user_id, kind, min(created_at) as first_at from comment_mails where told_at is null
      group by user_id, kind
    ) untold
    join users on users.id = untold.user_id
    where (untold.kind = 'comments-waiting' or untold.first_at <= now() - make_interval(secs => ${windowSeconds}))
      and not exists (select from mails where mails.email = users.email and mails.kind = untold.kind)`.execute(
    db,
  );
}

/** Returns what a mail tells, oldest first; nothing for a mail about something else. */
export async function listUntoldComments(
  db: Db,
  { kind, email }: Pick<DueMail, 'kind' | 'email'>,
): Promise<CommentMailRow[]> {
  if (kind !== 'comments-waiting' && kind !== 'comment-removed') return [];
  return db
    .selectFrom('comment_mails')
    .innerJoin('users', 'users.id', 'comment_mails.user_id')
    .selectAll('comment_mails')
    .where('users.email', '=', email)
    .where('comment_mails.kind', '=', kind)
    .where('told_at', 'is', null)
    .orderBy('comment_mails.created_at')
    .orderBy('comment_mails.id')
    .execute();
}

/** Marks what a mail told, or was given up about. */
export async function markCommentsTold(db: Db, rows: readonly CommentMailRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .updateTable('comment_mails')
    .set({ told_at: sql<Date>`now()` })
    .where('user_id', '=', rows[0]?.user_id ?? '')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

/** Longer than the time within which catalog repeats a request. */
const REMEMBERED_DAYS = 60;

/** Deletes old mails about comments in batches; stops after a batch if `signal` is aborted. */
export async function deleteOldCommentMails(db: Db, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(days => ${REMEMBERED_DAYS})`;
  await deleteInBatches(db, { table: 'comment_mails', where, signal });
}
