import type { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx, VideoRow } from '../db/tables.ts';
import type { Cursor } from '../library/videos/cursor.ts';

/** The conditions of the indexes, word for word. */
const LISTS = {
  waiting: sql`(approval = 'waiting' or (approval is null and wanted_visibility is not null))`,
  sent_back: sql`approval = 'sent_back'`,
};
export type ApprovalList = keyof typeof LISTS;

/** Returns the first videos of a list behind a position, oldest first. */
export async function listPending(
  db: Db,
  { list, after, limit }: { list: ApprovalList; after: Cursor | null; limit: number },
): Promise<Cursor[]> {
  const beyond = after
    ? sql`and (approval_since, id)
        > (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ id: string; since: Date }>`
    select id, approval_since as since from videos where ${LISTS[list]} ${beyond}
    order by approval_since, id limit ${limit}`.execute(db);
  return rows.map(({ id, since }) => ({ id, value: String(since.getTime()) }));
}

/** Returns the lengths of both lists, and the seconds for which the oldest video has waited; 0 if none waits. */
export async function countPending(
  db: Db,
): Promise<{ waiting: number; sentBack: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; sentBack: number; oldestSeconds: number }>`
    select waiting.count as waiting, waiting."oldestSeconds", sent_back.count as "sentBack"
    from (
      select count(*)::integer as count,
        coalesce(extract(epoch from now() - min(approval_since)), 0)::float8 as "oldestSeconds"
      from videos where ${LISTS.waiting}
    ) waiting,
    (select count(*)::integer as count from videos where ${LISTS.sent_back}) sent_back`.execute(db);
  return rows[0] ?? { waiting: 0, sentBack: 0, oldestSeconds: 0 };
}

/** Gives a video, which the caller has locked, the visibility that is wanted, and returns it. */
export async function markApproved(trx: Trx, videoId: string): Promise<catalog.Visibility> {
  const visibility = sql`coalesce(wanted_visibility, visibility)`;
  const { rows } = await sql<{ visibility: catalog.Visibility }>`
    update videos set
      visibility = ${visibility},
      private_user_id = case when ${visibility} = 'private'
        then coalesce(wanted_private_user_id, private_user_id, uploader_id) end,
      published_at = case when approval is not null then now() else published_at end,
      approval = null, wanted_visibility = null, wanted_private_user_id = null,
      approval_since = null, approval_note = null, approval_revision = approval_revision + 1,
      decision = 'approved', decided_at = now(), updated_at = now()
    where id = ${videoId}
    returning visibility`.execute(trx);
  if (!rows[0]) throw new AppError('VIDEO_NOT_FOUND');
  return rows[0].visibility;
}

/** Sends a video, which the caller has locked, back to its teacher; a wider visibility of an approved one is dropped. */
export async function markSentBack(trx: Trx, videoId: string, note: string): Promise<void> {
  await sql`
    update videos set
      approval = case when approval is not null then 'sent_back' end,
      wanted_visibility = case when approval is not null then wanted_visibility end,
      wanted_private_user_id = case when approval is not null then wanted_private_user_id end,
      approval_since = case when approval is not null then now() end,
      approval_note = ${note}, approval_revision = approval_revision + 1,
      decision = 'sent_back', decided_at = now(), updated_at = now()
    where id = ${videoId}`.execute(trx);
}

/** Returns the name of the superadmin who made the latest decision about a video, as far as the audit log knows it. */
export async function findDecider(
  trx: Trx,
  { id, decided_at: decidedAt }: Pick<VideoRow, 'id' | 'decided_at'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select actor_name as name from audit_entries
    where at between ${decidedAt}::timestamptz - interval '1 minute' and ${decidedAt}::timestamptz + interval '1 minute'
      and action in ('video.approve', 'video.send-back') and subject_id = ${id}
    order by number desc limit 1`.execute(trx);
  return rows[0]?.name;
}
