import type { auth } from '@larksong/contracts';
import { sql, type Selectable, type Updateable } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

/** A nest with its carers. */
export interface NestRow {
  id: string;
  ownerId: string;
  classId: string | null;
  animal: auth.Animal;
  ground: auth.Ground;
  nickname: string;
  /** The member who shares it or its class. */
  sharedWithId: string | null;
  /** What the other grown-ups are called: the owner, and who shares it. */
  ownerName: string;
  sharedWithName: string | null;
}

const NAME = (table: 'owner' | 'shared') =>
  sql<string>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`;

/** Selects nests with who shares them: a nest of a class is shared as its class is, too. */
function selectNests(db: Db) {
  return db
    .selectFrom('nests')
    .innerJoin('users as owner', 'owner.id', 'nests.owner_id')
    .leftJoin('nest_classes', 'nest_classes.id', 'nests.class_id')
    .leftJoin('users as shared', (join) =>
      join.on((eb) =>
        eb('shared.id', '=', sql<string>`coalesce(nests.shared_with_id, nest_classes.shared_with_id)`),
      ),
    )
    .select([
      'nests.id',
      'nests.owner_id as ownerId',
      'nests.class_id as classId',
      'nests.animal',
      'nests.ground',
      'nests.nickname',
      'shared.id as sharedWithId',
      NAME('owner').as('ownerName'),
      NAME('shared').$castTo<string | null>().as('sharedWithName'),
    ])
    .orderBy('nests.created_at')
    .orderBy('nests.id');
}

/** The condition that an account cares for a nest: it owns or shares it, or shares its class. */
export function caresFor(userId: string) {
  return sql<boolean>`(nests.owner_id = ${userId} or nests.shared_with_id = ${userId}
    or nest_classes.shared_with_id = ${userId})`;
}

/** Returns the nests that an account cares for, oldest first. */
export async function listNestsOf(db: Db, userId: string): Promise<NestRow[]> {
  return selectNests(db).where(caresFor(userId)).execute();
}

/** Returns those of these nests that an account cares for. */
export async function findNestsOf(db: Db, userId: string, ids: readonly string[]): Promise<NestRow[]> {
  if (ids.length === 0) return [];
  return selectNests(db)
    .where('nests.id', 'in', [...ids])
    .where(caresFor(userId))
    .execute();
}

/** Locks an account until the transaction ends, so that its nests are counted one after the other. */
export async function lockOwner(
  trx: Trx,
  id: string,
): Promise<Pick<Selectable<Tables['users']>, 'role' | 'is_teacher'> | undefined> {
  return trx
    .selectFrom('users')
    .select(['role', 'is_teacher'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns how many nests an account owns. */
export async function countNests(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('nests')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Creates nests. The caller has counted those of the owner under the owner's lock. */
export async function createNests(
  trx: Trx,
  nests: readonly {
    id: string;
    owner_id: string;
    class_id: string | null;
    animal: auth.Animal;
    ground: auth.Ground;
    nickname: string;
  }[],
): Promise<void> {
  await trx
    .insertInto('nests')
    .values([...nests])
    .execute();
}

/** Changes a nest. One that joins a class is shared only as the class is, so that there are never two second grown-ups. */
export async function updateNest(
  db: Db,
  id: string,
  change: Updateable<Pick<Tables['nests'], 'animal' | 'ground' | 'nickname' | 'class_id'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const joins = typeof change.class_id === 'string';
  await db
    .updateTable('nests')
    .set({ ...change, ...(joins ? { shared_with_id: null } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a nest of its owner with its cards and sessions; returns whether there was one. */
export async function deleteNestOf(trx: Trx, ownerId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('nests')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends the sharing of a nest by its owner or the member who shares it; returns whether it was shared. */
export async function endSharing(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('nests')
    .set({ shared_with_id: null })
    .where('id', '=', id)
    .where('shared_with_id', 'is not', null)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('shared_with_id', '=', userId)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface CarerRow {
  id: string;
  ownerId: string;
  carerIds: string[];
  ruleId: string;
  nestIds: string[];
}

/** Returns owners, carers and nests of these nests and classes, those of disabled owners left out. */
export async function listCarers(db: Db, ids: readonly string[]): Promise<CarerRow[]> {
  const { rows } = await sql<CarerRow>`
    with asked as (select unnest(${[...ids]}::uuid[]) as id)
    select nests.id, nests.owner_id as "ownerId", coalesce(nests.class_id, nests.id) as "ruleId",
      array[nests.id] as "nestIds",
      array_remove(array[nests.owner_id, nests.shared_with_id, nest_classes.shared_with_id], null) as "carerIds"
    from asked join nests using (id) join users on users.id = nests.owner_id and disabled_at is null
      left join nest_classes on nest_classes.id = nests.class_id
    union all
    select nest_classes.id, owner_id, nest_classes.id,
      array(select nests.id from nests where class_id = nest_classes.id order by nests.created_at, nests.id),
      array_remove(array[owner_id, shared_with_id], null)
    from asked join nest_classes using (id) join users on users.id = owner_id and disabled_at is null`.execute(
    db,
  );
  return rows;
}
