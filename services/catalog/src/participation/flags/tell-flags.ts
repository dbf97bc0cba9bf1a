import { ApiError, auth as authCalls, type Call } from '@larksong/contracts';
import { inTransaction } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { addFlagNotices, listUntold, markTold } from './notice-store.ts';

const TIMEOUT_MS = 5000;
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

async function listSuperadmins(call: Call): Promise<string[]> {
  try {
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    return (await call(authCalls.listSuperadmins, {}, options)).data.ids;
  } catch (error) {
    // An auth from before flags does not name them.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

async function listTeachers(call: Call, ids: string[]): Promise<string[]> {
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
  const { data } = await call(authCalls.listStandings, { body: { ids } }, options);
  return data.users.filter(({ isTeacher }) => isTeacher).map(({ id }) => id);
}
