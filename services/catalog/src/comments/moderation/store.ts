import type { catalog } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import type { Cursor } from '../../library/videos/cursor.ts';
import { PENDING, type CommentRow, type NamedComment } from '../store.ts';

/** A comment with what those need who decide about it. */
export interface ModeratedRow extends NamedComment {
  mute: Exclude<catalog.Mute, 'none'> | null;
  title: string;
  uploader_id: string;
  parent_text: string | null;
  parent_username: string | null;
  parent_display_name: string | null;
  /** Of each kind, those that nobody has decided about. */
  reports: { fault: catalog.CommentFault; count: number }[];
}

/** The conditions, which imply those of the indexes, and the orders of these. */
const LISTS: Record<
  catalog.ModerationList,
  { where: RawBuilder<unknown>; moment: RawBuilder<Date>; by: string }
> = {
  waiting: { where: PENDING.waiting, moment: sql.ref('waiting_since'), by: 'asc' },
  reported: { where: PENDING.reported, moment: sql.ref('reported_at'), by: 'asc' },
  removed: { where: sql`state = 'removed'`, moment: sql.ref('decided_at'), by: 'desc' },
};

/** The comments on the videos of one uploader; of all for null. */
const ofUploader = (uploaderId: string | null): RawBuilder<unknown> =>
  uploaderId === null
    ? sql`true`
    : sql`exists (select from videos where id = comments.video_id and uploader_id = ${uploaderId})`;

/** Returns the first positions of a list behind another one: oldest first, removed comments newest first. */
export async function listPositions(
  db: Db,
  { list, uploaderId }: { list: catalog.ModerationList; uploaderId: string | null },
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Cursor[]> {
  const { where, moment, by } = LISTS[list];
  const [order, than] = [sql.raw(by), sql.raw(by === 'asc' ? '>' : '<')];
  const beyond = after
    ? sql`and (${moment}, id) ${than}
        (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ id: string; moment: Date }>`
    select id, ${moment} as moment from comments where ${where} and ${ofUploader(uploaderId)} ${beyond}
    order by ${moment} ${order}, id ${order} limit ${limit}`.execute(db);
  return rows.map(({ id, moment: at }) => ({ id, value: String(at.getTime()) }));
}

/** Returns the lengths of the lists. */
export async function countLists(
  db: Db,
  uploaderId: string | null,
): Promise<Record<catalog.ModerationList, number>> {
  const count = (list: catalog.ModerationList) => sql`(
    select count(*)::integer from comments where ${LISTS[list].where} and ${ofUploader(uploaderId)})`;
  const { rows } = await sql<Record<catalog.ModerationList, number>>`
    select ${count('waiting')} as waiting, ${count('reported')} as reported, ${count('removed')} as removed`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, reported: 0, removed: 0 };
}

/** Returns comments in the order of `ids`, without those that no longer exist. Does not check access. */
export async function listModerated(db: Db, ids: string[]): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select comments.*, authors.username, authors.display_name, authors.mute, videos.title, videos.uploader_id,
      parents.text as parent_text, parent_authors.username as parent_username,
      parent_authors.display_name as parent_display_name,
      coalesce((
        select json_agg(json_build_object('fault', fault, 'count', count) order by count desc, fault)
        from (
          select fault, count(*)::integer as count from comment_reports
          where comment_id = comments.id and not is_handled group by fault
        ) reports
      ), '[]') as reports
    from comments
    join comment_authors authors on authors.id = comments.author_id
    join videos on videos.id = comments.video_id
    left join comments parents on parents.id = comments.parent_id
    left join comment_authors parent_authors on parent_authors.id = parents.author_id
    where comments.id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Decider {
  id: string;
  username: string;
}

/** Shows a comment that the caller has locked, or its changed text, and with it the replies that are shown. */
export async function markApproved(trx: Trx, comment: CommentRow, by: Decider): Promise<void> {
  await sql`
    update comments set
      text = coalesce(waiting_text, text), waiting_text = null, waiting_since = null, held_by = null,
      state = 'shown', fault = null, note = '', removal_mail_id = null,
      is_visible = parent_id is null or (select is_visible from comments parents where id = comments.parent_id),
      decision = 'approved', ${decided(by)}
    where id = ${comment.id}`.execute(trx);
  await sql`
    update comments set is_visible = true
    where parent_id = ${comment.id} and state = 'shown' and not is_visible`.execute(trx);
  await markHandled(trx, comment.id);
}

/** Refuses the changed text of a comment that the caller has locked; the text before stays, and so do reports of it. */
export async function markRefused(
  trx: Trx,
  comment: CommentRow,
  { fault, note, by }: catalog.Removal & { by: Decider },
): Promise<void> {
  await sql`
    update comments set
      refused_text = waiting_text, refused_fault = ${fault}, refused_note = ${note}, waiting_text = null,
      waiting_since = null, held_by = null, decision = 'refused', ${decidedBy(by)}
    where id = ${comment.id} and waiting_text is not null`.execute(trx);
}

/**
 * Removes a comment that the caller has locked; replies to it are no longer visible. A changed text that waited is kept as
 * a refused one, since it may be why.
 */
export async function markRemoved(
  trx: Trx,
  comment: CommentRow,
  { fault, note, by }: catalog.Removal & { by: Decider },
): Promise<void> {
  await sql`
    update comments set
      state = 'removed',
      refused_text = coalesce(waiting_text, refused_text),
      refused_fault = case when waiting_text is null then refused_fault else ${fault} end,
      refused_note = case when waiting_text is null then refused_note else ${note} end,
      waiting_text = null, waiting_since = null, held_by = null, is_visible = false,
      fault = ${fault}, note = ${note}, decision = 'removed',
      removal_mail_id = case when author_id <> ${by.id} then ${newId()}::uuid end, ${decided(by)}
    where id = ${comment.id}`.execute(trx);
  await sql`update comments set is_visible = false where parent_id = ${comment.id} and is_visible`.execute(
    trx,
  );
  await markHandled(trx, comment.id);
}

const decided = (by: Decider) => sql`reported_at = null, ${decidedBy(by)}`;

const decidedBy = ({ id, username }: Decider) => sql`
  decided_at = now(), decided_by_id = ${id}, decided_by_name = ${username},
  revision = revision + 1`;

async function markHandled(trx: Trx, commentId: string): Promise<void> {
  await trx
    .updateTable('comment_reports')
    .set({ is_handled: true })
    .where('comment_id', '=', commentId)
    .where('is_handled', '=', false)
    .execute();
}
