import type { AuditEntry, AuditFilter } from '@larksong/contracts';
import { sql, type Kysely } from 'kysely';

import type { EntryRow } from './entry.ts';

/** Returns entries with numbers below `before`, newest first. */
export async function listEntries<Tables>(
  db: Kysely<Tables>,
  filter: AuditFilter,
  page: { limit: number; before?: number | undefined },
): Promise<AuditEntry[]> {
  const conditions = [sql`number < ${page.before ?? Number.MAX_SAFE_INTEGER}`];
  const { person, subject, action, from, to } = filter;
  if (person)
    conditions.push(sql`(${contains('actor_name', person)} or actor_id::text = ${person.toLowerCase()})`);
  if (subject)
    conditions.push(sql`(${contains('subject_name', subject)} or subject_id = ${subject.toLowerCase()})`);
  if (action) conditions.push(sql`action = ${action}`);
  if (from) conditions.push(sql`at >= ${new Date(from)}`);
  if (to) conditions.push(sql`at < ${new Date(to)}`);
  const { rows } = await sql<EntryRow>`
    select * from audit_entries where ${sql.join(conditions, sql` and `)}
    order by number desc limit ${page.limit}`.execute(db);
  return rows.map(toEntryRow).map(toEntry);
}

function contains(column: string, text: string) {
  return sql`position(lower(${text}) in lower(${sql.ref(column)})) > 0`;
}

/** Returns a row as the driver reads it with its number as a number. */
export function toEntryRow(row: Omit<EntryRow, 'number'> & { number: string | number }): EntryRow {
  return { ...row, number: Number(row.number) };
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.actor_name },
    network: row.network,
    requestId: row.request_id,
    action: row.action,
    subject: { id: row.subject_id, name: row.subject_name },
    before: row.before,
    after: row.after,
  };
}
