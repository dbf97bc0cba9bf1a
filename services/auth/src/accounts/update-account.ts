import { because, type auth } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { deleteInvitationsBy } from '../invitations/store.ts';
import { deleteKeptLinks } from '../kept-mails/store.ts';
import { deleteLinksAskedBy } from '../links/store.ts';
import { deleteMailsAskedBy } from '../mail-queue/store.ts';
import { stopImportsBy } from '../people-imports/store.ts';
import { markAllRevoked } from '../sessions/store.ts';
import { isConfirmed } from '../users/account.ts';
import { lockSuperadmin } from '../users/store.ts';
import { toTeacher } from '../users/teacher.ts';
import { findAccountRow, hasSuperadmin, toAccount, updateAccountRow } from './admin-store.ts';

/**
 * Updates the role and state of an account. Disabling ends its sessions; a former superadmin's links and invitations are
 * deleted. Concurrent changes cannot leave the site without a superadmin. Throws USER_NOT_FOUND, LAST_SUPERADMIN,
 * VALIDATION_FAILED, or CONFLICT if an account whose deletion is planned is enabled.
 */
export async function changeAccount(
  db: Db,
  id: string,
  wanted: {
    role?: auth.Role;
    teacher?: Partial<auth.Teacher> | null;
    isDisabled?: boolean;
    isConfirmed?: boolean;
  },
  record: RecordChange,
): Promise<auth.Account> {
  return db.transaction().execute(async (trx) => {
    await lockSuperadmin(trx);
    return updateAccountIn(trx, id, wanted, record);
  });
}

/** Updates an account as `changeAccount` does, in a transaction that holds the lock of superadmins. */
export async function updateAccountIn(
  trx: Trx,
  id: string,
  wanted: Parameters<typeof changeAccount>[2],
  record: RecordChange,
): Promise<auth.Account> {
  const account = await findAccountRow(trx, id);
  if (!account) throw new AppError('USER_NOT_FOUND');
  if (wanted.isDisabled === false && account.deletedFrom !== null)
    throw new AppError('CONFLICT', because('account.deletion-planned'));
  const isDisabled = wanted.isDisabled ?? account.disabled_at !== null;
  // What a role vouched for outlives it.
  const staysConfirmed = wanted.isConfirmed ?? isConfirmed(account);
  const role = wanted.role ?? account.role;
  const teacher = toWantedTeacher(account, { role, wanted: wanted.teacher });
  const wasActive = account.role === 'superadmin' && account.disabled_at === null;
  const staysActive = role === 'superadmin' && !isDisabled;
  if (wasActive && !staysActive && !(await hasSuperadmin(trx, id))) throw new AppError('LAST_SUPERADMIN');
  await updateAccountRow(trx, id, { role, teacher, isDisabled, isConfirmed: staysConfirmed });
  if (isDisabled) await markAllRevoked(trx, id);
  if (wasActive && !staysActive) await closeWaysBack(trx, id);
  const changed = await findAccountRow(trx, id);
  if (!changed) throw new AppError('USER_NOT_FOUND');
  await record(trx, {
    action: 'account.update',
    subject: { id, name: account.username },
    before: toRecorded(account),
    after: { role, teacher, isDisabled, isConfirmed: staysConfirmed },
  });
  return toAccount(changed);
}

function toRecorded(account: UserRow) {
  const isDisabled = account.disabled_at !== null;
  return { role: account.role, teacher: toTeacher(account), isDisabled, isConfirmed: isConfirmed(account) };
}

/** What somebody may do who has just become a teacher. */
export const NEW_TEACHER: auth.Teacher = { isTrusted: false, editsLetters: false, quotaBytes: null };

/** Returns what the account may do as a teacher afterwards. Throws VALIDATION_FAILED for a superadmin who would be one. */
function toWantedTeacher(
  account: UserRow,
  { role, wanted }: { role: auth.Role; wanted: Partial<auth.Teacher> | null | undefined },
): auth.Teacher | null {
  if (role === 'superadmin') {
    if (wanted) throw new AppError('VALIDATION_FAILED', because('account.superadmin-is-no-teacher'));
    return null;
  }
  const present = toTeacher(account);
  return wanted ? { ...(present ?? NEW_TEACHER), ...wanted } : wanted === null ? null : present;
}

/**
 * Deletes the links that a superadmin requested, and those that they could have read in kept mails, and stops their import
 * of people.
 */
export async function closeWaysBack(trx: Trx, id: string): Promise<void> {
  await deleteInvitationsBy(trx, id);
  await deleteMailsAskedBy(trx, id);
  await deleteLinksAskedBy(trx, id);
  await deleteKeptLinks(trx);
  await stopImportsBy(trx, id);
}
