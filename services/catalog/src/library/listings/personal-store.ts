import { sql, type RawBuilder } from 'kysely';

import type { Db } from '../../db/tables.ts';
import type { Cursor } from '../videos/cursor.ts';
import type { AccountViewer } from '../videos/viewer.ts';
import { visibleTo, type ListPosition } from './store.ts';

export interface PersonalPage {
  viewer: AccountViewer;
  after: Cursor | null;
  limit: number;
}

/** Returns liked videos that the viewer may still watch, newest like first. */
export function listLiked(db: Db, page: PersonalPage): Promise<ListPosition[]> {
  return listOwn(db, page, {
    table: sql`video_opinions`,
    moment: sql`own.created_at`,
    condition: sql`and own.kind = 'like'`,
  });
}

/** Returns opened videos that the viewer may still watch, latest opening first. */
export function listWatched(db: Db, page: PersonalPage): Promise<ListPosition[]> {
  return listOwn(db, page, { table: sql`watched_videos`, moment: sql`own.opened_at`, condition: sql`` });
}

/** Returns hits of a table of users and videos, in the order of a moment; the table's index provides that order. */
async function listOwn(
  db: Db,
  { viewer, after, limit }: PersonalPage,
  own: { table: RawBuilder<unknown>; moment: RawBuilder<unknown>; condition: RawBuilder<unknown> },
): Promise<ListPosition[]> {
  const beyond = after
    ? sql`and (${own.moment}, own.video_id)
        < (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ id: string; moment: Date }>`
    select own.video_id as id, ${own.moment} as moment
    from ${own.table} as own join listings on listings.video_id = own.video_id
    where own.user_id = ${viewer.id} ${own.condition} ${beyond}
      and listings.audience is not null and ${visibleTo(viewer)}
    order by ${own.moment} desc, own.video_id desc limit ${limit}`.execute(db);
  return rows.map(({ id, moment }) => ({ id, value: String(moment.getTime()) }));
}
