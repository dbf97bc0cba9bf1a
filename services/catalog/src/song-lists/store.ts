import { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql, type RawBuilder, type Selectable } from 'kysely';

import type { SongListsTable } from '../db/song-list-tables.ts';
import type { Db, Trx } from '../db/tables.ts';

export type ListRow = Selectable<SongListsTable>;

/** How a list is called and found. */
export type ListLook = Pick<ListRow, 'name' | 'description' | 'sign' | 'hue' | 'letters'>;

/** Since when a list that can still be restored was deleted at the earliest. */
const RESTORABLE_SINCE = sql<Date>`now() - make_interval(days => ${sql.lit(catalog.DELETED_LIST_DAYS)})`;

/** Returns a list that is not deleted. */
export async function findList(db: Db | Trx, id: string): Promise<ListRow | undefined> {
  return db
    .selectFrom('song_lists')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns a list, deleted or not, as long as it can be restored. */
export async function findAnyList(db: Db | Trx, id: string): Promise<ListRow | undefined> {
  return db
    .selectFrom('song_lists')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>', RESTORABLE_SINCE)]))
    .executeTakeFirst();
}

/**
 * Locks a list that is not deleted until the transaction ends, so that all changes of its songs follow each other. Videos
 * are locked before lists, lists before their songs, and the audit log last.
 */
export async function lockList(trx: Trx, id: string): Promise<ListRow | undefined> {
  return trx
    .selectFrom('song_lists')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Makes the other changes of the number of an owner's lists wait; null is the site. */
export async function lockOwner(trx: Trx, ownerId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`song lists of ${ownerId ?? 'the site'}`}, 0))`.execute(
    trx,
  );
}

/** Returns the number of an owner's lists, without deleted ones. */
export async function countLists(db: Db | Trx, ownerId: string | null): Promise<number> {
  const row = await db
    .selectFrom('song_lists')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(sql<boolean>`owner_id is not distinct from ${ownerId}::uuid`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the lists of an account, most recently changed first. */
export async function listListsOf(db: Db | Trx, ownerId: string): Promise<ListRow[]> {
  return db
    .selectFrom('song_lists')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the lists of the site, in its order. */
export async function listListsOfSite(db: Db | Trx): Promise<ListRow[]> {
  return db
    .selectFrom('song_lists')
    .selectAll()
    .where('owner_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy(sql`site_rank nulls last`)
    .orderBy('id')
    .execute();
}

/** Returns the deleted lists of these owners that can still be restored, most recently deleted first. */
export async function listDeleted(db: Db, ownerIds: (string | null)[]): Promise<ListRow[]> {
  return db
    .selectFrom('song_lists')
    .selectAll()
    .where(isOf(ownerIds))
    .where('deleted_at', '>', RESTORABLE_SINCE)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

function isOf(ownerIds: (string | null)[]): RawBuilder<boolean> {
  const accounts = ownerIds.filter((id) => id !== null);
  return ownerIds.includes(null)
    ? sql<boolean>`(owner_id = any(${accounts}::uuid[]) or owner_id is null)`
    : sql<boolean>`owner_id = any(${accounts}::uuid[])`;
}

/** Adds a list without songs; one of the site comes last among them. */
export async function createList(
  trx: Trx,
  list: ListLook & { id: string; ownerId: string | null },
): Promise<void> {
  const { ownerId, ...row } = list;
  await trx
    .insertInto('song_lists')
    .values({
      ...row,
      owner_id: ownerId,
      ...(ownerId === null ? { site_rank: sql<number>`${lastSiteRank} + 1` } : {}),
    })
    .execute();
}

const lastSiteRank = sql`(select coalesce(max(site_rank), 0) from song_lists where owner_id is null)`;

/** Changes the look of a list, and returns it. */
export async function saveLook(trx: Trx, id: string, look: Partial<ListLook>): Promise<ListRow> {
  return trx
    .updateTable('song_lists')
    .set({ ...look, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a list as changed now, and returns the version of its songs, raised by `step`. */
export async function touchList(trx: Trx, id: string, step: 0 | 1): Promise<number> {
  const row = await trx
    .updateTable('song_lists')
    .set({ updated_at: sql`now()`, version: sql`version + ${step}` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Marks a list as deleted; returns false if it was so already. Deletes what its owner deleted before, except the latest. */
export async function markDeleted(trx: Trx, { id, owner_id: ownerId }: ListRow): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('song_lists')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  await sql`
    delete from song_lists where id in (
      select id from song_lists
      where owner_id is not distinct from ${ownerId}::uuid and deleted_at is not null
      order by deleted_at desc, id desc offset ${catalog.MAX_LISTS}
    )`.execute(trx);
  return numUpdatedRows > 0n;
}

/** Restores a deleted list, and returns it; one of the site comes last among them. Undefined if it no longer can be. */
export async function markRestored(
  trx: Trx,
  { id, owner_id: ownerId }: ListRow,
): Promise<ListRow | undefined> {
  return trx
    .updateTable('song_lists')
    .set({
      deleted_at: null,
      ...(ownerId === null ? { site_rank: sql<number>`${lastSiteRank} + 1` } : {}),
    })
    .where('id', '=', id)
    .where('deleted_at', '>', RESTORABLE_SINCE)
    .returningAll()
    .executeTakeFirst();
}

/** Puts the lists of the site in an order; `ids` are theirs. */
export async function saveSiteOrder(trx: Trx, ids: string[]): Promise<void> {
  await sql`
    update song_lists set site_rank = placed.number
    from unnest(${ids}::uuid[]) with ordinality as placed (id, number)
    where song_lists.id = placed.id and owner_id is null`.execute(trx);
}

/** Deletes the lists that can no longer be restored. Stops after a batch if `signal` is aborted. */
export async function deleteOldLists(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, {
    table: 'song_lists',
    where: sql`deleted_at is not null and deleted_at <= ${RESTORABLE_SINCE}`,
    signal,
  });
}

/** Deletes the lists of an account, deleted ones too, and its positions in others. */
export async function forgetLists(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('song_list_positions').where('user_id', '=', userId).execute();
  await db.deleteFrom('song_lists').where('owner_id', '=', userId).execute();
}

/** Returns the numbers of lists and of the songs in them, deleted lists not counted. */
export async function countAll(
  db: Db,
): Promise<Record<'site' | 'account', { lists: number; songs: number }>> {
  const { rows } = await sql<{ isOfSite: boolean; lists: number; songs: number }>`
    select owner_id is null as "isOfSite", count(*)::integer as lists, coalesce(sum(song_count), 0)::integer as songs
    from song_lists where deleted_at is null group by 1`.execute(db);
  const countOf = (isOfSite: boolean) => {
    const { lists = 0, songs = 0 } = rows.find((row) => row.isOfSite === isOfSite) ?? {};
    return { lists, songs };
  };
  return { site: countOf(true), account: countOf(false) };
}
