import { DatabaseError, type Client } from 'pg';

/** Returns the first table of which Postgres cannot read a row, and why; undefined if it can read all of them. */
export async function findUnreadableTable(
  client: Client,
  tables: readonly string[],
): Promise<{ table: string; problem: string } | undefined> {
  await client.query(`set lock_timeout = '2s'`);
  for (const table of tables) {
    try {
      await client.query(`select from ${client.escapeIdentifier(table)} limit 1`);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (isDamage(error.code ?? '')) return { table, problem: error.message };
    }
  }
  return undefined;
}

/** Returns whether a code means that a file is missing or damaged, or its disk has errors. */
function isDamage(code: string): boolean {
  return code === '58P01' || code === '58030' || code.startsWith('XX');
}
