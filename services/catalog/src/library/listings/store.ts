import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Db } from '../../db/tables.ts';
import type { Cursor } from '../videos/cursor.ts';
import { nestWay } from '../videos/nest-way-store.ts';
import type { DoorViewer, GuestViewer, NestViewer, VideoViewer } from '../videos/viewer.ts';

export type Sort = 'newest' | 'most_viewed';

/** The position of a video in a list. The sort value is an integer: milliseconds since 1970, or a count. */
export type ListPosition = Cursor;

export interface Selection {
  viewer: VideoViewer;
  sort: Sort;
  /** The text form of a tsquery over documents; null for all videos. */
  query: string | null;
  /** The position after which the page starts; null for the first page. */
  after: Cursor | null;
  limit: number;
  /** Excludes videos that this user has opened. */
  unwatchedBy?: string;
}

/** The order of a list, and the table whose indexes provide it. */
interface Order {
  table: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  visibility: RawBuilder<unknown>;
  isPending: RawBuilder<SqlBool>;
  /** The condition of its indexes: playable videos only. */
  isListed: RawBuilder<SqlBool>;
  document: RawBuilder<unknown>;
  toValue: (text: string) => RawBuilder<unknown>;
}

const ORDERS: Record<Sort, Order> = {
  newest: {
    table: sql`listings`,
    id: sql`listings.video_id`,
    value: sql`listings.created_at`,
    visibility: sql`listings.audience`,
    isPending: sql`listings.is_pending`,
    isListed: sql`listings.audience is not null`,
    document: sql`listings.document`,
    toValue: (text) => sql`to_timestamp(${text}::bigint / 1000.0)::timestamptz(3)`,
  },
  most_viewed: {
    table: sql`videos`,
    id: sql`videos.id`,
    value: sql`videos.view_count`,
    visibility: sql`videos.visibility`,
    isPending: sql`(videos.approval is not null)`,
    isListed: sql`videos.status <> 'failed' and videos.playable_at is not null`,
    document: sql`(select document from listings where listings.video_id = videos.id)`,
    toValue: (text) => sql`${text}::integer`,
  },
};

/**
 * Returns the rule of `canFind` (`videos/visibility.ts`) in SQL, for playable videos, as disjoint sets. Each set has an
 * index that provides its order; no index does so for an "or". The conditions repeat those of the indexes word for word.
 * A pending video is private and for its uploader. `tags/store.ts` uses the same sets over tags.
 */
function setsVisibleTo(
  viewer: VideoViewer,
  { table, id: videoId, visibility, isPending }: Order,
): RawBuilder<SqlBool>[] {
  if (viewer.kind === 'stranger') return [sql`false`];
  if (viewer.kind === 'visitor') return [sql`${visibility} = 'public'`];
  if (viewer.kind === 'superadmin') return [sql`${visibility} is not null`];
  if (viewer.kind === 'guest') return setsVisibleToGuest(viewer, { table, visibility, isPending });
  if (viewer.kind === 'nest') return setsVisibleToNest(viewer, { table, id: videoId, visibility, isPending });
  if (viewer.kind === 'door') return setsVisibleToDoor(viewer, { table, visibility, isPending });
  const { id, isTeacher } = viewer;
  const approved = isTeacher ? sql`` : sql`and not ${isPending}`;
  return [
    sql`${visibility} in ('public', 'registered')`,
    sql`${visibility} = 'private' and ${table}.private_user_id = ${id} ${approved}`,
    sql`${visibility} = 'private' and ${table}.uploader_id = ${id} and ${table}.private_user_id <> ${id}`,
  ];
}

function setsVisibleToGuest(
  { makerId, shows }: GuestViewer,
  { table, visibility, isPending }: RuleColumns,
): RawBuilder<SqlBool>[] {
  if (shows === 'public') return [sql`${visibility} = 'public'`];
  const own = sql`${table}.uploader_id = ${makerId} and not ${isPending}`;
  if (shows === 'own')
    return [sql`${visibility} = 'public'`, sql`${visibility} in ('registered', 'private') and ${own}`];
  return [sql`${visibility} in ('public', 'registered')`, sql`${visibility} = 'private' and ${own}`];
}

type RuleColumns = Pick<Order, 'table' | 'visibility' | 'isPending'>;

/** Of registered and private songs only those of a list, and of private ones only the owner's. */
function setsVisibleToNest(
  viewer: NestViewer,
  { table, id, visibility, isPending }: RuleColumns & Pick<Order, 'id'>,
): RawBuilder<SqlBool>[] {
  if (!viewer.isLive) return [sql`false`];
  const way = nestWay(viewer, id);
  return [
    sql`${visibility} = 'public' and not ${isPending} and ${way} is not null`,
    sql`${visibility} in ('registered', 'private') and not ${isPending}
      and (${visibility} = 'registered' or ${table}.uploader_id = ${viewer.ownerId}) and ${way} = 'list'`,
  ];
}

