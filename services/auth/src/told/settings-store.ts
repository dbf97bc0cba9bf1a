import type { auth } from '@larksong/contracts';
import { seal, unseal } from '@larksong/service-kit';
import type { Updateable } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

export interface Webhook {
  url: string;
  /** Key of the signatures, in hexadecimal. */
  secret: string;
}

/** Returns who is told; superadmins unless something else was chosen. */
export async function findRecipients(db: Db | Trx): Promise<auth.ToldRecipients> {
  const row = await db.selectFrom('told_settings').select(['recipients', 'addresses']).executeTakeFirst();
  return row ? { to: row.recipients, addresses: row.addresses } : { to: 'superadmins', addresses: [] };
}

/** Saves who is told. */
export async function saveRecipients(trx: Trx, { to, addresses }: auth.ToldRecipients): Promise<void> {
  await save(trx, { recipients: to, addresses });
}

/** Returns the address that is called, with its secret; undefined without one. `key` is derived from AUTH_SECRET. */
export async function findWebhook(db: Db | Trx, key: Buffer): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('told_settings')
    .select(['webhook_url', 'sealed_webhook_secret'])
    .executeTakeFirst();
  const { webhook_url: url, sealed_webhook_secret: sealed } = row ?? {};
  return url && sealed ? { url, secret: unseal(sealed, key, url) } : undefined;
}

/** Returns the address that is called without its secret; null without one. */
export async function findWebhookUrl(db: Db | Trx): Promise<string | null> {
  const row = await db.selectFrom('told_settings').select('webhook_url').executeTakeFirst();
  return row?.webhook_url ?? null;
}

/** Saves the address that is called, or removes it. */
export async function saveWebhook(trx: Trx, key: Buffer, webhook: Webhook | null): Promise<void> {
  await save(trx, {
    webhook_url: webhook?.url ?? null,
    sealed_webhook_secret: webhook ? seal(webhook.secret, key, webhook.url) : null,
  });
}

/** Returns when a gateway last reported what it found; undefined if none ever did. */
export async function findReportTime(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('told_settings').select('reported_at').executeTakeFirst();
  return row?.reported_at ?? undefined;
}

/** Saves when a gateway reported what it found. */
export async function saveReportTime(db: Db, at: Date): Promise<void> {
  await save(db, { reported_at: at });
}

/** Saves some of the columns; the others keep their values. */
async function save(db: Db | Trx, values: Updateable<Tables['told_settings']>): Promise<void> {
  await db
    .insertInto('told_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
