import type { StoredCode } from '@larksong/service-kit/codes';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** A card, with the devices on which it is open. */
export interface CardRow extends StoredCode {
  id: string;
  ownerId: string;
  label: string;
  madeAt: Date;
  lastUsedAt: Date | null;
  deviceCount: number;
}

/** Returns the cards of these nests, oldest first. */
export async function listNestCards(
  db: Db,
  nestIds: readonly string[],
): Promise<(CardRow & { nestId: string })[]> {
  if (nestIds.length === 0) return [];
  const { rows } = await sql<CardRow & { nestId: string }>`
    select c.id, c.nest_id as "nestId", c.label, c.code_hash, c.code_sealed, c.key_id, c.made_at as "madeAt",
      greatest(c.last_used_at, max(s.last_used_at)) as "lastUsedAt",
      count(s.id) filter (where s.revoked_at is null and s.expires_at > clock_timestamp())::integer as "deviceCount"
    from nest_cards c left join nest_sessions s on s.card_id = c.id
    where c.nest_id = any(${[...nestIds]}::uuid[])
    group by c.id order by c.made_at, c.id`.execute(db);
  return rows;
}

/** Creates a card of a nest unless there are `most`; the caller has locked the nest. Returns whether it was created. */
export async function createNestCard(
  trx: Trx,
  card: StoredCode & { id: string; nestId: string; label: string },
  most: number,
): Promise<boolean> {
  const { id, nestId, label, code_hash: hash, code_sealed: sealed, key_id: keyId } = card;
  const { numAffectedRows = 0n } = await sql`
    insert into nest_cards (id, nest_id, label, code_hash, code_sealed, key_id)
    select ${id}, ${nestId}, ${label}, ${hash}, ${sealed}, ${keyId}
    where (select count(*) from nest_cards where nest_id = ${nestId}) < ${most}`.execute(trx);
  return numAffectedRows > 0n;
}

/** Deletes a card of a nest, and with it the sessions that came by it; returns whether there was one. */
export async function deleteNestCard(db: Db, nestId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('nest_cards')
    .where('id', '=', id)
    .where('nest_id', '=', nestId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the card with one of these hashes and its nest, unless the nest's owner is disabled. */
export async function findCardByHash(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ id: string; nestId: string; ownerId: string } | undefined> {
  return db
    .selectFrom('nest_cards')
    .innerJoin('nests', 'nests.id', 'nest_cards.nest_id')
    .innerJoin('users', 'users.id', 'nests.owner_id')
    .select(['nest_cards.id', 'nests.id as nestId', 'nests.owner_id as ownerId'])
    .where('code_hash', 'in', [...hashes])
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Marks a card as used now; returns false if it has been taken back. The caller has locked its nest. */
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
