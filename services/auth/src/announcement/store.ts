import { auth, isBlank } from '@larksong/contracts';
import { lockLog, type RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx } from '../db/tables.ts';

/** Returns the announcement, or null. */
export async function findAnnouncement(db: Db | Trx): Promise<auth.Announcement | null> {
  const row = await db.selectFrom('announcement').selectAll().executeTakeFirst();
  return row
    ? { message: row.message, isReadOnly: row.is_read_only, startedAt: row.started_at.toISOString() }
    : null;
}

/**
 * Changes the announcement, or whether the site is read-only, and records the change; what is missing stays as it is. A
 * blank announcement of a site that is not read-only ends it.
 */
export async function saveAnnouncement(
  db: Db,
  changes: { message?: string | undefined; isReadOnly?: boolean | undefined },
  record: RecordChange,
): Promise<auth.Announcement | null> {
  return db.transaction().execute(async (trx) => {
    await lockLog(trx); // two changes of different parts at once are both kept
    const before = await findAnnouncement(trx);
    const { isReadOnly = before?.isReadOnly ?? false, message = auth.toWrittenMessage(before) } = changes;
    await trx.deleteFrom('announcement').execute();
    const text = isBlank(message) ? (isReadOnly ? auth.READ_ONLY_SENTENCE : '') : message.trim();
    // Another text does not change since when the site is read-only.
    const since = before?.isReadOnly && isReadOnly ? { started_at: new Date(before.startedAt) } : {};
    if (text !== '')
      await trx
        .insertInto('announcement')
        .values({ message: text, is_read_only: isReadOnly, ...since })
        .execute();
    const after = await findAnnouncement(trx);
    await record(trx, { action: 'site.announcement', before: before ?? {}, after: after ?? {} });
    return after;
  });
}
