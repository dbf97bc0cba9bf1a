import { catalog } from '@larksong/contracts';
import { sql, type Selectable } from 'kysely';

import type { SongListLinksTable } from '../db/list-link-tables.ts';
import type { Db, Trx } from '../db/tables.ts';
import type { StoredCode } from '@larksong/service-kit/codes';
import type { LinkTerms } from './rule.ts';

/** A link as those who may change its list see it. */
export interface ShownLink extends Selectable<SongListLinksTable> {
  is_ended: boolean;
  /** The code for the board that is good now. */
  spoken: (StoredCode & { ends_at: Date }) | null;
  openings: { day: string; count: number }[];
}

const IS_ENDED = sql<boolean>`coalesce(song_list_links.ends_at <= now(), false)`.as('is_ended');

/** Returns the links of a list, oldest first. */
export async function listLinksOf(db: Db | Trx, listId: string): Promise<ShownLink[]> {
  const links = await db
    .selectFrom('song_list_links')
    .selectAll()
    .select(IS_ENDED)
    .where('list_id', '=', listId)
    .orderBy('id')
    .execute();
  const ids = links.map(({ id }) => id);
  if (ids.length === 0) return [];
  const codes = await db
    .selectFrom('song_list_codes')
    .selectAll()
    .where('link_id', 'in', ids)
    .where('ends_at', '>', sql<Date>`now()`)
    .execute();
  const openings = await listOpenings(db, ids);
  return links.map((link) => ({
    ...link,
    spoken: codes.find((code) => code.link_id === link.id) ?? null,
    openings: openings
      .filter((opening) => opening.link_id === link.id)
      .map(({ day, count }) => ({ day, count })),
  }));
}

async function listOpenings(db: Db | Trx, linkIds: string[]) {
  const { rows } = await sql<{ link_id: string; day: string; count: number }>`
    select link_id, to_char(day, 'YYYY-MM-DD') as day, count from song_list_openings
    where link_id = any(${linkIds}::uuid[])
      and day > (now() at time zone 'UTC')::date - ${sql.lit(catalog.OPENING_DAYS)}::integer
    order by day desc`.execute(db);
  return rows;
}

/** Returns one link of a list. */
export async function findLinkOf(
  db: Db | Trx,
  listId: string,
  linkId: string,
): Promise<ShownLink | undefined> {
  return (await listLinksOf(db, listId)).find(({ id }) => id === linkId);
}

export async function countLinks(trx: Trx, listId: string): Promise<number> {
  const row = await trx
    .selectFrom('song_list_links')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the numbers of links that have not ended, to lists that are not deleted. */
export async function countUsableLinks(db: Db): Promise<Record<'account' | 'site', number>> {
  const { rows } = await sql<{ account: number; site: number }>`
    select
      count(*) filter (where lists.owner_id is not null)::integer as account,
      count(*) filter (where lists.owner_id is null)::integer as site
    from song_list_links links
    join song_lists lists on lists.id = links.list_id and lists.deleted_at is null
    where links.ends_at is null or links.ends_at > now()`.execute(db);
  return rows[0] ?? { account: 0, site: 0 };
}

/** What a link says, which its maker may change. */
export interface LinkFields {
  name: string;
  ends_at: Date | null;
  shows_own: boolean;
  has_preview: boolean;
}

export async function createLink(
  trx: Trx,
  link: LinkFields & StoredCode & { id: string; list_id: string; maker_id: string },
): Promise<void> {
  await trx.insertInto('song_list_links').values(link).execute();
}

export async function saveLink(trx: Trx, id: string, fields: Partial<LinkFields>): Promise<void> {
  await trx.updateTable('song_list_links').set(fields).where('id', '=', id).execute();
}

/** Deletes a link with its code for the board. Returns false if it is gone already. */
export async function deleteLink(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('song_list_links').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Saves the code for the board of a link instead of the one before. Returns false if another link has the same one. */
export async function saveSpokenCode(
  trx: Trx,
  { linkId, code, hashes, endsAt }: { linkId: string; code: StoredCode; hashes: Buffer[]; endsAt: Date },
): Promise<boolean> {
  const taken = await trx
    .selectFrom('song_list_codes')
    .select('link_id')
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  if (taken) return false;
  const values = { ...code, ends_at: endsAt };
  await trx
    .insertInto('song_list_codes')
    .values({ ...values, link_id: linkId })
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(values))
    .execute();
  return true;
}

/** Ends the code for the board of a link; returns false if there is none. */
export async function deleteSpokenCode(trx: Trx, linkId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('song_list_codes')
    .where('link_id', '=', linkId)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A link with what decides whether it opens. */
export interface OpenedLink extends LinkTerms {
  id: string;
  list_id: string;
  has_preview: boolean;
  /** Whether the video that was asked for is in its list. */
  has_song: boolean;
}

/**
 * Returns links whose list is not deleted, and which of them contain a video. One statement, so that a song that leaves a
 * list and a link that is taken back are seen at once.
 */
export async function findOpened(
  db: Db,
  linkIds: string[],
  videoId: string | null = null,
): Promise<OpenedLink[]> {
  if (linkIds.length === 0) return [];
  const { rows } = await sql<OpenedLink>`
    select links.id, links.list_id, links.maker_id, links.shows_own, links.has_preview, lists.owner_id,
      coalesce(links.ends_at <= now(), false) as is_ended,
      exists (
        select from song_list_songs where list_id = links.list_id and video_id = ${videoId}::uuid
      ) as has_song
    from song_list_links links
    join song_lists lists on lists.id = links.list_id and lists.deleted_at is null
    where links.id = any(${linkIds}::uuid[])`.execute(db);
  return rows;
}

/** Returns the link of a code, whether or not it opens: one look-up by an index. */
export async function findLinkByHash(
  db: Db,
  kind: 'link' | 'spoken',
  hashes: Buffer[],
): Promise<string | undefined> {
  if (kind === 'link') {
    const row = await db
      .selectFrom('song_list_links')
      .select('id')
      .where('code_hash', 'in', hashes)
      .executeTakeFirst();
    return row?.id;
  }
  const row = await db
    .selectFrom('song_list_codes')
    .select('link_id as id')
    .where('code_hash', 'in', hashes)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.id;
}

/** Counts an opening of a link on this day, without anything about who opened it. */
export async function countOpening(db: Db, linkId: string): Promise<void> {
  await sql`
    with counted as (
      update song_list_links set opening_count = opening_count + 1 where id = ${linkId} returning id
    )
    insert into song_list_openings (link_id, day, count)
    select id, (now() at time zone 'UTC')::date, 1 from counted
    on conflict (link_id, day) do update set count = song_list_openings.count + 1`.execute(db);
}
