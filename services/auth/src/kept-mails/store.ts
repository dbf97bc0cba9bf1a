import { deleteInBatches, newId } from '@larksong/service-kit';
import { sql, type Selectable } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

export type KeptMailRow = Selectable<Tables['kept_mails']>;

/** Stores an encrypted mail for superadmins until its link expires. */
export async function createKeptMail(
  db: Db,
  mail: {
    email: string;
    subject: string;
    sealedContent: Buffer;
    tokenHash: Buffer | null;
    lifetimeHours: number;
  },
): Promise<void> {
  await db
    .insertInto('kept_mails')
    .values({
      id: newId(),
      email: mail.email,
      subject: mail.subject,
      sealed_content: mail.sealedContent,
      token_hash: mail.tokenHash,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${mail.lifetimeHours * 3600})`,
    })
    .execute();
}

/** Condition on a mail that is still useful: its link is neither used nor void. */
const isUseful = sql<boolean>`(
  kept_mails.expires_at > clock_timestamp() and (
    kept_mails.token_hash is null
    or exists (select from link_tokens where link_tokens.token_hash = kept_mails.token_hash)
    or exists (select from invitation_tokens where invitation_tokens.token_hash = kept_mails.token_hash)
  )
)`;

/** Returns mails with ids below `before`, newest first (ids are ordered by time). */
export async function listKeptMailRows(
  db: Db,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<KeptMailRow[]> {
  return db
    .selectFrom('kept_mails')
    .selectAll()
    .where(isUseful)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes mails that have expired or whose link was used or is void. */
export async function deleteUselessKeptMails(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'kept_mails', where: sql`not ${isUseful}`, signal });
}

/** Deletes the mails to an email. */
export async function deleteKeptMailsTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('kept_mails').where('email', '=', email).execute();
}

/** Deletes the links of kept mails with which an account can be taken over or created. */
export async function deleteKeptLinks(trx: Trx): Promise<void> {
  const kept = trx.selectFrom('kept_mails').select('token_hash').where('token_hash', 'is not', null);
  await trx
    .deleteFrom('link_tokens')
    .where('purpose', '=', 'reset-password')
    .where('token_hash', 'in', kept.$castTo<{ token_hash: Buffer }>())
    .execute();
  await trx
    .deleteFrom('invitation_tokens')
    .where('token_hash', 'in', kept.$castTo<{ token_hash: Buffer }>())
    .execute();
}
