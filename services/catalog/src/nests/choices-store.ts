import { sql } from 'kysely';

import type { catalog } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';

/** Tags of each type to choose from. */
const MAX_TAGS = 300;

/** Returns the tags of public songs with the numbers of these, of each type those with the most songs, by name. */
export async function listPublicTags(db: Db): Promise<(catalog.Tag & { songCount: number })[]> {
  const { rows } = await sql<catalog.Tag & { songCount: number }>`
    select "tagType", "tagValue", "songCount" from (
      select tag_type as "tagType", tag_value as "tagValue", count(*)::integer as "songCount",
        row_number() over (partition by tag_type order by count(*) desc, tag_value) as place
      from video_tags where audience = 'public' group by 1, 2
    ) counted where place <= ${sql.lit(MAX_TAGS)}
    order by "tagType", "tagValue"`.execute(db);
  return rows;
}

export async function countPublic(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listings where audience = 'public'`.execute(db);
  return rows[0]?.count ?? 0;
}
