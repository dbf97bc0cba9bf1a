import type { Account, Role } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { markAllRevoked } from '../sessions/store.ts';
import { findAccountRow, hasOtherSuperadmin, toAccount, updateAccountRow } from './admin-store.ts';
import { lockSuperadmin } from './store.ts';

/**
 * Changes role and state of an account; disabling it ends its sessions. Of several changes at once none can leave the
 * site without a superadmin. Throws USER_NOT_FOUND or LAST_SUPERADMIN.
 */
export async function changeAccount(
  db: Db,
  id: string,
  wanted: { role?: Role; isDisabled?: boolean },
): Promise<Account> {
  return db.transaction().execute(async (trx) => {
    await lockSuperadmin(trx);
    const account = await findAccountRow(trx, id);
    if (!account) throw new AppError('USER_NOT_FOUND');
    const isDisabled = wanted.isDisabled ?? account.disabled_at !== null;
    const role = wanted.role ?? account.role;
    const wasActive = account.role === 'superadmin' && account.disabled_at === null;
    const staysActive = role === 'superadmin' && !isDisabled;
    if (wasActive && !staysActive && !(await hasOtherSuperadmin(trx, id)))
      throw new AppError('LAST_SUPERADMIN');
    await updateAccountRow(trx, id, { role, isDisabled });
    if (isDisabled) await markAllRevoked(trx, id);
    const changed = await findAccountRow(trx, id);
    if (!changed) throw new AppError('USER_NOT_FOUND');
    return toAccount(changed);
  });
}
