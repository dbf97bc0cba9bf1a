import { sql, type Selectable } from 'kysely';

import type { NestRowsTable, NestRulesTable } from '../db/nest-tables.ts';
import type { Db, Trx } from '../db/tables.ts';
import { visibleTo } from '../library/listings/store.ts';
import type { DoorViewer } from '../library/videos/viewer.ts';

export type RuleRow = Selectable<NestRulesTable>;
export type RowRow = Selectable<NestRowsTable>;

/** A rule as it is stored. */
export interface StoredRule {
  rule: RuleRow;
  /** In order. */
  rows: RowRow[];
  hiddenIds: string[];
}

/** Returns the settings of a rule of this owner. */
export async function findRule(db: Db | Trx, id: string, ownerId: string): Promise<RuleRow | undefined> {
  return db
    .selectFrom('nest_rules')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

/** Returns a whole rule. */
export async function findStoredRule(
  db: Db | Trx,
  id: string,
  ownerId: string,
): Promise<StoredRule | undefined> {
  const rule = await findRule(db, id, ownerId);
  if (!rule) return undefined;
  const rows = await db
    .selectFrom('nest_rows')
    .selectAll()
    .where('rule_id', '=', id)
    .orderBy('rank')
    .execute();
  const hidden = await db
    .selectFrom('nest_hidden_songs')
    .select('video_id')
    .where('rule_id', '=', id)
    .orderBy('video_id')
    .execute();
  return { rule, rows, hiddenIds: hidden.map((row) => row.video_id) };
}

/** Makes the other changes of a rule wait, also before it exists. */
export async function lockRule(trx: Trx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rule of the nest ${id}`}, 0))`.execute(trx);
}

export type RuleFields = Omit<RuleRow, 'id' | 'owner_id' | 'version' | 'updated_at' | 'game' | 'minutes'> & {
  game: string;
  minutes: string | null;
};

/** Saves the settings of a rule with the next version. The caller has locked it. */
export async function saveRule(
  trx: Trx,
  { id, ownerId }: { id: string; ownerId: string },
  fields: RuleFields,
): Promise<void> {
  await trx
    .insertInto('nest_rules')
    .values({ id, owner_id: ownerId, ...fields })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...fields,
        version: sql`nest_rules.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}

/** Returns whether one of these ids is that of a row of another rule. */
export async function hasRowsOfOthers(trx: Trx, ruleId: string, rowIds: string[]): Promise<boolean> {
  const row = await trx
    .selectFrom('nest_rows')
    .select('id')
    .where('id', '=', sql<string>`any(${rowIds}::uuid[])`)
    .where('rule_id', '!=', ruleId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the rows of a rule; those in `keptIds` stay, with what hangs on them, and only change. */
export async function saveRows(trx: Trx, ruleId: string, rows: RowRow[], keptIds: string[]): Promise<void> {
  await trx
    .deleteFrom('nest_rows')
    .where('rule_id', '=', ruleId)
    .where('id', '!=', sql<string>`all(${keptIds}::uuid[])`)
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('nest_rows')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        rank: eb.ref('excluded.rank'),
        sign: eb.ref('excluded.sign'),
        hue: eb.ref('excluded.hue'),
        is_learning: eb.ref('excluded.is_learning'),
      })),
    )
    .execute();
}

/** Replaces the songs that were taken out: of new ones only those that the door's viewer sees, so that none is probed. */
export async function saveHidden(
  trx: Trx,
  ruleId: string,
  { ids, before, door }: { ids: string[]; before: string[]; door: DoorViewer },
): Promise<void> {
  await trx.deleteFrom('nest_hidden_songs').where('rule_id', '=', ruleId).execute();
  await sql`
    insert into nest_hidden_songs (rule_id, video_id)
    select ${ruleId}::uuid, video_id from listings
    where video_id = any(${ids}::uuid[]) and (video_id = any(${before}::uuid[]) or ${visibleTo(door)})`.execute(
    trx,
  );
}

/** Deletes the rules of deleted nests and classes, and what is kept of the nests. */
export async function forgetNests(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from nest_rules where id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from nest_ids where nest_id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from flags where nest_id = any(${ids}::uuid[])`.execute(db);
}

export async function countRules(db: Db): Promise<number> {
  const row = await db
    .selectFrom('nest_rules')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
