import type { catalog } from '@larksong/contracts';

import type { Db, Trx } from '../db/tables.ts';

/** Asks the relay for a wake-up for each of these units. */
export async function enqueue(trx: Db | Trx, unitIds: string[]): Promise<void> {
  if (unitIds.length === 0) return;
  await trx
    .insertInto('outbox')
    .values(unitIds.map((unit_id) => ({ unit_id })))
    .execute();
}

export interface OutboxEntry {
  id: string;
  unitId: string;
  kind: catalog.UnitKind | null;
  startedCount: number | null;
  failureCount: number | null;
}

/** Takes outbox rows with what their job needs; `kind` is null where the unit is gone. */
export async function takeOutbox(trx: Trx, limit: number): Promise<OutboxEntry[]> {
  const rows = await trx
    .selectFrom('outbox')
    .leftJoin('transcode_units', 'transcode_units.id', 'outbox.unit_id')
    .select([
      'outbox.id',
      'outbox.unit_id as unitId',
      'transcode_units.kind',
      'transcode_units.started_count as startedCount',
      'transcode_units.failure_count as failureCount',
    ])
    .orderBy('outbox.id')
    .limit(limit)
    .forUpdate(['outbox'])
    .skipLocked()
    .execute();
  if (rows.length > 0)
    await trx
      .deleteFrom('outbox')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
  return rows;
}
