import type { auth } from '@larksong/contracts';
import type { StoredCode } from '@larksong/service-kit/codes';
import { sql, type Updateable } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

/** A class with its carers, its nests, and the short code that is good now. */
export interface ClassRow {
  id: string;
  ownerId: string;
  name: string;
  sign: auth.NestClass['sign'];
  hue: auth.NestClass['hue'];
  sharedWithId: string | null;
  ownerName: string;
  sharedWithName: string | null;
  nestIds: string[];
  code: (StoredCode & { ends_at: Date }) | null;
}

const NAME = (table: 'owner' | 'shared') =>
  sql<string>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`;

function selectClasses(db: Db, userId: string) {
  return db
    .selectFrom('nest_classes')
    .innerJoin('users as owner', 'owner.id', 'nest_classes.owner_id')
    .leftJoin('users as shared', 'shared.id', 'nest_classes.shared_with_id')
    .leftJoin('nest_class_codes as code', (join) =>
      join
        .onRef('code.class_id', '=', 'nest_classes.id')
        .on('code.ends_at', '>', sql<Date>`clock_timestamp()`),
    )
    .select([
      'nest_classes.id',
      'nest_classes.owner_id as ownerId',
      'nest_classes.name',
      'nest_classes.sign',
      'nest_classes.hue',
      'shared.id as sharedWithId',
      NAME('owner').as('ownerName'),
      NAME('shared').$castTo<string | null>().as('sharedWithName'),
      sql<string[]>`array(select id from nests where class_id = nest_classes.id order by created_at, id)`.as(
        'nestIds',
      ),
      'code.code_hash',
      'code.code_sealed',
      'code.key_id',
      'code.ends_at',
    ])
    .where((eb) =>
      eb.or([eb('nest_classes.owner_id', '=', userId), eb('nest_classes.shared_with_id', '=', userId)]),
    )
    .orderBy('nest_classes.created_at')
    .orderBy('nest_classes.id');
}

type Selected = Omit<ClassRow, 'code'> & {
  [Key in keyof NonNullable<ClassRow['code']>]: NonNullable<ClassRow['code']>[Key] | null;
};

function toRow({
  code_hash: hash,
  code_sealed: sealed,
  key_id: keyId,
  ends_at: endsAt,
  ...row
}: Selected): ClassRow {
  const hasCode = hash !== null && sealed !== null && keyId !== null && endsAt !== null;
  return {
    ...row,
    code: hasCode ? { code_hash: hash, code_sealed: sealed, key_id: keyId, ends_at: endsAt } : null,
  };
}

/** Returns the classes that an account owns or shares, oldest first. */
export async function listClassesOf(db: Db, userId: string): Promise<ClassRow[]> {
  return (await selectClasses(db, userId).execute()).map(toRow);
}

/** Returns a class that an account owns or shares, or undefined. */
export async function findClassOf(db: Db, userId: string, id: string): Promise<ClassRow | undefined> {
  const row = await selectClasses(db, userId).where('nest_classes.id', '=', id).executeTakeFirst();
  return row && toRow(row);
}

/**
 * Locks a class until the transaction ends: `change` waits for other changes, `delete` also for nests that are joining it.
 * Returns its owner and name, or undefined if there is no such class.
 */
export async function lockClass(
  trx: Trx,
  id: string,
  to: 'change' | 'delete',
): Promise<{ ownerId: string; name: string } | undefined> {
  const query = trx.selectFrom('nest_classes').select(['owner_id as ownerId', 'name']).where('id', '=', id);
  return (to === 'delete' ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst();
}

/** Returns whether an account owns this class, which is not deleted before the transaction ends. */
export async function keepOwnClass(trx: Trx, ownerId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('nest_classes')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns how many classes an account owns. */
export async function countClasses(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('nest_classes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

type Look = Pick<ClassRow, 'name' | 'sign' | 'hue'>;

/** Creates a class. The caller has counted those of the owner under the owner's lock. */
export async function createClass(trx: Trx, row: Look & { id: string; owner_id: string }): Promise<void> {
  await trx.insertInto('nest_classes').values(row).execute();
}

/** Changes a class. */
export async function updateClass(
  db: Db,
  id: string,
  change: Updateable<Pick<Tables['nest_classes'], 'name' | 'sign' | 'hue'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('nest_classes').set(change).where('id', '=', id).execute();
}

/** Returns the animals and grounds of a class's nests, oldest first. */
export async function listLooks(
  db: Db,
  classId: string,
): Promise<Pick<Tables['nests'], 'id' | 'animal' | 'ground'>[]> {
  return db
    .selectFrom('nests')
    .select(['id', 'animal', 'ground'])
    .where('class_id', '=', classId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Deletes a class with its nests, cards, codes and sessions. */
export async function deleteClass(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('nest_classes').where('id', '=', id).execute();
}

/** Ends the sharing of a class; returns whether the account is its owner or shares it, and it was shared. */
export async function endClassSharing(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('nest_classes')
    .set({ shared_with_id: null })
    .where('id', '=', id)
    .where('shared_with_id', 'is not', null)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('shared_with_id', '=', userId)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
