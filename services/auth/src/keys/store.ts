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
