import type { Call } from '@larksong/contracts';
import { inTransaction } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { listSuperadmins, listTeachers } from '../../transcoding/notices/staff.ts';
import { addFlagNotices, listUntold, markTold } from './notice-store.ts';

/** As many accounts as auth answers for at once. */
const BATCH = 100;

/**
 * Runs one round: makes notices of new flags for the superadmins, and for the uploaders of the videos who are teachers.
 * While somebody has an unread one about a video, further flags of it make none. Throws if auth does not respond; the next
 * round makes up for it.
 */
export async function tellFlags({ db, auth }: { db: Db; auth: Call }, signal?: AbortSignal): Promise<void> {
  for (let rows = await listUntold(db, BATCH); rows.length > 0; rows = await listUntold(db, BATCH)) {
    const uploaders = [...new Set(rows.map(({ uploaderId }) => uploaderId))];
    const [superadmins, teachers] = await Promise.all([listSuperadmins(auth), listTeachers(auth, uploaders)]);
    await inTransaction(db, async (trx) => {
      for (const { videoId, uploaderId } of rows) {
        const own = teachers.includes(uploaderId) ? [uploaderId] : [];
        await addFlagNotices(trx, videoId, [...new Set([...superadmins, ...own])]);
      }
      await markTold(
        trx,
        rows.flatMap(({ ids }) => ids),
      );
    });
    if (signal?.aborted) return;
  }
}
