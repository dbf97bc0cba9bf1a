import type { status } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import type { Recipient, TellingRow } from '../db/told-tables.ts';

const REMEMBERED = sql<Date>`now() - interval '90 days'`;
/** Time after which another process may make the call of a process that died. */
const LEASE_SECONDS = 60;

interface Telling {
  at: Date;
  began: readonly status.Finding[];
  ended: readonly status.Finding[];
  recipients: readonly Recipient[];
  hasMails: boolean;
  hasWebhook: boolean;
}

/** Records a telling and returns its id. With a webhook, its call is due at once. */
export async function createTelling(trx: Trx, telling: Telling): Promise<string> {
  const id = newId();
  await trx
    .insertInto('tellings')
    .values({
      id,
      at: telling.at,
      began: JSON.stringify(telling.began),
      ended: JSON.stringify(telling.ended),
      recipients: JSON.stringify(telling.recipients),
      had_mails: telling.hasMails,
      webhook_state: telling.hasWebhook ? 'waiting' : null,
      webhook_due_at: telling.hasWebhook ? telling.at : null,
    })
    .execute();
  return id;
}

/** Queues the mails of a telling. */
export async function queueTellingMails(trx: Trx, id: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const rows = addresses.map((email) => ({
    id: newId(),
    kind: 'findings' as const,
    email,
    is_counted: false,
    telling_id: id,
  }));
  await trx.insertInto('mails').values(rows).execute();
}

/** Returns when somebody was last told of something. */
export async function findLastTelling(trx: Trx): Promise<Date | undefined> {
  const last = await trx
    .selectFrom('tellings')
    .select('at')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at;
}

export async function findTelling(db: Db, id: string): Promise<TellingRow | undefined> {
  return db.selectFrom('tellings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A telling with the number of its mails that were not sent yet, and of those of them that have failed before. */
export type ListedTelling = TellingRow & { waiting: number; failing: number };

/** Returns the newest tellings, the newest first. */
export async function listTellings(db: Db, limit: number): Promise<ListedTelling[]> {
  const mails = db
    .selectFrom('mails')
    .where('telling_id', 'is not', null)
    .select([
      'telling_id',
      sql<number>`count(*)::integer`.as('waiting'),
      // One that is being sent for the first time has a lease of two minutes.
      sql<number>`(count(*) filter (
        where tries > 1 or (tries = 1 and due_at < clock_timestamp() + interval '30 seconds')
      ))::integer`.as('failing'),
    ])
    .groupBy('telling_id');
  const rows = await db
    .selectFrom('tellings')
    .leftJoin(mails.as('unsent'), 'unsent.telling_id', 'tellings.id')
    .selectAll('tellings')
    .select(['unsent.waiting', 'unsent.failing'])
    .orderBy('tellings.at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, waiting: row.waiting ?? 0, failing: row.failing ?? 0 }));
}

/** Remembers that a mail of a telling was not sent within a day. */
export async function markGivenUp(db: Db, id: string): Promise<void> {
  await db.updateTable('tellings').set({ mail_was_given_up: true }).where('id', '=', id).execute();
}

/** Claims the telling whose call of the webhook has been due longest, or returns undefined. */
export async function claimCall(db: Db): Promise<TellingRow | undefined> {
  return db
    .updateTable('tellings')
    .set((eb) => ({
      webhook_tries: eb('webhook_tries', '+', 1),
      webhook_due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('tellings')
        .select('id')
        .where('webhook_state', '=', 'waiting')
        .where('webhook_due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('webhook_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Records how a call of the webhook ended; with `againInSeconds`, it is made again then. */
export async function finishCall(
  db: Db,
  id: string,
  { problem, againInSeconds }: { problem: string | null; againInSeconds?: number | undefined },
): Promise<void> {
  const state = problem === null ? 'sent' : 'failed';
  await db
    .updateTable('tellings')
    .set({
      webhook_problem: problem,
      webhook_state: againInSeconds === undefined ? state : 'waiting',
      webhook_due_at:
        againInSeconds === undefined
          ? null
          : sql<Date>`clock_timestamp() + make_interval(secs => ${againInSeconds})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes old tellings. */
export async function deleteOldTellings(db: Db): Promise<void> {
  await db.deleteFrom('tellings').where('at', '<', REMEMBERED).execute();
}

/** Lets one process at a time decide what is told, until the transaction ends. */
export async function lockTellings(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('larksong tellings'))`.execute(trx);
}
