import type { catalog } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import { PENDING } from './store.ts';

interface Counts {
  waiting: number;
  reported: number;
}

type CountsOf = Counts & { userId: string };

/** What is to be mailed to those who decide about comments. */
export interface WaitingMail extends Counts {
  id: string;
  /** By uploader, about what others wrote, if some of it is new; some of them are teachers. */
  uploaders: CountsOf[];
  /** By superadmin, about what they wrote themselves. */
  own: CountsOf[];
  /** Up to when comments are counted. */
  until: Date;
}

/** How long comments are gathered, and at least how long after one mail there is no other one. */
const GATHER_SECONDS = 300;
const PAUSE_SECONDS = 3600;

/** When a comment came to wait, or was reported. */
const LATEST = sql`greatest(comments.waiting_since, comments.reported_at)`;

/** Returns the mail that is due about comments that wait or were reported; undefined if none is. */
export async function findWaitingMail(db: Db): Promise<WaitingMail | undefined> {
  const { rows } = await sql<{ id: string; until: Date; since: Date | null }>`
    update site_settings set comments_mail_id = coalesce(comments_mail_id, ${newId()}::uuid)
    where comments <> 'off'
      and (comments_mailed_at is null or comments_mailed_at < now() - make_interval(secs => ${PAUSE_SECONDS}))
      and exists (
        select from comments
        where (${PENDING.waiting} or ${PENDING.reported})
          and ${LATEST} > coalesce(comments_mailed_at, '-infinity')
          and ${LATEST} < now() - make_interval(secs => ${GATHER_SECONDS})
      )
    returning comments_mail_id as id, now() as until, comments_mailed_at as since`.execute(db);
  const [due] = rows;
  if (!due) return undefined;
  const { id, until, since } = due;
  const [{ waiting, reported }, uploaders, own] = await Promise.all([
    countWaiting(db),
    countByUploader(db, since),
    countOwn(db),
  ]);
  return { id, until, waiting, reported, uploaders, own };
}

const COUNTS = sql`
  count(*) filter (where ${PENDING.waiting})::integer as waiting,
  count(*) filter (where ${PENDING.reported})::integer as reported`;

/** Returns what waits on the videos of uploaders with something new since a moment; they do not decide about their own. */
async function countByUploader(db: Db, since: Date | null): Promise<CountsOf[]> {
  const { rows } = await sql<CountsOf>`
    select videos.uploader_id as "userId", ${COUNTS}
    from comments join videos on videos.id = comments.video_id
    where (${PENDING.waiting} or ${PENDING.reported}) and comments.author_id <> videos.uploader_id
    group by videos.uploader_id
    having max(${LATEST}) > coalesce(${since}::timestamptz, '-infinity')`.execute(db);
  return rows;
}

/** Returns what waits of the comments that superadmins wrote. */
async function countOwn(db: Db): Promise<CountsOf[]> {
  const { rows } = await sql<CountsOf>`
    select author_id as "userId", ${COUNTS} from comments
    where (${PENDING.waiting} or ${PENDING.reported}) and standing = 'superadmin'
    group by author_id`.execute(db);
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

/**
 * Returns how many comments wait, and the seconds for which the oldest has; 0 if none waits. While comments are off, none
 * does: nobody can decide about any.
 */
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
      )), 0)::float8 as "oldestSeconds"
    from site_settings where comments <> 'off'`.execute(db);
  return rows[0] ?? { waiting: 0, reported: 0, oldestSeconds: 0 };
}
