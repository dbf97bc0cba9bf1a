import type { catalog } from '@larksong/contracts';
import { deleteInBatches, newId } from '@larksong/service-kit';
import { sql } from 'kysely';
import type { Static } from 'typebox';

import type { Db, LinkMailKind, MailKind, VideoMailRow } from '../db/tables.ts';

/** A mail that this process has taken to send it. */
export interface DueMail {
  id: string;
  kind: MailKind;
  email: string;
  askedBy: string | null;
  isCounted: boolean;
  /** What a mail of the kind `video` is about. */
  videoMailId: string | null;
  /** This one included. */
  tries: number;
  /** Seconds since it was asked for. */
  ageSeconds: number;
}

/** A process that dies while it sends gives the mail up for others after this time. */
const LEASE_SECONDS = 120;

/** Notes a mail with a link to be sent; the same work whether the email belongs to an account or not. */
export async function createMail(
  db: Db,
  mail: {
    kind: LinkMailKind;
    email: string;
    /** The superadmin who has it sent. */
    askedBy?: string;
    /** False for mails that no stranger can cause. */
    isCounted?: boolean;
  },
): Promise<void> {
  const { kind, email, askedBy, isCounted = true } = mail;
  await db
    .insertInto('mails')
    .values({ id: newId(), kind, email, is_counted: isCounted, ...(askedBy ? { asked_by: askedBy } : {}) })
    .execute();
}

/** Called when a superadmin loses the role. */
export async function deleteMailsAskedBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('mails').where('asked_by', '=', userId).execute();
}

/** Notes a mail about a video; false when the same one was asked for before. */
export async function createVideoMail(
  db: Db,
  mail: Static<typeof catalog.sendVideoMail.body> & { email: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('video_mails')
      .values({
        id: mail.id,
        user_id: mail.userId,
        kind: mail.kind,
        video_id: mail.videoId,
        title: mail.title,
        message: mail.message || null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) return false;
    await trx
      .insertInto('mails')
      .values({ id: newId(), kind: 'video', email: mail.email, is_counted: false, video_mail_id: created.id })
      .execute();
    return true;
  });
}

/** Returns the content of a mail about a video, or undefined. */
export async function findVideoMail(db: Db, id: string): Promise<VideoMailRow | undefined> {
  return db.selectFrom('video_mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Longer than anybody asks for the same mail again: catalog forgets a notice after 30 days. */
const REMEMBERED_DAYS = 60;

/** Deletes old mails about videos in batches; stops after a batch when `signal` is aborted. */
export async function deleteOldVideoMails(db: Db, signal?: AbortSignal): Promise<void> {
  const where = sql`created_at < now() - make_interval(days => ${REMEMBERED_DAYS})`;
  await deleteInBatches(db, { table: 'video_mails', where, signal });
}

/** Takes the mail that is due for longest, and keeps it off other processes for two minutes. */
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
      'asked_by as askedBy',
      'is_counted as isCounted',
      'tries',
      sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('ageSeconds'),
    ])
    .executeTakeFirst();
}

/** Makes a mail due again in `pauseSeconds`. */
export async function postponeMail(db: Db, id: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${pauseSeconds})` })
    .where('id', '=', id)
    .execute();
}

/** Deletes a mail that was sent or given up. */
export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}
