import type { auth } from '@larksong/contracts';
import { deleteInBatches, newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, InvitationRow, Trx } from '../db/tables.ts';
import { toGivenRole, toRoleColumns } from '../users/teacher.ts';

const MAX_LISTED = 500;

/**
 * Valid while the inviter is an enabled superadmin. Without a recorded inviter, valid only if it grants no rights.
 */
const isOpen = sql<boolean>`(
  invitations.expires_at > clock_timestamp() and case
    when invitations.invited_by is null then invitations.role = 'user' and not invitations.is_teacher
    else exists (
      select from users as inviter
      where inviter.id = invitations.invited_by and inviter.role = 'superadmin' and inviter.disabled_at is null
    )
  end
)`;

/** Creates an invitation and deletes an earlier one to the same email with its links. */
export async function replaceInvitation(
  trx: Trx,
  given: { email: string; role: auth.GivenRole; invitedBy: string; lifetimeDays: number },
): Promise<InvitationRow> {
  const name = `larksong invitation ${given.email}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
  await trx.deleteFrom('invitations').where('email', '=', given.email).execute();
  return trx
    .insertInto('invitations')
    .values({
      id: newId(),
      email: given.email,
      ...toRoleColumns(given.role),
      invited_by: given.invitedBy,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${given.lifetimeDays})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a link to the open invitation to this email; returns false if there is none. */
export async function addInvitationToken(
  db: Db,
  link: { email: string; tokenHash: Buffer },
): Promise<boolean> {
  const result = await db
    .insertInto('invitation_tokens')
    .columns(['token_hash', 'invitation_id'])
    .expression((eb) =>
      eb
        .selectFrom('invitations')
        .select([eb.val(link.tokenHash).as('token_hash'), 'id'])
        .where('email', '=', link.email)
        .where(isOpen),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the open invitation of a token without using it, or undefined. */
export async function findInvitation(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('invitation_tokens', 'invitation_tokens.invitation_id', 'invitations.id')
    .selectAll('invitations')
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst();
}

/**
 * Uses an invitation. Exactly one of several concurrent calls returns true, and none does once the inviter has lost the
 * right. The caller opens the transaction.
 */
export async function useInvitation(
  trx: Trx,
  invitation: Pick<InvitationRow, 'id' | 'invited_by'>,
): Promise<boolean> {
  // Waits for a concurrent change of the inviter's rights, or makes it wait.
  await trx.selectFrom('users').select('id').where('id', '=', invitation.invited_by).forShare().execute();
  const result = await trx
    .deleteFrom('invitations')
    .where('id', '=', invitation.id)
    .where(isOpen)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the open invitations, newest first. */
export async function listOpenInvitations(db: Db): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where(isOpen)
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

/** Deletes an invitation and returns it; undefined if it does not exist. */
export async function deleteInvitationById(trx: Trx, id: string): Promise<InvitationRow | undefined> {
  return trx.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Deletes the invitations of a superadmin who loses the role. */
export async function deleteInvitationsBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('invitations').where('invited_by', '=', userId).execute();
}

/** Deletes the invitation to an email, if there is one. */
export async function deleteInvitationTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
}

/** Deletes expired invitations in batches; stops after a batch if `signal` is aborted. */
export async function deleteExpiredInvitations(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'invitations', where: sql`expires_at < now()`, signal });
}

/** Maps an invitation to the contract, without its token. */
export function toInvitation(row: InvitationRow): auth.Invitation {
  return {
    id: row.id,
    email: row.email,
    role: toGivenRole(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
