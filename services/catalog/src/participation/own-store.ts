import type { catalog } from '@larksong/contracts';
import { sql, type RawBuilder } from 'kysely';

import type { Db } from '../db/tables.ts';
import { titleFor } from '../library/listings/store.ts';
import type { Cursor } from '../library/videos/cursor.ts';
import type { AccountViewer } from '../library/videos/viewer.ts';

interface Page {
  after: Cursor | null;
  limit: number;
}

export type OwnFlagRow = Omit<catalog.OwnFlag, 'at' | 'video'> & {
  at: Date;
  videoId: string;
  videoTitle: string | null;
};

/** Returns the first flags of a member behind a position, newest first. */
export async function listFlagsOf(db: Db, member: AccountViewer, page: Page): Promise<OwnFlagRow[]> {
  const { rows } = await sql<OwnFlagRow>`
    select own.id, own.made_at as at, own.kind, own.text, own.player_error as "playerError",
      videos.id as "videoId", ${titleFor(member)} as "videoTitle", own.closed_at is not null as "isClosed"
    from flags own join videos on videos.id = own.video_id
      left join listings on listings.video_id = own.video_id
    where own.member_id = ${member.id} and ${isBehind(page)}`.execute(db);
  return rows;
}

export type OwnSuggestionRow = Omit<catalog.OwnSuggestion, 'at' | 'video' | 'list'> & {
  at: Date;
  videoId: string | null;
  videoTitle: string | null;
  listId: string;
  listName: string | null;
};

/** Returns the first suggestions of a member behind a position, newest first; lists of others without their names. */
export async function listSuggestionsOf(
  db: Db,
  member: AccountViewer,
  page: Page,
): Promise<OwnSuggestionRow[]> {
  const { rows } = await sql<OwnSuggestionRow>`
    select own.id, own.made_at as at, own.state, own.title, videos.id as "videoId", ${titleFor(member)} as "videoTitle",
      lists.id as "listId", case when lists.owner_id is null then lists.name end as "listName"
    from list_suggestions own
    join song_lists lists on lists.id = own.list_id
    left join videos on videos.id = own.video_id
    left join listings on listings.video_id = own.video_id
    where own.member_id = ${member.id} and ${isBehind(page)}`.execute(db);
  return rows;
}

/** Over `own`, the end of a query of a page. */
function isBehind({ after, limit }: Page): RawBuilder<unknown> {
  const beyond = after
    ? sql`(own.made_at, own.id) < (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql`true`;
  return sql`${beyond} order by own.made_at desc, own.id desc limit ${limit}`;
}