function setsVisibleToDoor(
  { ownerId, isLive }: DoorViewer,
  { table, visibility, isPending }: RuleColumns,
): RawBuilder<SqlBool>[] {
  if (!isLive) return [sql`false`];
  return [
    sql`${visibility} in ('public', 'registered') and not ${isPending}`,
    sql`${visibility} = 'private' and ${table}.uploader_id = ${ownerId} and not ${isPending}`,
  ];
}

/** Returns the same sets as one condition over `listings`. */
export function visibleTo(viewer: VideoViewer): RawBuilder<SqlBool> {
  const sets = setsVisibleTo(viewer, ORDERS.newest).map((set) => sql`(${set})`);
  return sql`(${sql.join(sets, sql` or `)})`;
}

/** Returns, over `videos` and its listing if it has one, the title if a viewer may see it, else null. */
export function titleFor(viewer: VideoViewer): RawBuilder<string | null> {
  return sql`case when ${visibleTo(viewer)} then videos.title end`;
}

const IN_ORDER = sql`order by sort_value desc, id desc`;

export interface Walked {
  hits: ListPosition[];
  /** How many videos were examined, and the first and last of their sort values; 0 if there were none. */
  count: number;
  first: number;
  last: number;
}

/**
 * Returns the first hits in list order by walking along that order, over at most `depth` videos. Fast for frequent
 * words; `search` finds rare ones.
 */
export async function walk(db: Db, selection: Selection & { query: string }, depth: number): Promise<Walked> {
  const { query, limit } = selection;
  const { rows } = await sql<HitRow & { count: string | null }>`
    with stream as materialized (${toStream(selection, depth)})
    (select null as count, id, sort_value from stream where document @@ ${query}::tsquery ${IN_ORDER} limit ${limit})
    union all (select (select count(*) from stream), id, sort_value from stream ${IN_ORDER} limit 1)
    union all (select 1, id, sort_value from stream order by sort_value, id limit 1)`.execute(db);
  const ends = rows.filter(({ count }) => count !== null);
  const [first = 0, last = 0] = ends.map(({ sort_value: value }) => Number(value));
  return {
    hits: rows.filter(({ count }) => count === null).map(toHit),
    count: Number(ends[0]?.count ?? 0),
    first,
    last,
  };
}

/** Returns the first videos of a list, in its order. */
export async function listFirst(db: Db, selection: Selection): Promise<ListPosition[]> {
  const { rows } = await sql<HitRow>`${toStream(selection, selection.limit)}`.execute(db);
  return rows.map(toHit);
}

function toStream(selection: Selection, rowCount: number): RawBuilder<unknown> {
  const order = ORDERS[selection.sort];
  const streams = setsVisibleTo(selection.viewer, order).map(
    (set) => sql`(${streamOf(order, set, selection)} ${IN_ORDER} limit ${rowCount})`,
  );
  return sql`select * from (${sql.join(streams, sql` union all `)}) as listed ${IN_ORDER} limit ${rowCount}`;
}

function streamOf(order: Order, set: RawBuilder<SqlBool>, selection: Selection): RawBuilder<unknown> {
  const { query, unwatchedBy } = selection;
  const unwatched = sql`and not exists (
    select from watched_videos where user_id = ${unwatchedBy} and watched_videos.video_id = ${order.id}
  )`;
  return sql`
    select ${order.id} as id, ${order.value} as sort_value ${query === null ? sql`` : sql`, ${order.document} as document`}
    from ${order.table}
    where ${order.isListed} and ${set} ${beyond(order, selection)} ${unwatchedBy ? unwatched : sql``}`;
}

/**
 * Returns the first hits in list order by the index over all documents: examines every hit of the query, or every one
 * created at or after `since` (milliseconds since 1970).
 */
export async function search(
  db: Db,
  selection: Selection & { query: string; since?: number },
): Promise<ListPosition[]> {
  const { viewer, sort, query, limit, since } = selection;
  const order = ORDERS[sort];
  const join = sort === 'newest' ? sql`` : sql`join videos on videos.id = listings.video_id`;
  // Materialized; otherwise the planner may choose the index of the order and scan all of it.
  const { rows } = await sql<HitRow>`
    with found as materialized (
      select listings.video_id as id, ${order.value} as sort_value from listings ${join}
      where listings.audience is not null and ${visibleTo(viewer)} and listings.document @@ ${query}::tsquery
        ${beyond(order, selection)}
        ${since === undefined ? sql`` : sql`and listings.created_at >= to_timestamp(${since}::bigint / 1000.0)`}
    )
    select id, sort_value from found ${IN_ORDER} limit ${limit}`.execute(db);
  return rows.map(toHit);
}

function beyond(order: Order, { after }: Selection): RawBuilder<unknown> {
  return after
    ? sql`and (${order.value}, ${order.id}) < (${order.toValue(after.value)}, ${after.id}::uuid)`
    : sql``;
}

interface HitRow {
  id: string;
  sort_value: Date | number;
}

function toHit({ id, sort_value: value }: HitRow): ListPosition {
  return { id, value: String(Number(value)) };
}
