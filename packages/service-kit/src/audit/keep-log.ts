import { sql, type Kysely } from 'kysely';

import type { Logger } from '../base/logger.ts';
import { pruneLog } from './prune-log.ts';

/**
 * Returns a round of the audit log's upkeep: it deletes entries older than `days`, and writes the number and the hash of
 * the last entry to the service's own log, once for each that it finds. Anyone who can change the database can compute
 * all hashes again, but not change a line of a log that is kept elsewhere.
 */
export function createLogUpkeep<Tables>(
  db: Kysely<Tables>,
  { days, logger }: { days: number; logger: Logger },
): () => Promise<void> {
  let logged: string | undefined;
  return async () => {
    await pruneLog(db, days);
    const { rows } = await sql<{ number: string; sha256: string }>`
      select number, encode(hash, 'hex') as sha256 from audit_entries order by number desc limit 1`.execute(
      db,
    );
    const [last] = rows;
    if (last === undefined || last.sha256 === logged) return;
    logged = last.sha256;
    logger.info({ number: Number(last.number), sha256: last.sha256 }, 'last entry of the audit log noted');
  };
}
