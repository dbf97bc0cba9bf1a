import type { AuditCheck } from '@larksong/contracts';
import { sql, type Kysely, type Transaction } from 'kysely';

import { hashEntry, NO_HASH, type EntryRow } from './entry.ts';
import { toEntryRow } from './list-entries.ts';
import { toBeginning, type Beginning } from './prune-log.ts';

const BATCH_ROWS = 1000;

interface Walk {
  entryCount: number;
  first: EntryRow | undefined;
  last: EntryRow | undefined;
  brokenAt: number | undefined;
  /** Where the latest pruning says that the chain begins. */
  beginning: Beginning;
}

/**
 * Checks the whole audit log: each entry must be unaltered and continue from its predecessor, and the first one must be
 * where the latest pruning left the chain. Entries removed from the end leave no trace in the log itself.
 */
export async function checkAuditLog<Tables>(db: Kysely<Tables>): Promise<AuditCheck> {
  const walk = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => walkThrough(trx));
  const { first, last, beginning } = walk;
  const beginsWell =
    !first || (first.number === beginning.number + 1 && first.previous_hash.equals(beginning.hash));
  return {
    entryCount: walk.entryCount,
    firstNumber: first?.number ?? null,
    lastNumber: last?.number ?? null,
    lastHash: last?.hash.toString('hex') ?? null,
    brokenAt: beginsWell ? (walk.brokenAt ?? null) : (first?.number ?? null),
  };
}

async function walkThrough<Tables>(trx: Transaction<Tables>): Promise<Walk> {
  const walk: Walk = {
    entryCount: 0,
    first: undefined,
    last: undefined,
    brokenAt: undefined,
    beginning: { number: 0, hash: NO_HASH },
  };
  for (;;) {
    const { rows } = await sql<EntryRow>`
      select * from audit_entries where number > ${walk.last?.number ?? 0} order by number limit ${BATCH_ROWS}`.execute(
      trx,
    );
    for (const row of rows.map(toEntryRow)) {
      if (!follows(row, walk.last)) walk.brokenAt ??= row.number;
      walk.beginning = toBeginning(row) ?? walk.beginning;
      walk.first ??= row;
      walk.last = row;
    }
    walk.entryCount += rows.length;
    if (rows.length < BATCH_ROWS) return walk;
  }
}

function follows(row: EntryRow, previous: EntryRow | undefined): boolean {
  const isNext = !previous || (row.number === previous.number + 1 && row.previous_hash.equals(previous.hash));
  return isNext && row.hash.equals(hashEntry(row));
}
