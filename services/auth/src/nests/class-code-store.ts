import { deleteInBatches } from '@larksong/service-kit';
import type { StoredCode } from '@larksong/service-kit/codes';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

interface NewClassCode {
  classId: string;
  makerId: string;
  code: StoredCode;
  hashes: Buffer[];
  hours: number;
}

/**
 * Saves the short code of a class instead of the one before, for some hours. Returns when it ends, or undefined if another
 * class has the same code, by one of its hashes.
 */
export async function saveClassCode(
  trx: Trx,
  { classId, makerId, code, hashes, hours }: NewClassCode,
): Promise<Date | undefined> {
  const taken = await trx
    .selectFrom('nest_class_codes')
    .select('class_id')
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  if (taken) return undefined;
  const endsAt = sql<Date>`clock_timestamp() + make_interval(secs => ${hours * 3600})`;
  const values = { ...code, maker_id: makerId, ends_at: endsAt };
  const saved = await trx
    .insertInto('nest_class_codes')
    .values({ ...values, class_id: classId })
    .onConflict((conflict) => conflict.column('class_id').doUpdateSet(values))
    .returning('ends_at')
    .executeTakeFirstOrThrow();
  return saved.ends_at;
}

/** Ends the short code of a class, if there is one. */
export async function endClassCode(db: Db, classId: string): Promise<void> {
  await db.deleteFrom('nest_class_codes').where('class_id', '=', classId).execute();
}

/** Returns the class that a short code with one of these hashes opens now, unless its owner is disabled. */
export async function findClassByCode(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ classId: string; ownerId: string; makerId: string | null } | undefined> {
  return db
    .selectFrom('nest_class_codes')
    .innerJoin('nest_classes', 'nest_classes.id', 'nest_class_codes.class_id')
    .innerJoin('users', 'users.id', 'nest_classes.owner_id')
    .select([
      'nest_classes.id as classId',
      'nest_classes.owner_id as ownerId',
      'nest_class_codes.maker_id as makerId',
    ])
    .where('code_hash', 'in', [...hashes])
    .where('ends_at', '>', sql<Date>`clock_timestamp()`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Deletes short codes that have ended. */
export async function deleteEndedClassCodes(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'nest_class_codes', where: sql`ends_at < clock_timestamp()`, signal });
}

/** Returns the short codes that were not stored with this key; there are few, since they end on the same day. */
export async function listClassCodesOfOtherKeys(
  db: Db,
  keyId: string,
): Promise<(StoredCode & { class_id: string })[]> {
  return db
    .selectFrom('nest_class_codes')
    .select(['class_id', 'code_hash', 'code_sealed', 'key_id'])
    .where('key_id', '!=', keyId)
    .execute();
}

/** Stores a short code with another key, unless it was changed meanwhile. */
export async function restoreClassCode(
  db: Db,
  { classId, before, after }: { classId: string; before: StoredCode; after: StoredCode },
): Promise<void> {
  await db
    .updateTable('nest_class_codes')
    .set(after)
    .where('class_id', '=', classId)
    .where('code_hash', '=', before.code_hash)
    .execute();
}
