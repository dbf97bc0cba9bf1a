import type { catalog } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import { PENDING } from './store.ts';

interface Counts {
  waiting: number;
  reported: number;
}

/** What is to be mailed to those who decide about comments. */
export interface WaitingMail extends Counts {
  id: string;
  /** By uploader; some of them are teachers. */
  uploaders: (Counts & { userId: string })[];
  /** Up to when comments are counted. */
  until: Date;
}

/** How long comments are gathered, and at least how long after one mail there is no other one. */
const GATHER_SECONDS = 300;
const PAUSE_SECONDS = 3600;

/** Returns the mail that is due about comments that wait or were reported; undefined if none is. */
export async function findWaitingMail(db: Db): Promise<WaitingMail | undefined> {
  const { rows } = await sql<{ id: string; until: Date }>`
    update site_settings set comments_mail_id = coalesce(comments_mail_id, ${newId()}::uuid)
    where comments <> 'off'
      and (comments_mailed_at is null or comments_mailed_at < now() - make_interval(secs => ${PAUSE_SECONDS}))
      and exists (
        select from comments
        where (${PENDING.waiting} or ${PENDING.reported})
          and greatest(waiting_since, reported_at) > coalesce(comments_mailed_at, '-infinity')
          and greatest(waiting_since, reported_at) < now() - make_interval(secs => ${GATHER_SECONDS})
      )
    returning comments_mail_id as id, now() as until`.execute(db);
  const [due] = rows;
  if (!due) return undefined;
  const uploaders = await countByUploader(db);
  const sum = (of: keyof Counts) => uploaders.reduce((total, each) => total + each[of], 0);
  return { ...due, waiting: sum('waiting'), reported: sum('reported'), uploaders };
}

async function countByUploader(db: Db): Promise<WaitingMail['uploaders']> {
  const { rows } = await sql<WaitingMail['uploaders'][number]>`
    select videos.uploader_id as "userId", count(*) filter (where ${PENDING.waiting})::integer as waiting,
      count(*) filter (where ${PENDING.reported})::integer as reported
    from comments join videos on videos.id = comments.video_id
    where ${PENDING.waiting} or ${PENDING.reported}
    group by videos.uploader_id`.execute(db);
  return rows;
}

/** Marks a mail as handed over. */
export async function markWaitingMailed(db: Db, { id, until }: WaitingMail): Promise<void> {
  await db
    .updateTable('site_settings')
    .set({ comments_mail_id: null, comments_mailed_at: until })
    .where('comments_mail_id', '=', id)
    .execute();
}

/** What is to be mailed to the author of a removed comment. */
export interface RemovalMail extends catalog.Removal {
  id: string;
  userId: string;
  videoId: string;
  title: string;
}

/** Returns removals of which the authors have not been told yet. */
export async function listRemovalMails(db: Db, limit: number): Promise<RemovalMail[]> {
  const { rows } = await sql<RemovalMail>`
    select removal_mail_id as id, author_id as "userId", video_id as "videoId", videos.title, fault, note
    from comments join videos on videos.id = comments.video_id
    where removal_mail_id is not null and fault is not null
    order by comments.decided_at limit ${limit}`.execute(db);
  return rows;
}

/** Marks the mail about a removal as handed over. */
export async function markRemovalMailed(db: Db, id: string): Promise<void> {
  await db.updateTable('comments').set({ removal_mail_id: null }).where('removal_mail_id', '=', id).execute();
}

/** Returns how many comments wait, and the seconds for which the oldest has; 0 if none waits. */
export async function countWaiting(
  db: Db,
): Promise<{ waiting: number; reported: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; reported: number; oldestSeconds: number }>`
    select
      (select count(*)::integer from comments where ${PENDING.waiting}) as waiting,
      (select count(*)::integer from comments where ${PENDING.reported}) as reported,
      coalesce(extract(epoch from now() - least(
        (select min(waiting_since) from comments where ${PENDING.waiting}),
        (select min(reported_at) from comments where ${PENDING.reported})
      )), 0)::float8 as "oldestSeconds"`.execute(db);
  return rows[0] ?? { waiting: 0, reported: 0, oldestSeconds: 0 };
}
