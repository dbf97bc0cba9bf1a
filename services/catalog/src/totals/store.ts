import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** Maximum number of changes folded at once. */
const BATCH = 10_000;

export interface Totals {
  videos: { processing: number; completed: number; failed: number };
  /** Bytes of the uploaded files that are kept, and of all stored segments. */
  bytes: { source: number; segment: number };
}

/** Returns exact totals of all videos. Triggers maintain them, so that the time does not depend on their number. */
export async function readTotals(db: Db | Trx): Promise<Totals> {
  const { rows } = await sql<{ name: string; amount: number }>`
    select name, sum(amount)::float8 as amount
    from (select name, amount from totals union all select name, amount from total_changes) as parts
    group by name`.execute(db);
  const amountOf = (name: string) => rows.find((row) => row.name === name)?.amount ?? 0;
  return {
    videos: {
      processing: amountOf('videos:processing'),
      completed: amountOf('videos:completed'),
      failed: amountOf('videos:failed'),
    },
    bytes: { source: amountOf('bytes:source'), segment: amountOf('bytes:segment') },
  };
}

/** Folds the latest changes into the totals, which stay the same in all. */
export async function foldTotals(db: Db): Promise<void> {
  await sql`
    with taken as (
      delete from total_changes where id in (
        select id from total_changes order by id limit ${BATCH} for update skip locked
      ) returning name, amount
    )
    insert into totals (name, amount)
    select name, sum(amount) from taken group by name order by name
    on conflict (name) do update set amount = totals.amount + excluded.amount`.execute(db);
}
