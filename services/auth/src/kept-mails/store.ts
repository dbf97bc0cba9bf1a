import { deleteInBatches, newId } from '@larksong/service-kit';
import { sql, type Selectable } from 'kysely';

import type { Db, MailKind, Tables, Trx } from '../db/tables.ts';

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
    kind: MailKind | null;
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
      kind: mail.kind,
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

/** Condition on a mail whose link sets a new password: somebody waits for it, unless it is the first password. */
const isReset = sql<boolean>`kept_mails.kind is distinct from 'welcome' and exists (
  select from link_tokens where link_tokens.token_hash = kept_mails.token_hash and purpose = 'reset-password'
)`;

/** A mail in the list. */
export interface KeptMailPlace {
  isReset: boolean;
  id: string;
}

/**
 * Returns the mails after a place in the list: first those with a link for a new password, which would be lost among
 * those of registrations, then the others, each newest first (ids are ordered by time).
 */
export async function listKeptMailRows(
  db: Db,
  { limit, after }: { limit: number; after?: KeptMailPlace | undefined },
): Promise<(KeptMailRow & KeptMailPlace)[]> {
  return db
    .selectFrom('kept_mails')
    .selectAll()
    .select(isReset.as('isReset'))
    .where(isUseful)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`((${isReset}), id) < (${after?.isReset}::boolean, ${after?.id}::uuid)`),
    )
    .orderBy('isReset', 'desc')
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
