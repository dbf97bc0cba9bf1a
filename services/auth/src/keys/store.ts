import type { JWK } from 'jose';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

export interface StoredKey {
  id: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
  /** Seconds since its activation by the database's clock; negative while it is only published. */
  activeForSeconds: number;
}

/** Takes the advisory lock for changes of signing keys until the transaction ends. */
export async function lockSigningKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('larksong signing keys'))`.execute(trx);
}

/** Returns all signing keys, in no order; by the clock of Postgres, `activeForSeconds` is negative before a key signs. */
export async function listSigningKeys(db: Db): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .select(sql<number>`extract(epoch from clock_timestamp() - active_from)::float8`.as('activeForSeconds'))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicJwk: row.public_jwk,
    sealedPrivateJwk: row.sealed_private_jwk,
    activeForSeconds: row.activeForSeconds,
  }));
}

/** Stores a key that signs after `activeInSeconds`. */
export async function createSigningKey(
  trx: Trx,
  key: Omit<StoredKey, 'activeForSeconds'>,
  activeInSeconds: number,
): Promise<void> {
  await trx
    .insertInto('signing_keys')
    .values({
      id: key.id,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_jwk: key.sealedPrivateJwk,
      active_from: sql<Date>`clock_timestamp() + make_interval(secs => ${activeInSeconds})`,
    })
    .execute();
}

/** Deletes the signing keys with these ids. */
export async function deleteSigningKeys(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('signing_keys').where('id', 'in', ids).execute();
}

/** Every column that is encrypted with a key derived from AUTH_SECRET, with its purpose and the column of its label. */
export const SEALED = [
  { table: 'signing_keys', id: 'id', label: 'id', content: 'sealed_private_jwk', purpose: 'signing keys' },
  { table: 'site_settings', id: 'name', label: 'name', content: 'sealed_content', purpose: 'site settings' },
  { table: 'kept_mails', id: 'id', label: 'email', content: 'sealed_content', purpose: 'kept mails' },
  {
    table: 'told_settings',
    id: 'id',
    label: 'webhook_url',
    content: 'sealed_webhook_secret',
    purpose: 'webhook',
  },
] as const;
export type SealedColumn = (typeof SEALED)[number];

/** Returns and locks all rows of an encrypted column. */
export async function listSealed(
  trx: Trx,
  { table, id, label, content }: SealedColumn,
): Promise<{ id: string; label: string; content: Buffer }[]> {
  const { rows } = await sql<{ id: string; label: string; content: Buffer }>`
    select ${sql.ref(id)} as id, ${sql.ref(label)} as label, ${sql.ref(content)} as content
    from ${sql.table(table)} where ${sql.ref(content)} is not null for update`.execute(trx);
  return rows;
}

/** Replaces the content of an encrypted column in one row. */
export async function updateSealed(
  trx: Trx,
  { table, id, content }: SealedColumn,
  row: { id: string; content: Buffer },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(content)} = ${row.content}
    where ${sql.ref(id)} = ${row.id}`.execute(trx);
}
