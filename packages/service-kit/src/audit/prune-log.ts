import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';

import type { EntryRow } from './entry.ts';
import { lockLog, recordAs, THE_SITE } from './record-change.ts';

/** Setting of every service with an audit log. */
export const auditConfig = {
  /** Days for which changes by superadmins stay in the audit log. */
  AUDIT_DAYS: Type.Integer({ minimum: 1, default: 400 }),
};

const BATCH_ROWS = 5000;
const PRUNE = 'log.prune';

/** The last entry before the beginning of a chain. */
export interface Beginning {
  number: number;
  hash: Buffer;
}

/**
 * Deletes entries older than `days`, at most 5000 in a call, and returns their number. An entry of the log itself says
 * which was the last of them and what its hash was: the chain begins there from then on.
 */
export async function pruneLog<Tables>(db: Kysely<Tables>, days: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockLog(trx);
    const { rows } = await sql<{ number: string; hash: Buffer; isWorthwhile: boolean }>`
      select number, hash, bool_or(action <> ${PRUNE}) over () as "isWorthwhile" from (
        select number, hash, action from audit_entries
        where at < now() - make_interval(days => ${days}) order by number limit ${BATCH_ROWS}
      ) as old order by number desc limit 1`.execute(trx);
    const last = rows[0];
    // Otherwise each pruning would need another one later.
    if (!last?.isWorthwhile) return 0;
    const after = { number: Number(last.number), sha256: last.hash.toString('hex') };
    await recordAs(THE_SITE)(trx, { action: PRUNE, after });
    await sql`select set_config('larksong.pruning', 'on', true)`.execute(trx);
    const { numAffectedRows } = await sql`delete from audit_entries where number <= ${last.number}`.execute(
      trx,
    );
    return Number(numAffectedRows ?? 0);
  });
}

/** Returns the beginning of the chain that an entry of a pruning states; undefined for other entries. */
export function toBeginning({ action, after }: EntryRow): Beginning | undefined {
  if (action !== PRUNE || typeof after !== 'object' || after === null) return undefined;
  if (!('number' in after && 'sha256' in after)) return undefined;
  const { number, sha256 } = after;
  if (typeof number !== 'number' || typeof sha256 !== 'string') return undefined;
  return { number, hash: Buffer.from(sha256, 'hex') };
}
