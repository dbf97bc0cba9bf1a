import type { JWK } from 'jose';
import { sql, type Transaction } from 'kysely';

import type { Tables } from '../db/tables.ts';

export interface StoredKey {
  id: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
}

/** Lets one transaction at a time go on from here, over all processes of the database. */
export async function lockSigningKeys(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('larksong signing keys'))`.execute(trx);
}

export async function findSigningKey(trx: Transaction<Tables>): Promise<StoredKey | undefined> {
  const row = await trx
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, publicJwk: row.public_jwk, sealedPrivateJwk: row.sealed_private_jwk };
}

export async function createSigningKey(trx: Transaction<Tables>, key: StoredKey): Promise<void> {
  await trx
    .insertInto('signing_keys')
    .values({
      id: key.id,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_jwk: key.sealedPrivateJwk,
    })
    .execute();
}
