import type { StoredCode } from '@larksong/service-kit/codes';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** What a card opens: a nest or a class, by its column. */
export interface CardPlace {
  column: 'nest_id' | 'class_id';
  id: string;
}

/** A card, with the devices on which it is open. */
export interface CardRow extends StoredCode {
  id: string;
  /** The nest or the class. */
  placeId: string;
  label: string;
  madeAt: Date;
  lastUsedAt: Date | null;
  deviceCount: number;
}

/** Returns the cards of these nests or classes, oldest first. */
export async function listCards(
  db: Db,
  column: CardPlace['column'],
  placeIds: readonly string[],
): Promise<CardRow[]> {
  if (placeIds.length === 0) return [];
  const placeId = sql.ref(`c.${column}`);
  const { rows } = await sql<CardRow>`
    select c.id, ${placeId} as "placeId", c.label, c.code_hash, c.code_sealed, c.key_id, c.made_at as "madeAt",
      greatest(c.last_used_at, max(s.last_used_at)) as "lastUsedAt",
      count(s.id) filter (where s.revoked_at is null and s.expires_at > clock_timestamp())::integer as "deviceCount"
    from nest_cards c left join nest_sessions s on s.card_id = c.id
    where ${placeId} = any(${[...placeIds]}::uuid[])
    group by c.id order by c.made_at, c.id`.execute(db);
  return rows;
}

/** Returns how many cards a nest or a class has. */
export async function countCards(db: Db, { column, id }: CardPlace): Promise<number> {
  const row = await db
    .selectFrom('nest_cards')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(column, '=', id)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Creates cards. The caller has locked what they open, and counted its cards. */
export async function createCards(
  trx: Trx,
  cards: readonly (StoredCode & { id: string; maker_id: string; place: CardPlace; label: string })[],
): Promise<void> {
  if (cards.length === 0) return;
  const rows = cards.map(({ place, ...card }) => ({
    ...card,
    nest_id: place.column === 'nest_id' ? place.id : null,
    class_id: place.column === 'class_id' ? place.id : null,
  }));
  await trx.insertInto('nest_cards').values(rows).execute();
}

/**
 * Deletes a card of a nest or a class and ends the sessions that came by it; returns whether there was one. The sessions
 * themselves stay for a day, so that the other services hear at once that they have ended.
 */
export async function deleteCard(trx: Trx, { column, id: placeId }: CardPlace, id: string): Promise<boolean> {
  const card = await trx
    .selectFrom('nest_cards')
    .select('id')
    .where('id', '=', id)
    .where(column, '=', placeId)
    .forUpdate()
    .executeTakeFirst();
  if (!card) return false;
  await trx
    .updateTable('nest_sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()`, card_id: null })
    .where('card_id', '=', id)
    .execute();
  await trx.deleteFrom('nest_cards').where('id', '=', id).execute();
  return true;
}

/** A card with what it opens: a nest, or else a class. */
export interface FoundCard {
  id: string;
  ownerId: string;
  makerId: string | null;
  nestId: string | null;
  classId: string | null;
}

/** Returns the card with one of these hashes, unless the owner of what it opens is disabled. */
export async function findCardByHash(db: Db, hashes: readonly Buffer[]): Promise<FoundCard | undefined> {
  const { rows } = await sql<FoundCard>`
    select c.id, users.id as "ownerId", c.maker_id as "makerId", c.nest_id as "nestId", c.class_id as "classId"
    from nest_cards c left join nests on nests.id = c.nest_id left join nest_classes k on k.id = c.class_id
      join users on users.id = coalesce(nests.owner_id, k.owner_id) and users.disabled_at is null
    where c.code_hash = any(${[...hashes]}::bytea[])`.execute(db);
  return rows[0];
}

/** Marks a card as used now; returns false if it has been taken back. The caller has locked what it opens. */
export async function markCardUsed(trx: Trx, id: string): Promise<boolean> {
  const result = await trx
    .updateTable('nest_cards')
    .set({ last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns up to `limit` cards that were not stored with this key, after one of them. */
export async function listCardsOfOtherKeys(
  db: Db,
  { keyId, after, limit }: { keyId: string; after: string | null; limit: number },
): Promise<(StoredCode & { id: string })[]> {
  return db
    .selectFrom('nest_cards')
    .select(['id', 'code_hash', 'code_sealed', 'key_id'])
    .where('key_id', '!=', keyId)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores the code of a card with another key, unless it was changed meanwhile. */
export async function saveCardCode(
  db: Db,
  { id, before, after }: { id: string; before: StoredCode; after: StoredCode },
): Promise<void> {
  await db
    .updateTable('nest_cards')
    .set(after)
    .where('id', '=', id)
    .where('key_id', '=', before.key_id)
    .execute();
}
