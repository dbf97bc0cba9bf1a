import { TOKEN_ALGORITHM } from '@larksong/service-kit';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';

import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import { seal, unseal } from './seal.ts';
import { createSigningKey, findSigningKey, lockSigningKeys, type StoredKey } from './store.ts';

export interface SigningKey {
  id: string;
  publicJwk: JWK;
  privateKey: CryptoKey;
}

/** The key of this installation, made at the first start; processes that start at once get the same one. */
export async function ensureSigningKey(db: Db, authSecret: string): Promise<SigningKey> {
  const sealingKey = deriveKey(authSecret, 'signing keys');
  const stored = await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const known = await findSigningKey(trx);
    if (known) return known;
    const made = await makeKey(sealingKey);
    await createSigningKey(trx, made);
    return made;
  });
  return openKey(stored, sealingKey);
}

async function makeKey(sealingKey: Buffer): Promise<StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, {
    crv: 'Ed25519',
    extractable: true,
  });
  const publicJwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return {
    id,
    publicJwk: { ...publicJwk, kid: id, alg: TOKEN_ALGORITHM, use: 'sig' },
    sealedPrivateJwk: seal(privateJwk, sealingKey, id),
  };
}

async function openKey(stored: StoredKey, sealingKey: Buffer): Promise<SigningKey> {
  let privateJwk: JWK;
  try {
    privateJwk = JSON.parse(unseal(stored.sealedPrivateJwk, sealingKey, stored.id)) as JWK; // written by makeKey
  } catch (cause) {
    throw new Error(
      'AUTH_SECRET is not the one that this database was set up with. Restore it, or delete the rows of the table signing_keys to make a new key (everybody must sign in again).',
      { cause },
    );
  }
  const privateKey = await importJWK(privateJwk, TOKEN_ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new Error('The signing key is not an Ed25519 key.');
  return { id: stored.id, publicJwk: stored.publicJwk, privateKey };
}
