import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db } from '../../db/tables.ts';

/** More than one screen of them helps nobody. */
const MOST = 100;

interface NestFlagRow {
  id: string;
  nestId: string;
  videoId: string;
  at: Date;
  kind: catalog.FlagKind;
  playerError: catalog.PlayerError | null;
}

/** Returns what nests told their grown-ups and nobody has closed, newest first. */
export async function listOfNests(db: Db, nestIds: readonly string[]): Promise<NestFlagRow[]> {
  const { rows } = await sql<NestFlagRow>`
    select id, nest_id as "nestId", video_id as "videoId", made_at as at, kind, player_error as "playerError"
    from flags where nest_id = any(${nestIds}::uuid[]) and closed_at is null
    order by made_at desc, id desc limit ${MOST}`.execute(db);
  return rows;
}

/** Closes what one of these nests told. */
export async function closeOfNests(
  db: Db,
  { id, nestIds }: { id: string; nestIds: readonly string[] },
  by: { id: string; username: string },
): Promise<void> {
  await sql`
    update flags set closed_at = now(), closed_by_id = ${by.id}, closed_by_name = ${by.username}
    where id = ${id} and nest_id = any(${nestIds}::uuid[]) and closed_at is null`.execute(db);
}
