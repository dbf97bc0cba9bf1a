import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, MailKind } from '../db/tables.ts';

/** A mail that this process has taken to send it. */
export interface DueMail {
  id: string;
  kind: MailKind;
  email: string;
  /** This one included. */
  tries: number;
  /** Seconds since it was asked for. */
  ageSeconds: number;
}

/** A process that dies while it sends gives the mail up for others after this time. */
const LEASE_SECONDS = 120;

/** Notes a mail to be sent; the same work whether the email belongs to an account or not. */
export async function createMail(db: Db, mail: { kind: MailKind; email: string }): Promise<void> {
  await db.insertInto('mails').values({ id: newId(), kind: mail.kind, email: mail.email }).execute();
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
      'tries',
      sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('ageSeconds'),
    ])
    .executeTakeFirst();
}

export async function postponeMail(db: Db, id: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${pauseSeconds})` })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}
