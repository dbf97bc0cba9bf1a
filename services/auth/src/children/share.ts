import { because, isBlank } from '@larksong/contracts';
import { AppError, inTransaction, newId, type Viewer } from '@larksong/service-kit';
import type { Change, RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { endClassSharing } from '../nests/class-store.ts';
import {
  deleteInvitationTo,
  saveInvitation,
  shareWith,
  takeInvitation,
  type SharedPlace,
} from '../nests/invitation-store.ts';
import { endSharing } from '../nests/store.ts';
import { usernameKey } from '../users/account.ts';
import { getClassOf } from './change-classes.ts';
import { getNestOf } from './change-nests.ts';

/** A change of sharing by a member, and how it is recorded. */
interface ByMember {
  userId: string;
  id: string;
  record: RecordChange;
}

type Owner = Pick<Viewer, 'id' | 'username'>;

/** Invites somebody to share a nest of its owner. Throws NEST_NOT_FOUND, USER_NOT_FOUND, or CONFLICT if it is in a class. */
export async function inviteToNest(db: Db, given: { owner: Owner; id: string; username: string }) {
  const { owner, id, username } = given;
  const { ownerId, classId } = await getNestOf(db, owner.id, id);
  if (ownerId !== owner.id) throw new AppError('NEST_NOT_FOUND');
  if (classId !== null) throw new AppError('CONFLICT', because('nest.shared-as-class'));
  await invite(db, owner, { place: { column: 'nest_id', id }, username });
}

/** Invites somebody to share a class of its owner. Throws NEST_NOT_FOUND and USER_NOT_FOUND. */
export async function inviteToClass(db: Db, given: { owner: Owner; id: string; username: string }) {
  const { owner, id, username } = given;
  const { ownerId } = await getClassOf(db, owner.id, id);
  if (ownerId !== owner.id) throw new AppError('NEST_NOT_FOUND');
  await invite(db, owner, { place: { column: 'class_id', id }, username });
}

/** Nobody is looked up, so that neither the answer nor its time shows whether there is a member of this name. */
async function invite(
  db: Db,
  owner: Owner,
  { place, username }: { place: SharedPlace; username: string },
): Promise<void> {
  const name = username.trim();
  const key = usernameKey(name);
  if (isBlank(name) || key === usernameKey(owner.username)) throw new AppError('USER_NOT_FOUND');
  await saveInvitation(db, { place, id: newId(), name, name_key: key });
}

/** Shares the nest or class of an invitation. Throws NEST_NOT_FOUND if this account has no such invitation. */
export async function acceptInvitation(db: Db, { userId, id, record }: ByMember): Promise<void> {
  await inTransaction(db, async (trx) => {
    const place = await takeInvitation(trx, userId, id);
    if (!place || !(await shareWith(trx, place, userId))) throw new AppError('NEST_NOT_FOUND');
    await record(trx, toChange('share', place));
  });
}

/** A nest is named by its id alone: no nickname is in the log. */
function toChange(verb: 'share' | 'end-sharing', { column, id }: SharedPlace): Change {
  return { action: column === 'nest_id' ? `nest.${verb}` : `class.${verb}`, subject: { id } };
}

/** Declines an invitation. Throws NEST_NOT_FOUND if this account has no such invitation. */
export async function declineInvitation(db: Db, userId: string, id: string): Promise<void> {
  if (!(await takeInvitation(db, userId, id))) throw new AppError('NEST_NOT_FOUND');
}

/**
 * Ends the sharing of a nest for one of its grown-ups, and for its owner an invitation. Throws NEST_NOT_FOUND, or CONFLICT
 * if it is in a class.
 */
export async function unshareNest(db: Db, { userId, id, record }: ByMember): Promise<void> {
  const { classId, ownerId } = await getNestOf(db, userId, id);
  if (classId !== null) throw new AppError('CONFLICT', because('nest.shared-as-class'));
  const place = { column: 'nest_id', id } as const;
  await inTransaction(db, async (trx) => {
    if (ownerId === userId) await deleteInvitationTo(trx, place);
    if (await endSharing(trx, userId, id)) await record(trx, toChange('end-sharing', place));
  });
}

/** Ends the sharing of a class for one of its grown-ups, and for its owner an invitation. Throws NEST_NOT_FOUND. */
export async function unshareClass(db: Db, { userId, id, record }: ByMember): Promise<void> {
  const { ownerId } = await getClassOf(db, userId, id);
  const place = { column: 'class_id', id } as const;
  await inTransaction(db, async (trx) => {
    if (ownerId === userId) await deleteInvitationTo(trx, place);
    if (await endClassSharing(trx, userId, id)) await record(trx, toChange('end-sharing', place));
  });
}
