import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Db } from '../../db/tables.ts';
import type { Cursor } from '../videos/cursor.ts';
import type { Seer } from '../videos/visibility.ts';

export type Sort = 'newest' | 'most_viewed';

/** A video's place in a list: what the list is sorted by is a whole number (milliseconds since 1970, or a count). */
export type Hit = Cursor;

export interface Selection {
  viewer: Seer | null;
  sort: Sort;
  /** The text form of a tsquery over documents; null for all videos. */
  query: string | null;
  /** The place after which to go on. */
  after: Cursor | null;
  limit: number;
  /** Leaves out what this user has opened. */
  unwatchedBy?: string;
}

/** A list's order: over which table it goes, since each has the indexes of its own order. */
interface Order {
  table: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  visibility: RawBuilder<unknown>;
  /** The condition of its indexes: what can be played. */
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
    isListed: sql`listings.audience is not null`,
    document: sql`listings.document`,
    toValue: (text) => sql`to_timestamp(${text}::bigint / 1000.0)::timestamptz(3)`,
  },
  most_viewed: {
    table: sql`videos`,
    id: sql`videos.id`,
    value: sql`videos.view_count`,
    visibility: sql`videos.visibility`,
    isListed: sql`videos.status <> 'failed' and videos.playable_at is not null`,
    document: sql`(select document from listings where listings.video_id = videos.id)`,
    toValue: (text) => sql`${text}::integer`,
  },
};

/**
 * The rule of `canFind` (`videos/visibility.ts`) in SQL, for what can be played: sets without common members, each of
 * which has an index that gives its order, as no index does for an "or". The conditions are those of the indexes, word
 * for word. `tags/store.ts` goes by the same sets, over tags.
 */
function setsVisibleTo(viewer: Seer | null, { table, visibility }: Order): RawBuilder<SqlBool>[] {
  if (!viewer) return [sql`${visibility} = 'public'`];
  if (viewer.role === 'superadmin') return [sql`${visibility} is not null`];
  const { id } = viewer;
  return [
    sql`${visibility} in ('public', 'registered')`,
    sql`${visibility} = 'private' and ${table}.private_user_id = ${id}`,
    sql`${visibility} = 'private' and ${table}.uploader_id = ${id} and ${table}.private_user_id <> ${id}`,
  ];
}

/** The same sets as one condition over `listings`. */
export function visibleTo(viewer: Seer | null): RawBuilder<SqlBool> {
  const sets = setsVisibleTo(viewer, ORDERS.newest).map((set) => sql`(${set})`);
  return sql`(${sql.join(sets, sql` or `)})`;
}

const IN_ORDER = sql`order by sort_value desc, id desc`;

export interface Walked {
  hits: Hit[];
  /** How many videos were looked at, and the values in the order of the first and the last; 0 when there was none. */
  count: number;
  first: number;
  last: number;
}

/**
 * The first hits in the order of the list, found by going through that order: at most `depth` videos are looked at.
 * Fast for what is frequent; what is rare is found by `search`.
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

/** The first videos of a list, in its order. */
export async function listFirst(db: Db, selection: Selection): Promise<Hit[]> {
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
 * The first hits in the order of the list, found by the index over all documents: every hit of the query is looked at,
 * or every one that was made at or after `since` (milliseconds since 1970).
 */
export async function search(
  db: Db,
  selection: Selection & { query: string; since?: number },
): Promise<Hit[]> {
  const { viewer, sort, query, limit, since } = selection;
  const order = ORDERS[sort];
  const join = sort === 'newest' ? sql`` : sql`join videos on videos.id = listings.video_id`;
  // Materialized, or the planner may take the index of the order instead and go through all of it.
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

function toHit({ id, sort_value: value }: HitRow): Hit {
  return { id, value: String(Number(value)) };
}
