import type { auth } from '@larksong/contracts';
import { because } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { createNestDepartures } from '../nests/departure-store.ts';
import {
  countNests,
  createNests,
  deleteNestOf,
  findActiveByName,
  findNestsOf,
  lockOwner,
  ownsClass,
  updateNest,
  type NestRow,
} from '../nests/store.ts';
import { usernameKey } from '../users/account.ts';

/** How many nests an account may own. */
export interface NestLimits {
  perMember: number;
  perTeacher: number;
}

type Look = Pick<auth.Nest, 'animal' | 'ground'> & { nickname: string };

/** Returns how many nests an account with this role may own. */
export function maximumOf(
  { role, isTeacher }: { role: auth.Role; isTeacher: boolean },
  limits: NestLimits,
): number {
  return role === 'superadmin' || isTeacher ? limits.perTeacher : limits.perMember;
}

/** Creates nests of one owner and returns their ids. Throws CONFLICT beyond the limit, or NEST_NOT_FOUND without the owner. */
export async function addNests(
  trx: Trx,
  given: { ownerId: string; classId: string | null; looks: readonly Look[]; limits: NestLimits },
): Promise<string[]> {
  const { ownerId, classId, looks, limits } = given;
  const owner = await lockOwner(trx, ownerId);
  if (!owner) throw new AppError('NEST_NOT_FOUND');
  const maximum = maximumOf({ role: owner.role, isTeacher: owner.is_teacher }, limits);
  if ((await countNests(trx, ownerId)) + looks.length > maximum)
    throw new AppError('CONFLICT', because('nest.too-many', { maximum }));
  const nests = looks.map((look) => ({ ...look, id: newId(), owner_id: ownerId, class_id: classId }));
  await createNests(trx, nests);
  return nests.map(({ id }) => id);
}

/** Creates a nest of the caller. Throws CONFLICT beyond the limit, or NEST_NOT_FOUND for somebody else's class. */
export async function createNestOf(
  db: Db,
  given: { ownerId: string; classId: string | undefined; look: Look; limits: NestLimits },
): Promise<string> {
  const { ownerId, classId = null, look, limits } = given;
  return db.transaction().execute(async (trx) => {
    if (classId !== null && !(await ownsClass(trx, ownerId, classId))) throw new AppError('NEST_NOT_FOUND');
    const [id = ''] = await addNests(trx, { ownerId, classId, looks: [look], limits });
    return id;
  });
}

/** Returns a nest that the account cares for. Throws NEST_NOT_FOUND. */
export async function getNestOf(db: Db, userId: string, id: string): Promise<NestRow> {
  const [nest] = await findNestsOf(db, userId, [id]);
  if (!nest) throw new AppError('NEST_NOT_FOUND');
  return nest;
}

/** Changes a nest. Throws NEST_NOT_FOUND; only the owner changes its class, to one of the owner's own. */
export async function changeNest(
  db: Db,
  given: { userId: string; id: string; look: Partial<Look>; classId: string | null | undefined },
): Promise<void> {
  const { userId, id, look, classId } = given;
  const { ownerId } = await getNestOf(db, userId, id);
  if (classId !== undefined && ownerId !== userId) throw new AppError('NEST_NOT_FOUND');
  if (typeof classId === 'string' && !(await ownsClass(db, userId, classId)))
    throw new AppError('NEST_NOT_FOUND');
  await updateNest(db, id, { ...look, ...(classId === undefined ? {} : { class_id: classId }) });
}

/** Deletes a nest of its owner, and records it for catalog. Throws NEST_NOT_FOUND. */
export async function removeNest(db: Db, ownerId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await createNestDepartures(trx, [id]);
    // Thrown inside the transaction: nothing has left then.
    if (!(await deleteNestOf(trx, ownerId, id))) throw new AppError('NEST_NOT_FOUND');
  });
}

/** Returns the id of the member with whom an owner shares. Throws USER_NOT_FOUND, the same whatever the cause. */
export async function getSharer(db: Db, ownerId: string, username: string): Promise<string> {
  const other = await findActiveByName(db, usernameKey(username.trim()));
  if (!other || other.id === ownerId) throw new AppError('USER_NOT_FOUND');
  return other.id;
}
