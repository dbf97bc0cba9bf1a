import { join } from 'node:path';

import { DatabaseError } from 'pg';

import { RESTORE_ADVICE } from '../data-folder/cluster.ts';
import { Problem } from '../host/problem.ts';
import { describeServer } from '../settings/server-addresses.ts';

/** What the client says when Postgres ends during a call, as it does when a file that it needs cannot be read. */
const ENDED = /^Connection terminated|ECONNRESET|ECONNREFUSED/;
/** A full disk has a sentence that names it. */
const FULL = '53100';

/**
 * Replaces an error of Postgres in a call of the launcher, such as about a damaged file, by a sentence with what Postgres
 * said. Returns any other error unchanged.
 */
export function explainDatabaseError(
  error: unknown,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const isOfPostgres = error instanceof DatabaseError ? error.code !== FULL : ENDED.test(error.message);
  if (!isOfPostgres) return error;
  return new Problem(
    databaseUrl === undefined
      ? `The database in ${join(dataDir, 'postgres')} cannot be used: ${error.message}. Read logs/postgres.log in the data folder, and see that its disk has no errors (dmesg). ${RESTORE_ADVICE}`
      : `The Postgres at ${describeServer(databaseUrl)} cannot be used: ${error.message}. Its own log says more.`,
    { cause: error },
  );
}
