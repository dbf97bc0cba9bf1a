import { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import type { Cursor } from '../../library/videos/cursor.ts';

const TODAY = sql`(now() at time zone 'utc')::date`;

export interface NewFlag {
  id: string;
  videoId: string;
  viewerKey: Buffer;
  /** Counts together what comes from one place: a network's visitors, an account, or a nest. */
  sourceKey: Buffer;
  kind: catalog.FlagKind;
  text: string;
  playerError: catalog.PlayerError | null;
  member: { id: string; username: string } | null;
  nest: { id: string; ownerId: string } | null;
}

/** Makes the other flags of a place wait until the transaction ends, so that they are counted one after another. */
export async function lockSource(trx: Trx, sourceKey: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flags of ${sourceKey.toString('hex')}`}, 0))`.execute(
    trx,
  );
}

/** Returns whether a viewer has flagged a video today, and how many flags have come from the same place. */
export async function countToday(
  trx: Trx,
  { videoId, viewerKey, sourceKey }: Pick<NewFlag, 'videoId' | 'viewerKey' | 'sourceKey'>,
): Promise<{ isTold: boolean; ofSource: number }> {
  const { rows } = await sql<{ isTold: boolean; ofSource: number }>`
    select
      exists (
        select from flags where video_id = ${videoId} and viewer_key = ${viewerKey}::bytea and day = ${TODAY}
      ) as "isTold",
      (
        select count(*)::integer from flags where network_key = ${sourceKey}::bytea and day = ${TODAY}
      ) as "ofSource"`.execute(trx);
  return rows[0] ?? { isTold: false, ofSource: 0 };
}

/** Adds a flag unless the viewer has flagged the video today, or it no longer exists; returns whether it did. */
export async function createFlag(trx: Trx, flag: NewFlag): Promise<boolean> {
  const { id, videoId, viewerKey, sourceKey, kind, text, member, nest } = flag;
  const playerError = flag.playerError && JSON.stringify(flag.playerError);
  const { rows } = await sql`
    insert into flags (id, video_id, viewer_key, network_key, day, kind, text, player_error, member_id, member_name,
      nest_id, nest_owner_id)
    select ${id}::uuid, id, ${viewerKey}::bytea, ${sourceKey}::bytea, ${TODAY}, ${kind}, ${text},
      ${playerError}::jsonb, ${member?.id ?? null}::uuid, ${member?.username ?? ''}, ${nest?.id ?? null}::uuid,
      ${nest?.ownerId ?? null}::uuid
    from videos where id = ${videoId} for key share
    on conflict (video_id, viewer_key, day) do nothing
    returning id`.execute(trx);
  return rows.length > 0;
}

/** What somebody told. */
export interface ToldRow {
  id: string;
  at: Date;
  text: string;
  playerError: catalog.PlayerError | null;
  memberId: string | null;
  memberName: string;
}

/** A flag with what is shown of its video, and with the newest of those like it. */
export interface FlagRow extends ToldRow {
  videoId: string;
  title: string;
  ownThumbnailId: string | null;
  extras: catalog.Extras | null;
  kind: catalog.FlagKind;
  alikeCount: number;
  /** Moments are in ISO 8601. */
  alike: (Omit<ToldRow, 'at'> & { at: string })[];
  closedAt: Date | null;
  closedBy: string | null;
}

/** Whose flags: of the videos of one uploader, or of all for null. */
type Scope = string | null;

/** Over `flags` and `videos`, whether a flag is for those who look after the videos of a scope. */
function isIn(uploaderId: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`flags.nest_id is null and (${uploaderId}::uuid is null or videos.uploader_id = ${uploaderId}::uuid)`;
}

/** Over `flags`, whether `other` is like it: of the same kind, about the same video, and closed with it or open as well. */
const isAlike = sql<SqlBool>`(
  other.video_id = flags.video_id and other.kind = flags.kind and other.nest_id is null
  and other.closed_at is not distinct from flags.closed_at and other.id <> flags.id)`;

/** Returns the first flags behind a position, newest first, of those that are alike the newest. */
export async function listFlags(
  db: Db,
  page: { of: Scope; list: 'open' | 'closed'; after: Cursor | null; limit: number },
): Promise<FlagRow[]> {
  const { after } = page;
  const beyond = after
    ? sql`and (flags.made_at, flags.id)
        < (to_timestamp(${after.value}::bigint / 1000.0)::timestamptz(3), ${after.id}::uuid)`
    : sql``;
  const state = page.list === 'open' ? sql`flags.closed_at is null` : sql`flags.closed_at is not null`;
  const { rows } = await sql<FlagRow>`
    select flags.id, flags.made_at as at, videos.id as "videoId", videos.title,
      videos.own_thumbnail_id as "ownThumbnailId", videos.extras, flags.kind, flags.text,
      flags.player_error as "playerError", flags.member_id as "memberId", flags.member_name as "memberName",
      flags.closed_at as "closedAt", flags.closed_by_name as "closedBy",
      (select count(*)::integer from flags other where ${isAlike}) as "alikeCount",
      coalesce((
        select json_agg(told) from (
          select other.id, other.made_at as at, other.text, other.player_error as "playerError",
            other.member_id as "memberId", other.member_name as "memberName"
          from flags other where ${isAlike} order by other.made_at desc, other.id desc limit ${catalog.MAX_ALIKE}
        ) told
      ), '[]') as alike
    from flags join videos on videos.id = flags.video_id
    where ${state} and ${isIn(page.of)} ${beyond} and not exists (
      select from flags other
      where ${isAlike} and (other.made_at, other.id) > (flags.made_at, flags.id)
    )
    order by flags.made_at desc, flags.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Returns the number of open flags, and for how many seconds the oldest has been open; 0 if none is. */
export async function countOpen(db: Db, of: Scope): Promise<{ open: number; oldestSeconds: number }> {
  const { rows } = await sql<{ open: number; oldestSeconds: number }>`
    select count(*)::integer as open,
      coalesce(extract(epoch from now() - min(flags.made_at)), 0)::float8 as "oldestSeconds"
    from flags join videos on videos.id = flags.video_id
    where flags.closed_at is null and ${isIn(of)}`.execute(db);
  return rows[0] ?? { open: 0, oldestSeconds: 0 };
}

interface FoundFlag {
  id: string;
  kind: catalog.FlagKind;
  video: { id: string; title: string };
}

/** Returns a flag of a scope, locked until the transaction ends. */
export async function lockFlag(trx: Trx, id: string, of: Scope): Promise<FoundFlag | undefined> {
  const { rows } = await sql<{ id: string; kind: catalog.FlagKind; videoId: string; title: string }>`
    select flags.id, flags.kind, videos.id as "videoId", videos.title
    from flags join videos on videos.id = flags.video_id
    where flags.id = ${id} and ${isIn(of)} for no key update of flags`.execute(trx);
  const [row] = rows;
  return row && { id: row.id, kind: row.kind, video: { id: row.videoId, title: row.title } };
}

interface Closing {
  withAlike: boolean;
  /** The flags that are alike are closed up to this moment; all of them without it. */
  seenUntil?: string;
  by: { id: string; username: string };
}

/** Closes a flag, and those like it if asked to; returns how many were open. */
export async function markClosed(
  trx: Trx,
  { id, kind, video }: FoundFlag,
  { withAlike, seenUntil, by }: Closing,
): Promise<number> {
  const isSeen = seenUntil === undefined ? sql`true` : sql`made_at <= ${new Date(seenUntil)}`;
  const which = withAlike
    ? sql`(id = ${id} or (video_id = ${video.id} and kind = ${kind} and nest_id is null and ${isSeen}))`
    : sql`id = ${id}`;
  const { numAffectedRows } = await sql`
    update flags set closed_at = now(), closed_by_id = ${by.id}, closed_by_name = ${by.username}
    where ${which} and closed_at is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the unread notices about a video that has no open flags left. */
export async function dropNotices(trx: Trx, videoId: string): Promise<void> {
  await sql`
    delete from notices where video_id = ${videoId} and kind = 'flagged' and read_at is null
      and not exists (
        select from flags where video_id = ${videoId} and closed_at is null and nest_id is null
      )`.execute(trx);
}

/** Forgets from where the flags of earlier days came, and deletes those whose time is over. */
export async function sweepFlags(
  db: Db,
  { closedDays, nestDays }: { closedDays: number; nestDays: number },
  signal?: AbortSignal,
): Promise<void> {
  await sql`
    update flags set viewer_key = null, network_key = null
    where day < ${TODAY} and (viewer_key is not null or network_key is not null)`.execute(db);
  const where = sql`
    closed_at < now() - make_interval(days => ${closedDays})
    or (nest_id is not null and made_at < now() - make_interval(days => ${nestDays}))`;
  await deleteInBatches(db, { table: 'flags', where, signal });
}

/** Removes a deleted account from the flags that it made and closed. */
export async function forgetFlags(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('flags')
    .set({ member_id: null, member_name: '', text: '' })
    .where('member_id', '=', userId)
    .execute();
  await db
    .updateTable('flags')
    .set({ closed_by_id: null, closed_by_name: '' })
    .where('closed_by_id', '=', userId)
    .execute();
  await db.deleteFrom('flags').where('nest_owner_id', '=', userId).execute();
}
