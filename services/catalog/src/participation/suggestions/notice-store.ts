import { sql } from 'kysely';

import type { Db } from '../../db/tables.ts';
import { WAITING } from './store.ts';

/** A list with suggestions of which its owner was not told. */
export interface UntoldList {
  id: string;
  name: string;
  /** Null for a list of the site. */
  ownerId: string | null;
  /** Oldest first. */
  told: { id: string; at: Date }[];
}

/** Returns lists with suggestions of which their owner, who sees them, was not told, except what the owner suggested. */
export async function listUntoldLists(db: Db): Promise<UntoldList[]> {
  const { rows } = await sql<Omit<UntoldList, 'told'> & { ids: string[]; at: Date }>`
    select lists.id, lists.name, lists.owner_id as "ownerId",
      array_agg(suggestions.id order by suggestions.made_at, suggestions.id) as ids, min(suggestions.made_at) as at
    from ${WAITING} and suggestions.told_at is null
      and suggestions.member_id is distinct from lists.owner_id
    group by lists.id order by min(suggestions.made_at) limit 100`.execute(db);
  return rows.map(({ ids, at, ...list }) => ({ ...list, told: ids.map((id) => ({ id, at })) }));
}

/** Marks suggestions as those of which the owner of their list was told. */
export async function markTold(db: Db, ids: string[]): Promise<void> {
  await sql`update list_suggestions set told_at = now() where id = any(${ids}::uuid[])`.execute(db);
}
