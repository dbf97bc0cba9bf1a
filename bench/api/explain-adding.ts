import { createDatabase, createLogger } from '@larksong/service-kit';
import { Client } from 'pg';

import type { Tables } from '../../services/catalog/src/db/tables.ts';
import { appendSongs } from '../../services/catalog/src/song-lists/song-store.ts';

interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Prints the plans of the statements that add a song to a list; returns false unless it is one that reads by indexes. */
export async function explainAdding(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ list: string; video: string }>(
      `select (select id from song_lists limit 1) as list, (select id from videos order by created_at limit 1) as video`,
    );
    const statements = await recordAdding(databaseUrl, rows[0]);
    let isIndexed = true;
    for (const { sql, parameters } of statements) {
      const plan = await client.query<Record<string, string>>(`explain ${sql}`, [...parameters]);
      const lines = plan.rows.flatMap((row) => Object.values(row));
      console.log(`\nadding a song to a list:\n${lines.join('\n')}`);
      if (lines.some((line) => line.includes('Seq Scan'))) isIndexed = false;
    }
    return isIndexed && statements.length === 1;
  } finally {
    await client.end();
  }
}

/** Adds a song in a transaction that is rolled back, and returns the statements. */
async function recordAdding(
  url: string,
  of: { list: string; video: string } | undefined,
): Promise<Statement[]> {
  if (!of) throw new Error('there are no lists');
  const logger = createLogger({ name: 'bench', level: 'error' });
  const db = createDatabase<Tables>({ url, logger, poolSize: 1 });
  const statements: Statement[] = [];
  const recorded = db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const trx = await recorded.startTransaction().execute();
  try {
    await appendSongs(trx, of.list, [of.video]);
  } finally {
    await trx.rollback().execute();
    await db.destroy();
  }
  return statements;
}
