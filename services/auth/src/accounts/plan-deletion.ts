import { because, type auth } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { createDeletion, findDeletion, takeDeletion } from '../deletions/store.ts';
import { createMail, deleteUntriedMail } from '../mail-queue/store.ts';
import { markAllRevoked } from '../sessions/store.ts';
import { isConfirmed } from '../users/account.ts';
import { lockSuperadmin } from '../users/store.ts';
import { toTeacher } from '../users/teacher.ts';
import { findAccountRow, hasSuperadmin, toAccount, updateAccountRow } from './admin-store.ts';
import { closeWaysBack } from './update-account.ts';

/**
 * Disables somebody else's account, ends its sessions and plans its deletion; its owner is told by mail. Throws
 * USER_NOT_FOUND, CONFLICT for the caller's own account and for one whose deletion is planned, or LAST_SUPERADMIN.
 */
export async function planDeletion(
  db: Db,
  id: string,
  given: {
    /** The caller's id; null for an operator. */
    by: string | null;
    deletesVideos: boolean;
    record: RecordChange;
  },
): Promise<auth.Account> {
  if (id === given.by) throw new AppError('CONFLICT', because('account.delete-own-elsewhere'));
  return db.transaction().execute(async (trx) => {
    await lockSuperadmin(trx);
    const account = await getAccountRow(trx, id);
    if (await findDeletion(trx, id)) throw new AppError('CONFLICT', because('account.deletion-planned'));
    const wasDisabled = account.disabled_at !== null;
    const wasActive = account.role === 'superadmin' && !wasDisabled;
    if (wasActive && !(await hasSuperadmin(trx, id))) throw new AppError('LAST_SUPERADMIN');
    await updateAccountRow(trx, id, { ...toRights(account), isDisabled: true });
    await markAllRevoked(trx, id);
    if (wasActive) await closeWaysBack(trx, id);
    await takeDeletion(trx, id); // one that was undone by enabling the account
    const { deletesVideos } = given;
    await createDeletion(trx, { userId: id, deletesVideos, wasDisabled });
    await createMail(trx, { kind: 'deletion-planned', email: account.email, isCounted: false });
    const changed = toAccount(await getAccountRow(trx, id));
    await given.record(trx, {
      action: 'account.plan-deletion',
      subject: { id, name: account.username },
      after: { deletedFrom: changed.deletedFrom, deletesVideos },
    });
    return changed;
  });
}

/**
 * Keeps an account whose deletion is planned: it is enabled again, unless it was disabled before, and its owner is told by
 * mail. Throws USER_NOT_FOUND, or CONFLICT if no deletion is planned.
 */
export async function undoDeletion(db: Db, id: string, record: RecordChange): Promise<auth.Account> {
  return db.transaction().execute(async (trx) => {
    await lockSuperadmin(trx);
    const account = await getAccountRow(trx, id);
    const planned = await takeDeletion(trx, id);
    if (!planned || account.disabled_at === null)
      throw new AppError('CONFLICT', because('account.deletion-not-planned'));
    await updateAccountRow(trx, id, { ...toRights(account), isDisabled: planned.was_disabled });
    // Nobody needs to be told of the end of a plan that they have not heard of.
    const { email } = account;
    if (!(await deleteUntriedMail(trx, { kind: 'deletion-planned', email })))
      await createMail(trx, { kind: 'deletion-undone', email, isCounted: false });
    await record(trx, {
      action: 'account.undo-deletion',
      subject: { id, name: account.username },
      before: { deletedFrom: planned.due_at.toISOString() },
      after: { isDisabled: planned.was_disabled },
    });
    return toAccount(await getAccountRow(trx, id));
  });
}

/** The rights stay, so that undoing the deletion restores them. */
function toRights(account: UserRow) {
  return { role: account.role, teacher: toTeacher(account), isConfirmed: isConfirmed(account) };
}

async function getAccountRow(trx: Trx, id: string) {
  const account = await findAccountRow(trx, id);
  if (!account) throw new AppError('USER_NOT_FOUND');
  return account;
}
