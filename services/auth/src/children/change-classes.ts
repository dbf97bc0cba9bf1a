import { auth, because, isBlank } from '@larksong/contracts';
import { AppError, inTransaction, newId } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import { makeCode, writeCode } from '@larksong/service-kit/codes';

import type { Db } from '../db/tables.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import { saveClassCode } from '../nests/class-code-store.ts';
import {
  countClasses,
  createClass,
  deleteClass,
  findClassOf,
  listLooks,
  lockClass,
  updateClass,
  type ClassRow,
} from '../nests/class-store.ts';
import { createNestDepartures } from '../nests/departure-store.ts';
import { lockOwner } from '../nests/store.ts';
import { addCards } from './cards.ts';
import { addNests, reserveNests, withNickname, type NestLimits } from './change-nests.ts';
import { chooseLooks } from './looks.ts';

type Look = Pick<auth.NestClass, 'name' | 'sign' | 'hue'>;

/** Creates a class of the caller and returns its id. Throws CONFLICT beyond the limit. */
export async function createClassOf(db: Db, ownerId: string, given: Look): Promise<string> {
  const look = withName(given);
  const id = newId();
  await inTransaction(db, async (trx) => {
    if (!(await lockOwner(trx, ownerId))) throw new AppError('UNAUTHENTICATED');
    const maximum = auth.MAX_CLASSES;
    if ((await countClasses(trx, ownerId)) >= maximum)
      throw new AppError('CONFLICT', because('nest.classes-too-many', { maximum }));
    await createClass(trx, { ...look, id, owner_id: ownerId });
  });
  return id;
}

function withName<T extends Partial<Look>>(look: T): T {
  if (look.name === undefined) return look;
  const name = look.name.trim();
  if (isBlank(name))
    throw new AppError('VALIDATION_FAILED', because('nest.class-name', { maximum: auth.MAX_CLASS_NAME }));
  return { ...look, name };
}

/** Returns a class that the account owns or shares. Throws NEST_NOT_FOUND. */
export async function getClassOf(db: Db, userId: string, id: string): Promise<ClassRow> {
  const found = await findClassOf(db, userId, id);
  if (!found) throw new AppError('NEST_NOT_FOUND');
  return found;
}

/** Changes the look of a class. Throws NEST_NOT_FOUND. */
export async function changeClass(
  db: Db,
  { userId, id, look }: { userId: string; id: string; look: Partial<Look> },
): Promise<void> {
  await getClassOf(db, userId, id);
  await updateClass(db, id, withName(look));
}

/** Deletes a class of its owner with its nests, records all for catalog, and returns how many. Throws NEST_NOT_FOUND. */
export async function removeClass(
  db: Db,
  { ownerId, id, record }: { ownerId: string; id: string; record: RecordChange },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const locked = await lockClass(trx, id, 'delete');
    if (locked?.ownerId !== ownerId) throw new AppError('NEST_NOT_FOUND');
    const nests = await listLooks(trx, id);
    await createNestDepartures(trx, [id, ...nests.map((nest) => nest.id)]);
    await deleteClass(trx, id);
    // Without any nickname: the log is kept for longer than what is deleted.
    await record(trx, {
      action: 'class.delete',
      subject: { id, name: locked.name },
      before: { nests: nests.length },
    });
    return nests.length;
  });
}

/**
 * Makes a nest of a class for each nickname, all or none, and returns their ids. They belong to the owner of the class.
 * Throws NEST_NOT_FOUND, VALIDATION_FAILED, and CONFLICT beyond the owner's limit.
 */
export async function addNestsTo(
  deps: { db: Db; keys: CardKeys; limits: NestLimits },
  given: { userId: string; classId: string; nicknames: readonly string[]; withCards: boolean },
): Promise<string[]> {
  const { userId, classId, withCards } = given;
  const names = given.nicknames.map((nickname) => withNickname({ nickname }));
  const { ownerId } = await getClassOf(deps.db, userId, classId);
  return inTransaction(deps.db, async (trx) => {
    await reserveNests(trx, { ownerId, count: names.length, limits: deps.limits });
    // Read under the lock: the class may be gone by now, or shared no more.
    if (!(await lockClass(trx, classId, 'change')) || !(await findClassOf(trx, userId, classId)))
      throw new AppError('NEST_NOT_FOUND');
    const chosen = chooseLooks(await listLooks(trx, classId), names.length);
    const looks = names.flatMap((name, index) => (chosen[index] ? [{ ...chosen[index], ...name }] : []));
    const ids = await addNests(trx, { ownerId, classId, looks });
    const cards = ids.map((id, index) => ({
      place: { column: 'nest_id', id } as const,
      label: names[index]?.nickname ?? '',
    }));
    if (withCards) await addCards(trx, deps.keys, userId, cards);
    return ids;
  });
}

/** Tries until a code is free; of 190 million, a few thousand are in use at most. */
const TRIES = 10;

/** Makes the short code of a class, which replaces the one before. Throws NEST_NOT_FOUND. */
export async function makeClassCode(
  { db, keys }: { db: Db; keys: CardKeys },
  { userId, classId, hours }: { userId: string; classId: string; hours: number },
): Promise<auth.ClassCode> {
  await getClassOf(db, userId, classId);
  return inTransaction(db, async (trx) => {
    if (!(await lockClass(trx, classId, 'change'))) throw new AppError('NEST_NOT_FOUND');
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { text } = makeCode('spoken');
      const code = { kind: 'class', text } as const;
      const stored = { code: keys.store(code), hashes: keys.hashesOf(code) };
      const endsAt = await saveClassCode(trx, { ...stored, classId, makerId: userId, hours });
      if (endsAt) return { code: writeCode({ kind: 'spoken', text }), endsAt: endsAt.toISOString() };
    }
    throw new Error('no short code is free');
  });
}
