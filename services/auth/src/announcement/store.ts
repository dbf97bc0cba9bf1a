import { auth, isBlank } from '@larksong/contracts';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx } from '../db/tables.ts';

/** Returns the announcement, or null. */
export async function findAnnouncement(db: Db | Trx): Promise<auth.Announcement | null> {
  const row = await db.selectFrom('announcement').selectAll().executeTakeFirst();
  return row
    ? { message: row.message, isReadOnly: row.is_read_only, startedAt: row.started_at.toISOString() }
    : null;
}

/** Replaces the announcement and records the change. A blank one that is not read-only ends it. */
export async function saveAnnouncement(
  db: Db,
  { message, isReadOnly }: { message: string; isReadOnly: boolean },
  record: RecordChange,
): Promise<auth.Announcement | null> {
  return db.transaction().execute(async (trx) => {
    const before = await findAnnouncement(trx);
    await trx.deleteFrom('announcement').execute();
    const text = isBlank(message) ? (isReadOnly ? auth.READ_ONLY_SENTENCE : '') : message.trim();
    if (text !== '')
      await trx.insertInto('announcement').values({ message: text, is_read_only: isReadOnly }).execute();
    const after = await findAnnouncement(trx);
    await record(trx, { action: 'site.announcement', before: before ?? {}, after: after ?? {} });
    return after;
  });
}
