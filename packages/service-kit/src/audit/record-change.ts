import type { AuditAction } from '@larksong/contracts';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';

import type { Viewer } from '../access/authentication.ts';
import { toShortNetwork } from '../http/client-network.ts';
import { hashEntry, NO_HASH, shorten, toRecorded, type Actor, type EntryRow } from './entry.ts';

/** A change to be recorded. */
export interface Change {
  action: AuditAction;
  /** The changed video, account, letter and so on. */
  subject?: { id?: string | null; name?: string | null };
  /** The changed values, without secrets; long ones are cut. */
  before?: unknown;
  after?: unknown;
}

/**
 * Records a change in the transaction that makes it. It is the last statement of that transaction, since the other
 * changes of the service wait from then on until the transaction ends.
 */
export type RecordChange = <Tables>(trx: Transaction<Tables>, change: Change) => Promise<void>;

/** The author of changes made by a command. */
export const COMMAND_LINE: Actor = { id: null, name: 'command line', network: null, requestId: null };
/** The author of changes that no person asks for. */
export const THE_SITE: Actor = { id: null, name: 'the site', network: null, requestId: null };

/** Returns the author of a request's changes. */
export function toActor(viewer: Viewer, request: Pick<FastifyRequest, 'id' | 'ip'>): Actor {
  return {
    id: viewer.id,
    name: viewer.username,
    network: toShortNetwork(request.ip ?? ''), // missing once the connection has ended
    requestId: request.id,
  };
}

/** Returns the function that records the changes of an author. */
export function recordAs(actor: Actor): RecordChange {
  return (trx, change) => addEntry(trx, actor, change);
}

/** Makes the other writers of the log wait until this transaction ends: there is one chain. */
export async function lockLog<Tables>(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit_entries'))`.execute(trx);
}

async function addEntry<Tables>(trx: Transaction<Tables>, actor: Actor, change: Change): Promise<void> {
  await lockLog(trx);
  const last = await findEnd(trx);
  const content = {
    number: last.number + 1,
    at: last.now,
    actor_id: actor.id,
    actor_name: shorten(actor.name),
    network: actor.network,
    request_id: actor.requestId,
    action: change.action,
    subject_id: change.subject?.id ?? null,
    subject_name:
      change.subject?.name === undefined ? null : change.subject.name && shorten(change.subject.name),
    before: toRecorded(change.before),
    after: toRecorded(change.after),
    previous_hash: last.hash,
  };
  const row: EntryRow = { ...content, hash: hashEntry(content) };
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await sql`
    insert into audit_entries (
      number, at, actor_id, actor_name, network, request_id, action, subject_id, subject_name, before, after,
      previous_hash, hash
    ) values (
      ${row.number}, ${row.at}, ${row.actor_id}, ${row.actor_name}, ${row.network}, ${row.request_id}, ${row.action},
      ${row.subject_id}, ${row.subject_name}, ${json(row.before)}::json, ${json(row.after)}::json,
      ${row.previous_hash}, ${row.hash}
    )`.execute(trx);
}

/** Returns the end of the chain, and the time: never earlier than that of the latest entry. */
async function findEnd<Tables>(
  trx: Transaction<Tables>,
): Promise<{ number: number; hash: Buffer; now: Date }> {
  const { rows } = await sql<{ number: string; hash: Buffer; now: Date }>`
    select number, hash, greatest(at, clock_timestamp())::timestamptz(3) as now
    from audit_entries order by number desc limit 1`.execute(trx);
  const last = rows[0];
  return last ? { ...last, number: Number(last.number) } : { number: 0, hash: NO_HASH, now: new Date() };
}
