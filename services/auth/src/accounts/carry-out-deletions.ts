import { inTransaction, type Logger } from '@larksong/service-kit';
import { recordAs, THE_SITE } from '@larksong/service-kit/audit';

import { findAnnouncement } from '../announcement/store.ts';
import type { Db } from '../db/tables.ts';
import { deleteUndonePlans, lockDueAccount } from '../deletions/store.ts';
import { lockSuperadmin } from '../users/store.ts';
import { removeAccount } from './delete-account.ts';

const record = recordAs(THE_SITE);

/** Deletes the accounts whose deletion is due, as their owners would; none while the site is read-only. */
export async function carryOutDeletions(
  db: Db,
  { logger, onDeparture }: { logger: Logger; onDeparture: () => void },
  signal?: AbortSignal,
): Promise<void> {
  await deleteUndonePlans(db);
  while (!signal?.aborted && !(await findAnnouncement(db))?.isReadOnly) {
    const userId = await inTransaction(db, async (trx) => {
      await lockSuperadmin(trx); // before the account, as every change of an account
      const due = await lockDueAccount(trx);
      if (due) await removeAccount(trx, due.user, { deletesVideos: due.deletesVideos, record });
      return due?.user.id;
    });
    if (userId === undefined) return;
    logger.info({ userId }, 'an account was deleted as planned');
    onDeparture();
  }
}
