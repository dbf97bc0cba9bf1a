import type { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';
import type { Static } from 'typebox';

import type { Db, VideoMailRow } from '../db/tables.ts';

/** Records the outcome of a video for the next mail to its uploader; does nothing if it was recorded before. */
export async function createVideoMail(
  db: Db,
  mail: Static<typeof catalog.sendVideoMail.body>,
): Promise<void> {
  await db
    .insertInto('video_mails')
    .values({
      id: mail.id,
      user_id: mail.userId,
      kind: mail.kind,
      video_id: mail.videoId,
      title: mail.title,
      message: mail.message || null,
      reason: toJson(mail.reason),
      readable: toJson(mail.readable),
      remarks: toJson(mail.explainedRemarks),
      is_stopped: mail.isStopped ?? false,
      stopped_by: mail.stoppedBy || null,
      is_gathered: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function toJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/**
 * Queues one mail for each uploader whose oldest unreported outcome was recorded `windowSeconds` ago. An uploader has at most
 * one such mail at a time, also if several processes call this.
 */
export async function queueVideoMails(db: Db, windowSeconds: number): Promise<void> {
  await sql`
    insert into mails (id, kind, email, is_counted, video_mail_id)
    select gen_random_uuid(), 'video', users.email, false, oldest.id
    from (
      select distinct on (user_id) id, user_id, created_at
      from video_mails where is_gathered and told_at is null
      order by user_id, created_at, id
    ) oldest
    join users on users.id = oldest.user_id
    where oldest.created_at <= now() - make_interval(secs => ${windowSeconds})
    on conflict (video_mail_id) do nothing`.execute(db);
}

/** Returns the outcomes that the mail about `id` reports, oldest first: all unreported ones of its recipient. */
export async function listUntold(db: Db, id: string): Promise<VideoMailRow[]> {
  const first = await db.selectFrom('video_mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!first?.is_gathered) return first ? [first] : [];
  return db
    .selectFrom('video_mails')
    .selectAll()
    .where('user_id', '=', first.user_id)
    .where('is_gathered', '=', true)
    .where('told_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Longer than the time within which a mail is requested again: catalog deletes notices after 30 days. */
const REMEMBERED_DAYS = 60;

/** Deletes old mails about videos in batches; stops after a batch if `signal` is aborted. */
export async function deleteOldVideoMails(db: Db, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(days => ${REMEMBERED_DAYS})`;
  await deleteInBatches(db, { table: 'video_mails', where, signal });
}
