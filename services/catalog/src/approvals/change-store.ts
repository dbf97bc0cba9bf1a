import { sql, type Selectable } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import type { TeacherChangesTable } from '../db/approval-tables.ts';
import type { Cursor } from '../library/videos/cursor.ts';

export type ChangeRow = Selectable<TeacherChangesTable>;

/** Returns the first changes behind a position, newest first. */
export async function listChanges(
  db: Db,
  page: { after: Cursor | null; limit: number },
): Promise<ChangeRow[]> {
  const { after } = page;
  return db
    .selectFrom('teacher_changes')
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(made_at, id)
          < (to_timestamp(${after?.value}::bigint / 1000.0)::timestamptz(3), ${after?.id}::uuid)`,
      ),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Returns a change, or undefined. */
export async function findChange(db: Db | Trx, id: string): Promise<ChangeRow | undefined> {
  return db.selectFrom('teacher_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks a change as undone; its video is locked. */
export async function markUndone(
  trx: Trx,
  id: string,
  by: { id: string; username: string },
): Promise<ChangeRow> {
  return trx
    .updateTable('teacher_changes')
    .set({ undone_at: sql`now()`, undone_by_id: by.id, undone_by_name: by.username })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the oldest changes that were made more than `days` ago. */
export async function listOldChanges(db: Db, days: number, limit: number): Promise<ChangeRow[]> {
  return db
    .selectFrom('teacher_changes')
    .selectAll()
    .where('made_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('made_at')
    .limit(limit)
    .execute();
}

/** Returns the other changes of the same field of a video. */
export async function listSiblings(trx: Trx, row: ChangeRow): Promise<ChangeRow[]> {
  return trx
    .selectFrom('teacher_changes')
    .selectAll()
    .where('video_id', '=', row.video_id)
    .where('field', '=', row.field)
    .where('id', '!=', row.id)
    .execute();
}

/** Deletes a change. */
export async function deleteChange(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('teacher_changes').where('id', '=', id).execute();
}
