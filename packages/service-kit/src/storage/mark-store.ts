import { sql, type Kysely } from 'kysely';

/** The mark that a service's folder in storage has, and when it was written first. */
export interface MarkRow {
  id: string;
  markedAt: Date | null;
}

/** Creates the table with the mark of the service's folder in storage: one row. For migrations. */
export async function createMarkTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table storage_mark (id uuid primary key default gen_random_uuid(), marked_at timestamptz)`.execute(
    db,
  );
  await sql`insert into storage_mark default values`.execute(db);
}

/** Returns the mark. */
export async function readMark<T>(db: Kysely<T>): Promise<MarkRow> {
  const { rows } = await sql<MarkRow>`select id, marked_at as "markedAt" from storage_mark`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the table storage_mark is empty');
  return row;
}

/** Records that storage has the mark. */
export async function setMarked<T>(db: Kysely<T>): Promise<void> {
  await sql`update storage_mark set marked_at = now() where marked_at is null`.execute(db);
}
