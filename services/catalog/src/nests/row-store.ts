import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { NestRowsTable } from '../db/nest-tables.ts';
import type { Db } from '../db/tables.ts';
import type { Cursor } from '../library/videos/cursor.ts';
import type { NestViewer } from '../library/videos/viewer.ts';
import { shownTo } from '../song-lists/visibility-store.ts';

/** A row of a nest's place, with the look of its list if it is one. */
export interface PlaceRow extends Pick<
  NestRowsTable,
  'id' | 'kind' | 'list_id' | 'tag_type' | 'tag_value' | 'sign' | 'hue' | 'is_learning'
> {
  /** The name of its list, or its tag; null for everything. */
  name: string | null;
}

/** Returns the rows of a nest in order, without those whose list is deleted, or not for this nest. */
export async function listRows(db: Db, nest: NestViewer): Promise<PlaceRow[]> {
  if (!nest.isLive) return [];
  const { rows } = await sql<PlaceRow>`
    select named.id, named.kind, named.list_id, named.tag_type, named.tag_value, named.is_learning,
      coalesce(lists.sign, named.sign) as sign, coalesce(lists.hue, named.hue) as hue,
      coalesce(lists.name, named.tag_value) as name
    from nest_rows named
    join nest_rules rules on rules.id = named.rule_id
    left join song_lists lists on lists.id = named.list_id and lists.deleted_at is null
      and (lists.owner_id is null or lists.owner_id = rules.owner_id)
    where rules.id = ${nest.ruleId} and rules.owner_id = ${nest.ownerId}
      and (named.kind <> 'list' or lists.id is not null)
    order by named.rank`.execute(db);
  return rows;
}

/** Some songs of a row, in its order. */
export interface RowPage {
  ids: string[];
  /** The number of all songs of the row. */
  count: number;
  next: Cursor | null;
}

interface Page {
  nest: NestViewer;
  /** They come after this place. */
  after: Cursor | null;
  /** Without such a place, the id of a song of the row with which they begin. */
  from?: string | undefined;
  limit: number;
}

/** Returns songs of a row that come after a place in it: of a list in its order, of all others the oldest first. */
export async function listRowSongs(db: Db, row: PlaceRow, page: Page): Promise<RowPage> {
  return row.list_id === null ? listOpenSongs(db, row, page) : listListSongs(db, row.list_id, page);
}

async function listListSongs(db: Db, listId: string, { nest, after, from, limit }: Page): Promise<RowPage> {
  const { rows } = await sql<{ id: string }>`
    select songs.video_id as id
    from song_list_songs songs join listings on listings.video_id = songs.video_id
    where songs.list_id = ${listId} and ${shownTo(nest)}
    order by songs.rank, songs.video_id`.execute(db);
  const all = rows.map(({ id }) => id);
  // A song that has left the list meanwhile ends it.
  const start = after ? all.indexOf(after.id) + 1 || all.length : Math.max(0, all.indexOf(from ?? ''));
  const ids = all.slice(start, start + limit);
  const last = start + limit < all.length ? ids.at(-1) : undefined;
  return { ids, count: all.length, next: last === undefined ? null : { value: '0', id: last } };
}

/** New songs come last, so that nothing changes its place. */
async function listOpenSongs(db: Db, row: PlaceRow, { nest, after, from, limit }: Page): Promise<RowPage> {
  const place = sql`(listings.created_at, listings.video_id)`;
  const beyond = after
    ? sql`and ${place} > (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : from === undefined
      ? sql``
      : sql`and ${place} >= (select own.created_at, own.video_id from listings own where own.video_id = ${from} limit 1)`;
  const { rows } = await sql<{ id: string; at: Date }>`
    select listings.video_id as id, listings.created_at as at from ${openSongs(row)}
    where ${isOpenSong(row, nest)} ${beyond}
    order by listings.created_at, listings.video_id limit ${limit + 1}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from ${openSongs(row)} where ${isOpenSong(row, nest)}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    ids: shown.map(({ id }) => id),
    count: counted[0]?.count ?? 0,
    next: last ? { value: String(last.at.getTime()), id: last.id } : null,
  };
}

function openSongs({ kind }: PlaceRow): RawBuilder<unknown> {
  return kind === 'tag'
    ? sql`video_tags join listings on listings.video_id = video_tags.video_id`
    : sql`listings`;
}

