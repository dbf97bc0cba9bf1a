import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, MailKind, Trx } from '../db/tables.ts';

/** A mail that this process has claimed. */
export interface DueMail {
  id: string;
  kind: MailKind;
  email: string;
  askedBy: string | null;
  isCounted: boolean;
  /** The oldest outcome in a mail of the kind `video`. */
  videoMailId: string | null;
  /** What a mail of the kind `findings` tells. */
  tellingId: string | null;
  /** Number of tries, including this one. */
  tries: number;
  /** Seconds since it was requested. */
  ageSeconds: number;
}

/** Time after which other processes may claim the mail of a process that died while sending. */
const LEASE_SECONDS = 120;

/** Queues a mail; does the same work whether or not the email belongs to an account. */
export async function createMail(
  db: Db,
  mail: {
    kind: Exclude<MailKind, 'video' | 'findings'>;
    email: string;
    /** The superadmin who requested it. */
    askedBy?: string;
    /** False for mails that strangers cannot cause. */
    isCounted?: boolean;
  },
): Promise<void> {
  const { kind, email, askedBy, isCounted = true } = mail;
  await db
    .insertInto('mails')
    .values({ id: newId(), kind, email, is_counted: isCounted, ...(askedBy ? { asked_by: askedBy } : {}) })
    .execute();
}

/** Deletes the waiting mails requested by a superadmin who loses the role. */
export async function deleteMailsAskedBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mails').where('asked_by', '=', userId).execute();
}

/** Deletes the waiting mails to an email. */
export async function deleteMailsTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('mails').where('email', '=', email).execute();
}

/** Deletes a waiting mail that nobody has tried to send; returns whether there was one. */
export async function deleteUntriedMail(
  trx: Trx,
  { kind, email }: { kind: MailKind; email: string },
): Promise<boolean> {
  const result = await trx
    .deleteFrom('mails')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('tries', '=', 0)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Claims the mail that has been due longest for two minutes, or returns undefined. */
export async function claimMail(db: Db): Promise<DueMail | undefined> {
  const lease = sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
  return db
    .updateTable('mails')
    .set((eb) => ({ tries: eb('tries', '+', 1), due_at: lease }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'email',
      'video_mail_id as videoMailId',
      'telling_id as tellingId',
      'asked_by as askedBy',
      'is_counted as isCounted',
      'tries',
      sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('ageSeconds'),
    ])
    .executeTakeFirst();
}

/** Returns the number and the age of undelivered mails. */
export async function countMails(db: Db): Promise<{ waiting: number; tried: number; oldestSeconds: number }> {
  return db
    .selectFrom('mails')
    .select([
      sql<number>`count(*)::integer`.as('waiting'),
      sql<number>`(count(*) filter (where tries > 0))::integer`.as('tried'),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('oldestSeconds'),
    ])
    .executeTakeFirstOrThrow();
}

/** Makes a mail due again in `pauseSeconds`. */
export async function postponeMail(db: Db, id: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${pauseSeconds})` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a mail that was sent or given up, and marks the outcomes of videos in it as reported. */
export async function finishMail(db: Db, id: string, videoMailIds: string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('mails').where('id', '=', id).execute();
    if (videoMailIds.length === 0) return;
    const told = { told_at: sql<Date>`now()` };
    await trx.updateTable('video_mails').set(told).where('id', 'in', videoMailIds).execute();
  });
}
