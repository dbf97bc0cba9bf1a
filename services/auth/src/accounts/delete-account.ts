import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { Change, RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { createDeparture } from '../departures/store.ts';
import { deleteInvitationTo } from '../invitations/store.ts';
import { deleteKeptMailsTo } from '../kept-mails/store.ts';
import type { Place } from '../known-places/place.ts';
import { deleteMailsTo } from '../mail-queue/store.ts';
import { createNestDeparturesOf } from '../nests/departure-store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { deleteLinesTo } from '../people-imports/store.ts';
import { listOpenSessionIds } from '../sessions/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { deleteUser, lockSuperadmin, lockVerified } from '../users/store.ts';
import { hasSuperadmin } from './admin-store.ts';
import { checkOwnPassword } from './own-password.ts';
import { closeWaysBack } from './update-account.ts';

/**
 * Deletes a member's account with everything that auth stores about it, and records the departure, from which catalog and
 * the member learn of it. Returns the ids of the sessions that ended with it. Throws as `checkOwnPassword` does, FORBIDDEN
 * if videos are not theirs to delete, LAST_SUPERADMIN, or CONFLICT if the password was changed meanwhile.
 */
export async function deleteOwnAccount(
  deps: { db: Db; passwords: PasswordHasher; throttle: Throttle },
  given: {
    viewer: Viewer;
    password: string;
    deletesVideos: boolean;
    place: Place;
    /** Records the departure of a superadmin. */
    record: RecordChange;
  },
): Promise<string[]> {
  const { deletesVideos, record } = given;
  const verified = await checkOwnPassword(deps, given);
  return inTransaction(deps.db, async (trx) => {
    await lockSuperadmin(trx);
    // A sign-in that is under way waits here, and then finds no account.
    const user = await lockVerified(trx, verified);
    if (!user) throw new AppError('CONFLICT');
    if (deletesVideos && user.role !== 'superadmin') throw new AppError('FORBIDDEN');
    const sessionIds = await listOpenSessionIds(trx, user.id);
    const nests = await remove(trx, user, deletesVideos);
    if (user.role === 'superadmin') await record(trx, toChange(user, { deletesVideos, nests }));
    return sessionIds;
  });
}

/**
 * Deletes an account for an operator, as `deleteOwnAccount` does. Throws LAST_SUPERADMIN, or CONFLICT if the password was
 * changed meanwhile.
 */
export async function deleteAccountOf(
  db: Db,
  found: UserRow,
  { deletesVideos, record }: { deletesVideos: boolean; record: RecordChange },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockSuperadmin(trx);
    const user = await lockVerified(trx, found);
    if (!user) throw new AppError('CONFLICT');
    await removeAccount(trx, user, { deletesVideos, record });
  });
}

/** Deletes a locked account as the functions above do. The caller holds the lock of superadmins. */
export async function removeAccount(
  trx: Trx,
  user: UserRow,
  { deletesVideos, record }: { deletesVideos: boolean; record: RecordChange },
): Promise<void> {
  const nests = await remove(trx, user, deletesVideos);
  await record(trx, toChange(user, { deletesVideos, nests }));
}

/** Returns how many nests of children went with the account. */
async function remove(trx: Trx, user: UserRow, deletesVideos: boolean): Promise<number> {
  if (user.role === 'superadmin') await retire(trx, user);
  await deleteMailsTo(trx, user.email);
  await deleteKeptMailsTo(trx, user.email);
  await deleteInvitationTo(trx, user.email);
  await deleteLinesTo(trx, user.email);
  const nests = await createNestDeparturesOf(trx, user.id);
  await deleteUser(trx, user.id);
  await createDeparture(trx, {
    user_id: user.id,
    email: user.email,
    is_email_verified: user.email_verified_at !== null,
    deletes_videos: deletesVideos,
  });
  return nests;
}

function toChange({ id, username }: UserRow, after: { deletesVideos: boolean; nests: number }): Change {
  return { action: 'account.delete', subject: { id, name: username }, after };
}

async function retire(trx: Trx, { id }: UserRow): Promise<void> {
  if (!(await hasSuperadmin(trx, id))) throw new AppError('LAST_SUPERADMIN');
  await closeWaysBack(trx, id);
}
