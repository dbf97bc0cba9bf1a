import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, LinkPurpose, Trx } from '../db/tables.ts';

/** Stores the hash of a link that can be used once within `lifetimeHours`. */
export async function createLink(
  db: Db,
  link: {
    tokenHash: Buffer;
    userId: string;
    purpose: LinkPurpose;
    lifetimeHours: number;
    /** The superadmin who requested it. */
    askedBy?: string | null;
  },
): Promise<void> {
  await db
    .insertInto('link_tokens')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      purpose: link.purpose,
      asked_by: link.askedBy ?? null,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${link.lifetimeHours * 3600})`,
    })
    .execute();
}

const isGood = sql<boolean>`link_tokens.expires_at > clock_timestamp()`;

/** Returns the owner of a link without using it, or undefined if the link is not valid. */
export async function findLinkOwner(
  db: Db,
  link: { tokenHash: Buffer; purpose: LinkPurpose },
): Promise<{ id: string; email: string; username: string } | undefined> {
  return db
    .selectFrom('link_tokens')
    .innerJoin('users', 'users.id', 'link_tokens.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', '=', link.purpose)
    .where('users.disabled_at', 'is', null)
    .where(isGood)
    .executeTakeFirst();
}

/**
 * Uses a link and returns its owner; of several concurrent calls exactly one gets the owner. Deletes the owner's other
 * links of the purpose. The caller opens the transaction.
 */
export async function useLink(
  trx: Trx,
  link: { tokenHash: Buffer; purpose: LinkPurpose },
): Promise<string | undefined> {
  // Two links of one account wait for each other here, so that they cannot deadlock below.
  await trx
    .selectFrom('link_tokens')
    .innerJoin('users', 'users.id', 'link_tokens.user_id')
    .select('users.id')
    .where('token_hash', '=', link.tokenHash)
    .forUpdate('users')
    .execute();
  const used = await trx
    .deleteFrom('link_tokens')
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', '=', link.purpose)
    .where(isGood)
    .returning('user_id')
    .executeTakeFirst();
  if (used) await deleteLinks(trx, used.user_id, link.purpose);
  return used?.user_id;
}

/** Deletes the links of an account for this purpose. */
export async function deleteLinks(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db.deleteFrom('link_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/** Deletes the links requested by a superadmin who loses the role. */
export async function deleteLinksAskedBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('link_tokens').where('asked_by', '=', userId).execute();
}

/** Deletes expired links in batches; stops after a batch if `signal` is aborted. */
export async function deleteExpiredLinks(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'link_tokens', where: sql`expires_at < now()`, signal });
}
