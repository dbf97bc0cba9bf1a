import type { Call } from '@larksong/contracts';
import { inTransaction } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listSuperadmins, listTeachers } from '../transcoding/notices/staff.ts';
import { addCommentNotices, dropCommentNotices, listUntold, markWithoutNotice } from './notice-store.ts';

/** As many accounts as auth answers for at once. */
const BATCH = 100;

/**
 * Runs one round: makes notices of comments that wait or were reported, for the superadmins and for the uploaders of the
 * videos who are teachers, and drops those that came to nothing. Throws if auth does not respond; the next round makes up
 * for it.
 */
export async function tellComments({ db, auth }: { db: Db; auth: Call }): Promise<void> {
  await dropCommentNotices(db, null);
  const videos = await listUntold(db, BATCH);
  if (videos.length === 0) return;
  const uploaders = [...new Set(videos.map(({ uploaderId }) => uploaderId))];
  const [superadmins, teachers] = await Promise.all([listSuperadmins(auth), listTeachers(auth, uploaders)]);
  await inTransaction(db, async (trx) => {
    for (const { videoId, uploaderId, latest } of videos) {
      const own = teachers.includes(uploaderId) ? [uploaderId] : [];
      await addCommentNotices(trx, videoId, [...new Set([...superadmins, ...own])]);
      await markWithoutNotice(trx, { videoId, latest });
    }
  });
}
