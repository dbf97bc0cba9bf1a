import type { catalog, FailureReason, Readable, Remark } from '@larksong/contracts';
import { deleteInBatches, newId } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

/** The plan's sentences about parts of the file that are missing from the video, or null if nothing is missing. */
const remarks = sql<string | null>`(
  select string_agg(remark, ' ') from jsonb_array_elements_text(videos.plan -> 'remarks') remark)`;

/**
 * The entry of the audit log about the person who cancelled a video, for a query of `videos`. It belongs to the
 * transaction of the failure: a scan of few rows by the index on its time.
 */
export const cancelEntry = sql`(
  select actor_id, actor_name from audit_entries
  where at between videos.failed_at - interval '1 minute' and videos.failed_at + interval '1 minute'
    and action = 'video.cancel' and subject_id = videos.id::text
  order by number desc limit 1
)`;

/** What a notice of each kind says, of the current state of its video. */
const MESSAGES: Record<catalog.Notice['kind'], RawBuilder<string | null>> = {
  ready: remarks,
  failed: sql<string | null>`videos.processing_error`,
  approved: sql<string | null>`null`,
  sent_back: sql<string | null>`videos.approval_note`,
  flagged: sql<string | null>`null`,
  suggested: sql<string | null>`null`,
  commented: sql<string | null>`null`,
};

/** Adds a notice for the uploader of a video, about its current state. */
export async function addNotice(trx: Trx, videoId: string, kind: catalog.Notice['kind']): Promise<void> {
  await trx
    .insertInto('notices')
    .columns(['id', 'video_id', 'user_id', 'kind', 'message', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('videos')
        .select([
          sql<string>`${newId()}::uuid`.as('id'),
          'videos.id as video_id',
          'videos.uploader_id as user_id',
          sql<catalog.Notice['kind']>`${kind}::text`.as('kind'),
          MESSAGES[kind].as('message'),
          kind === 'failed' ? 'videos.failure_reason as reason' : sql<null>`null::jsonb`.as('reason'),
        ])
        .where('videos.id', '=', videoId),
    )
    .execute();
}

/** Deletes the unread notices of earlier decisions about a video. */
export async function deleteDecisionNotices(trx: Trx, videoId: string): Promise<void> {
  await deleteUnread(trx, videoId, ['approved', 'sent_back']);
}

async function deleteUnread(trx: Trx, videoId: string, kinds: catalog.Notice['kind'][]): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('video_id', '=', videoId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .execute();
}

/** Deletes the unread notices about the processing of a video, which no longer apply. */
export async function deleteUnreadNotices(trx: Trx, videoId: string): Promise<void> {
  await deleteUnread(trx, videoId, ['ready', 'failed']);
}

export interface NoticeRow {
  id: string;
  videoId: string;
  userId: string;
  kind: catalog.Notice['kind'];
  /** The current title of the video. */
  title: string;
  message: string | null;
  /** Null for other outcomes, and for failures from before reasons were stored. */
  reason: FailureReason | null;
  explainedRemarks: Remark[];
  isStopped: boolean;
  /** The name of the person who stopped it, as far as the audit log still has it. */
  stoppedBy: string | null;
  readable: Readable | null;
  createdAt: Date;
}

function selectNotices(db: Db) {
  return db
    .selectFrom('notices')
    .innerJoin('videos', 'videos.id', 'notices.video_id')
    .select([
      'notices.id',
      'notices.video_id as videoId',
      'notices.user_id as userId',
      'notices.kind',
      'videos.title',
      'notices.message',
      'notices.reason',
      sql<Remark[]>`coalesce(videos.plan -> 'explainedRemarks', '[]')`.as('explainedRemarks'),
      sql<boolean>`coalesce(videos.failure_code = 'cancelled', false)`.as('isStopped'),
      sql<string | null>`case when videos.failure_code = 'cancelled'
        then (select actor_name from ${cancelEntry} entry) end`.as('stoppedBy'),
      'videos.readable',
      'notices.created_at as createdAt',
    ]);
}

/**
 * Returns a user's unread notices: failures, and videos that were sent back, flagged or commented on first, since they need
 * action; newest first within each kind.
 */
export async function listUnreadNotices(db: Db, userId: string, limit: number): Promise<NoticeRow[]> {
  return selectNotices(db)
    .where('notices.user_id', '=', userId)
    .where('notices.read_at', 'is', null)
    .orderBy(sql`notices.kind in ('failed', 'sent_back', 'flagged', 'commented')`, 'desc')
    .orderBy('notices.created_at', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute();
}

/** Marks the user's own notices as read and ignores the ids of others. */
export async function markNoticesRead(db: Db, userId: string, ids: string[]): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/** Seconds after which a mail is due again if its process died. */
const LEASE_SECONDS = 60;

/** Claims the notice whose mail has been due longest for one minute; undefined if none is due. */
export async function claimUnmailedNotice(db: Db): Promise<(NoticeRow & { tries: number }) | undefined> {
  const claimed = await db
    .updateTable('notices')
    .set({
      tries: sql`tries + 1`,
      due_at: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('notices')
        .select('id')
        .where('mailed_at', 'is', null)
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'tries'])
    .executeTakeFirst();
  if (!claimed) return undefined;
  const notice = await selectNotices(db).where('notices.id', '=', claimed.id).executeTakeFirst();
  return notice && { ...notice, tries: claimed.tries };
}

/** Marks a notice as handed to auth for mailing. */
export async function markMailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ mailed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Makes the mail of a notice due again in `pauseSeconds`. */
export async function postponeMail(db: Db, id: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('notices')
    .set({ due_at: sql`clock_timestamp() + make_interval(secs => ${pauseSeconds})` })
    .where('id', '=', id)
    .execute();
}

/** Deletes notices older than `days` in batches; stops after a batch when `signal` is aborted. */
export async function deleteOldNotices(db: Db, days: number, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(days => ${days})`;
  await deleteInBatches(db, { table: 'notices', where, signal });
}