/** Pending songs are private, so they are among no public ones. */
function isOpenSong(
  { kind, tag_type: type, tag_value: value }: PlaceRow,
  nest: NestViewer,
): RawBuilder<SqlBool> {
  const isTagged = sql`video_tags.audience = 'public' and video_tags.tag_type = ${type}
    and video_tags.tag_value = ${value} and`;
  return sql<SqlBool>`${kind === 'tag' ? isTagged : sql``} listings.audience = 'public' and not exists (
    select from nest_hidden_songs hidden
    where hidden.rule_id = ${nest.ruleId} and hidden.video_id = listings.video_id
  )`;
}

/** Returns the row of a nest if it shows a song that the nest sees; undefined otherwise. */
export async function findRowWith(
  db: Db,
  nest: NestViewer,
  { rowId, videoId }: { rowId: string; videoId: string },
): Promise<PlaceRow | undefined> {
  const row = (await listRows(db, nest)).find(({ id }) => id === rowId);
  return row && (await hasSong(db, row, { nest, videoId })) ? row : undefined;
}

/** Returns for each of these songs the first row of a nest that shows it. */
export async function findFirstRows(
  db: Db,
  nest: NestViewer,
  videoIds: string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const row of await listRows(db, nest)) {
    const missing = videoIds.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    const { rows } = await sql<{ id: string }>`
      select distinct listings.video_id as id from ${songsOf(row)}
      where ${isSongOf(row, nest)} and listings.video_id = any(${missing}::uuid[])`.execute(db);
    for (const { id } of rows) found.set(id, row.id);
  }
  return found;
}

function songsOf(row: PlaceRow): RawBuilder<unknown> {
  return row.list_id === null
    ? openSongs(row)
    : sql`song_list_songs songs join listings on listings.video_id = songs.video_id`;
}

function isSongOf(row: PlaceRow, nest: NestViewer): RawBuilder<SqlBool> {
  return row.list_id === null
    ? isOpenSong(row, nest)
    : sql<SqlBool>`songs.list_id = ${row.list_id} and ${shownTo(nest)}`;
}

async function hasSong(
  db: Db,
  row: PlaceRow,
  { nest, videoId }: { nest: NestViewer; videoId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (
      select from ${songsOf(row)} where ${isSongOf(row, nest)} and listings.video_id = ${videoId}
    ) as "isHeld"`.execute(db);
  return rows[0]?.isHeld ?? false;
}

/** Returns whether one of these songs is not one without a picture. */
export async function hasMovingPicture(db: Db, videoIds: string[]): Promise<boolean> {
  if (videoIds.length === 0) return false;
  const { rows } = await sql`
    select from videos where id = any(${videoIds}::uuid[]) and plan->'video'->'still' is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the songs that a nest last played in its rows, by row; those that have left their row are missing. */
export async function findPositions(
  db: Db,
  nest: NestViewer,
  rows: PlaceRow[],
): Promise<Map<string, string>> {
  const stored = await db
    .selectFrom('nest_positions')
    .select(['row_id', 'video_id'])
    .where('nest_id', '=', nest.nestId)
    .execute();
  const positions = new Map<string, string>();
  for (const { row_id: rowId, video_id: videoId } of stored) {
    const row = rows.find(({ id }) => id === rowId);
    if (row && (await hasSong(db, row, { nest, videoId }))) positions.set(rowId, videoId);
  }
  return positions;
}

/** Saves the song that a nest plays in a row, replacing the one before. */
export async function savePosition(
  db: Db,
  nest: NestViewer,
  { rowId, videoId }: { rowId: string; videoId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await claimNest(trx, nest))) return;
    await sql`
      insert into nest_positions (nest_id, row_id, video_id)
      select ${nest.nestId}::uuid, nest_rows.id, videos.id from nest_rows, videos
      where nest_rows.id = ${rowId} and nest_rows.rule_id = ${nest.ruleId} and videos.id = ${videoId}
      on conflict (nest_id, row_id) do update set video_id = excluded.video_id`.execute(trx);
  });
}

/**
 * Notes that a nest has its rule now, whose deletion takes away everything that is kept of the nest. Returns false if the
 * rule is gone.
 */
export async function claimNest(db: Db, { nestId, ruleId, ownerId }: NestViewer): Promise<boolean> {
  const { rows } = await sql`
    insert into nest_ids (nest_id, rule_id)
    select ${nestId}::uuid, id from nest_rules where id = ${ruleId} and owner_id = ${ownerId} for key share
    on conflict (nest_id) do update set rule_id = excluded.rule_id
    returning nest_id`.execute(db);
  return rows.length > 0;
}
