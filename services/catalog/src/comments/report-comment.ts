import { because, type catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { countReports } from './limit-store.ts';
import * as store from './store.ts';
import { isSeen } from './write-comment.ts';
import { saveReport } from './write-store.ts';

/** Reports in an hour by one account. */
const PER_HOUR = 30;

/**
 * Reports somebody else's comment to those who decide; repeated, it changes nothing. Throws ITEM_NOT_FOUND, CONFLICT for
 * an own comment, and TOO_MANY_REQUESTS.
 */
export async function reportComment(
  db: Db,
  { id, fault }: { id: string; fault: catalog.CommentFault },
  viewer: Viewer,
): Promise<void> {
  const found = await store.findComment(db, id);
  if (found?.author_id === viewer.id) throw new AppError('CONFLICT', because('comment.own'));
  if (!found || !(await isSeen(db, found, viewer))) throw new AppError('ITEM_NOT_FOUND');
  await inTransaction(db, async (trx) => {
    const comment = await store.lockComment(trx, id);
    if (!comment || !(await isSeen(trx, comment, viewer))) throw new AppError('ITEM_NOT_FOUND');
    const isNew = await saveReport(trx, { comment, reporterId: viewer.id, fault });
    if (isNew && (await countReports(trx, viewer.id)) > PER_HOUR)
      throw new AppError('TOO_MANY_REQUESTS', { ...because('comment.reports-full'), retryAfterSeconds: 600 });
  });
}
