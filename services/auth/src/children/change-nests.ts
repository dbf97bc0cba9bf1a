import { auth, because, isBlank } from '@larksong/contracts';
import { AppError, inTransaction, newId } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { keepOwnClass } from '../nests/class-store.ts';
import { createNestDepartures } from '../nests/departure-store.ts';
import { endLeastUsedDevices } from '../nests/device-store.ts';
import {
  countNests,
  createNests,
  deleteNestOf,
  findNestsOf,
  lockOwner,
  updateNest,
  type NestRow,
} from '../nests/store.ts';

/** How many nests an account may own. */
export interface NestLimits {
  perMember: number;
  perTeacher: number;
}

export type Look = Pick<auth.Nest, 'animal' | 'ground'> & { nickname: string };

/** Returns how many nests an account with this role may own. */
export function maximumOf(
  { role, isTeacher }: { role: auth.Role; isTeacher: boolean },
  limits: NestLimits,
): number {
  return role === 'superadmin' || isTeacher ? limits.perTeacher : limits.perMember;
}

/**
 * Locks the owner of nests to be. Throws CONFLICT if that many more are beyond the limit, or NEST_NOT_FOUND without the
 * owner.
 */
export async function reserveNests(
  trx: Trx,
  { ownerId, count, limits }: { ownerId: string; count: number; limits: NestLimits },
): Promise<void> {
  const owner = await lockOwner(trx, ownerId);
  if (!owner) throw new AppError('NEST_NOT_FOUND');
  const maximum = maximumOf({ role: owner.role, isTeacher: owner.is_teacher }, limits);
  if ((await countNests(trx, ownerId)) + count > maximum)
    throw new AppError('CONFLICT', because('nest.too-many', { maximum }));
}

/** Creates nests for which there is room and returns their ids. Those of a class are open on its tablets at once. */
export async function addNests(
  trx: Trx,
  { ownerId, classId, looks }: { ownerId: string; classId: string | null; looks: readonly Look[] },
): Promise<string[]> {
  const nests = looks.map((look) => ({ ...look, id: newId(), owner_id: ownerId, class_id: classId }));
  const nestIds = nests.map(({ id }) => id);
  await createNests(trx, nests);
  if (classId !== null) await endLeastUsedDevices(trx, { nestIds, most: auth.MAX_NEST_DEVICES });
  return nestIds;
}

/** Creates a nest of the caller. Throws CONFLICT beyond the limit, or NEST_NOT_FOUND for somebody else's class. */
export async function createNestOf(
  db: Db,
  given: { ownerId: string; classId: string | undefined; look: Look; limits: NestLimits },
): Promise<string> {
  const { ownerId, classId = null, limits } = given;
  const look = withNickname(given.look);
  return inTransaction(db, async (trx) => {
    await reserveNests(trx, { ownerId, count: 1, limits });
    if (classId !== null && !(await keepOwnClass(trx, ownerId, classId)))
      throw new AppError('NEST_NOT_FOUND');
    const [id = ''] = await addNests(trx, { ownerId, classId, looks: [look] });
    return id;
  });
}

/** Returns a look without spaces around its nickname. Throws VALIDATION_FAILED if nothing else is in it. */
export function withNickname<T extends { nickname?: string }>(look: T): T {
  if (look.nickname === undefined) return look;
  const nickname = look.nickname.trim();
  if (isBlank(nickname))
    throw new AppError('VALIDATION_FAILED', because('nest.nickname', { maximum: auth.MAX_NICKNAME }));
  return { ...look, nickname };
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
  const { userId, id, classId } = given;
  const look = withNickname(given.look);
  await inTransaction(db, async (trx) => {
    const { ownerId } = await getNestOf(trx, userId, id);
    if (classId !== undefined && ownerId !== userId) throw new AppError('NEST_NOT_FOUND');
    if (typeof classId === 'string' && !(await keepOwnClass(trx, userId, classId)))
      throw new AppError('NEST_NOT_FOUND');
    await updateNest(trx, id, { ...look, ...(classId === undefined ? {} : { class_id: classId }) });
    if (typeof classId === 'string')
      await endLeastUsedDevices(trx, { nestIds: [id], most: auth.MAX_NEST_DEVICES });
  });
}

/** Deletes a nest of its owner, and records it for catalog. Throws NEST_NOT_FOUND. */
export async function removeNest(db: Db, ownerId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await createNestDepartures(trx, [id]);
    // Thrown inside the transaction: nothing has left then.
    if (!(await deleteNestOf(trx, ownerId, id))) throw new AppError('NEST_NOT_FOUND');
  });
}
