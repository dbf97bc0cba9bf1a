import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import type { Cursor } from '../../library/videos/cursor.ts';

interface MutedRow {
  id: string;
  username: string;
  display_name: string | null;
  mute: catalog.Mute;
  muted_at: Date | null;
}

/** Returns the first muted authors behind a position, latest first. */
export async function listMuted(
  db: Db,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<MutedRow[]> {
  const moment = sql`coalesce(muted_at, to_timestamp(0))`;
  const beyond = after
    ? sql`and (${moment}, id) < (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<MutedRow>`
    select id, username, display_name, mute, muted_at from comment_authors
    where mute is not null ${beyond} order by ${moment} desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Mutes an author, who has written before. Returns what it was; undefined if nobody of this id has. */
export async function saveMute(
  trx: Trx,
  authorId: string,
  mute: catalog.Mute,
): Promise<{ before: catalog.Mute; username: string } | undefined> {
  const author = await trx
    .selectFrom('comment_authors')
    .select(['mute', 'username'])
    .where('id', '=', authorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!author) return undefined;
  await trx
    .updateTable('comment_authors')
    .set(
      mute === 'none'
        ? { mute: null, muted_at: null }
        : { mute, muted_at: sql<Date>`case when mute is null then now() else muted_at end` },
    )
    .where('id', '=', authorId)
    .execute();
  return { before: author.mute ?? 'none', username: author.username };
}
