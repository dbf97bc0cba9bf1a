import { deleteInBatches, newId } from '@larksong/service-kit';
import type { Actor } from '@larksong/service-kit/audit';
import type { Explanation } from '@larksong/contracts';
import { sql } from 'kysely';

import type { PeopleImportLine, PeopleImportRow } from '../db/people-tables.ts';
import type { Db, Trx } from '../db/tables.ts';

export type NewLine = Pick<
  PeopleImportLine,
  'line' | 'email' | 'username' | 'is_username_made' | 'display_name' | 'is_teacher'
>;

/** Starts an import; returns undefined if another one is running. */
export async function createImport(
  trx: Trx,
  given: { askedBy: string | null; actor: Actor; lines: NewLine[] },
): Promise<PeopleImportRow | undefined> {
  const row = await trx
    .insertInto('people_imports')
    .values({ id: newId(), asked_by: given.askedBy, actor: JSON.stringify(given.actor) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const { id } = row;
  // As one parameter, since a statement takes at most 65,535 of them.
  await sql`
    insert into people_import_lines (import_id, line, email, username, is_username_made, display_name, is_teacher)
    select ${id}::uuid, line, email, username, is_username_made, display_name, is_teacher
    from jsonb_to_recordset(${JSON.stringify(given.lines)}::jsonb) as given(
      line integer, email text, username text, is_username_made boolean, display_name text, is_teacher boolean
    )`.execute(trx);
  return row;
}

/** Returns the latest import, or undefined. */
export async function findLatestImport(db: Db): Promise<PeopleImportRow | undefined> {
  return db.selectFrom('people_imports').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Returns an import and locks it until the transaction ends. */
export async function lockImport(trx: Trx, id: string): Promise<PeopleImportRow | undefined> {
  return trx.selectFrom('people_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Ends a running import; its other lines are not done any more. */
export async function markStopped(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('people_imports')
    .set({ ended_at: sql<Date>`clock_timestamp()`, is_stopped: true })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the running import of a superadmin who loses the role. */
export async function stopImportsBy(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('people_imports')
    .set({ ended_at: sql<Date>`clock_timestamp()`, is_stopped: true })
    .where('asked_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns whether the running import may do its next line: at most `perMinute` in any minute, evenly spread. */
function isDue(perMinute: number) {
  return sql<boolean>`(
    people_imports.ended_at is null and people_imports.due_at <= clock_timestamp() and (
      select count(*) from people_import_lines where done_at > clock_timestamp() - interval '1 minute'
    ) < ${perMinute}
  )`;
}

/** Returns whether a line is due; a cheap question before the work. */
export async function hasDueLine(db: Db, perMinute: number): Promise<boolean> {
  const row = await db.selectFrom('people_imports').select('id').where(isDue(perMinute)).executeTakeFirst();
  return row !== undefined;
}

/** Returns the next line that is due, with its import, and locks both; undefined if none is due. */
export async function lockDueLine(
  trx: Trx,
  perMinute: number,
): Promise<{ run: PeopleImportRow; line: PeopleImportLine } | undefined> {
  const run = await trx
    .selectFrom('people_imports')
    .selectAll()
    .where(isDue(perMinute))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!run) return undefined;
  const line = await trx
    .selectFrom('people_import_lines')
    .selectAll()
    .where('import_id', '=', run.id)
    .where('done_at', 'is', null)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst();
  if (line) return { run, line };
  // The last lines were deleted with the accounts that they were about.
  await trx
    .updateTable('people_imports')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', run.id)
    .execute();
  return undefined;
}

/** Stores what became of a line, and ends the import after its last one. The import is locked. */
export async function markDone(
  trx: Trx,
  { import_id: importId, line }: Pick<PeopleImportLine, 'import_id' | 'line'>,
  outcome: {
    result: NonNullable<PeopleImportLine['result']>;
    explanation?: Explanation | undefined;
    perMinute: number;
  },
): Promise<void> {
  const { result, explanation, perMinute } = outcome;
  await trx
    .updateTable('people_import_lines')
    .set({
      result,
      explanation: explanation ? JSON.stringify(explanation) : null,
      done_at: sql<Date>`clock_timestamp()`,
    })
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .execute();
  await sql`
    update people_imports set
      due_at = greatest(due_at, clock_timestamp() - interval '1 second') + make_interval(secs => ${60 / perMinute}),
      ended_at = case
        when exists (select from people_import_lines where import_id = ${importId} and done_at is null) then null
        else clock_timestamp()
      end
    where id = ${importId}`.execute(trx);
}

/** The numbers of lines by their results. */
export interface LineCounts {
  waiting: number;
  invited: number;
  promoted: number;
  unchanged: number;
  failed: number;
}

/** Returns the numbers of lines by their results. */
export async function countLines(db: Db, importId: string): Promise<LineCounts> {
  const count = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::integer`;
  return db
    .selectFrom('people_import_lines')
    .select([
      count('result is null').as('waiting'),
      count(`result = 'invited'`).as('invited'),
      count(`result = 'promoted'`).as('promoted'),
      count(`result = 'unchanged'`).as('unchanged'),
      count(`result = 'failed'`).as('failed'),
    ])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
}

/** Returns the lines that failed, in the order of the table. */
export async function listFailedLines(
  db: Db,
  importId: string,
): Promise<{ line: number; explanation: Explanation }[]> {
  const rows = await db
    .selectFrom('people_import_lines')
    .select(['line', 'explanation'])
    .where('import_id', '=', importId)
    .where('result', '=', 'failed')
    .orderBy('line')
    .execute();
  return rows.flatMap(({ line, explanation }) => (explanation ? [{ line, explanation }] : []));
}

/** Returns the number of people who wait in a running import. */
export async function countWaitingPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('people_import_lines')
    .innerJoin('people_imports', 'people_imports.id', 'people_import_lines.import_id')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('people_imports.ended_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the lines about an email. */
export async function deleteLinesTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('people_import_lines').where('email', '=', email).execute();
}

/** Days for which an import is shown after it has ended. */
const KEPT_DAYS = 7;

/** Deletes imports that ended a while ago, with the emails of their lines; stops after a batch if `signal` is aborted. */
export async function deleteOldImports(db: Db, signal?: AbortSignal): Promise<void> {
  const where = sql`ended_at < now() - make_interval(days => ${KEPT_DAYS})`;
  await deleteInBatches(db, { table: 'people_imports', where, signal });
}
