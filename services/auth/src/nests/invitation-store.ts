import { auth } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** A nest or a class that is to be shared. */
export type SharedPlace = { column: 'nest_id' | 'class_id'; id: string };

/** How many are listed; a member has hardly ever more than one. */
const MOST = 50;

const since = sql<Date>`clock_timestamp() - make_interval(days => ${auth.NEST_INVITATION_DAYS})`;

/** Saves an invitation instead of the one before. Takes the same time whether or not somebody has the name. */
export async function saveInvitation(
  db: Db,
  { place, ...row }: { place: SharedPlace; id: string; name: string; name_key: string },
): Promise<void> {
  const places = { nest_id: null, class_id: null, [place.column]: place.id };
  await db
    .insertInto('nest_invitations')
    .values({ ...row, ...places })
    .onConflict((conflict) =>
      conflict.column(place.column).doUpdateSet({ ...row, made_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

/** Returns the names of those who are invited to share these nests or classes, by their ids. */
export async function listInvited(
  db: Db,
  column: SharedPlace['column'],
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('nest_invitations')
    .select([column, 'name'])
    .where(column, 'in', [...ids])
    .where('made_at', '>', since)
    .execute();
  return new Map(rows.map((row) => [row[column] ?? '', row.name]));
}

/** Deletes the invitation to share a nest or a class, if there is one. */
export async function deleteInvitationTo(db: Db, { column, id }: SharedPlace): Promise<void> {
  await db.deleteFrom('nest_invitations').where(column, '=', id).execute();
}

/** An invitation with the look of what is shared. */
export interface InvitationRow {
  id: string;
  from: string;
  nest: { animal: auth.Animal; ground: auth.Ground } | null;
  class: auth.NestInvitation['class'];
  madeAt: Date;
}

/**
 * Those for an account: by its name, and only if it is older than they are, so that nobody registers a mistyped name
 * afterwards. Invitations to a nest that has joined a class, to oneself, and from a disabled owner do not count.
 */
const FOR = (userId: string) => sql`nest_invitations i
  join users me on me.id = ${userId} and me.username_key = i.name_key and me.created_at <= i.made_at
  left join nests n on n.id = i.nest_id and n.class_id is null
  left join nest_classes c on c.id = i.class_id
  join users owner on owner.id = coalesce(n.owner_id, c.owner_id) and owner.id <> me.id and owner.disabled_at is null
  where i.made_at > ${since}`;

/** Returns the invitations for an account, latest first. */
export async function listInvitationsFor(db: Db, userId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.id, coalesce(owner.display_name, owner.username) as "from", i.made_at as "madeAt",
      case when n.id is not null then json_build_object('animal', n.animal, 'ground', n.ground) end as nest,
      case when c.id is not null then json_build_object('sign', c.sign, 'hue', c.hue) end as class
    from ${FOR(userId)} order by i.made_at desc, i.id limit ${MOST}`.execute(db);
  return rows;
}

/** Deletes an invitation for an account and returns what is shared by it, or undefined. */
export async function takeInvitation(
  db: Db | Trx,
  userId: string,
  id: string,
): Promise<SharedPlace | undefined> {
  const { rows } = await sql<{ nestId: string | null; classId: string | null }>`
    delete from nest_invitations where id = (select i.id from ${FOR(userId)} and i.id = ${id})
    returning nest_id as "nestId", class_id as "classId"`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return row.nestId === null
    ? { column: 'class_id', id: row.classId ?? '' }
    : { column: 'nest_id', id: row.nestId };
}

/** Shares a nest or a class with a member instead of the one before; returns whether it is still there to share. */
export async function shareWith(trx: Trx, { column, id }: SharedPlace, userId: string): Promise<boolean> {
  const change = { shared_with_id: userId };
  const result = await (
    column === 'nest_id'
      ? trx.updateTable('nests').set(change).where('id', '=', id).where('class_id', 'is', null)
      : trx.updateTable('nest_classes').set(change).where('id', '=', id)
  ).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes invitations that have ended. */
export async function deleteEndedInvitations(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'nest_invitations', where: sql`made_at <= ${since}`, signal });
}
