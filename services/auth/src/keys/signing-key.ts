import { seal, TOKEN_ALGORITHM, unseal } from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
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
import { selectKeys } from './rotation.ts';
import {
  createSigningKey,
  deleteSigningKeys,
  listSigningKeys,
  lockSigningKeys,
  type StoredKey,
} from './store.ts';

export interface SigningKey {
  id: string;
  publicJwk: JWK;
  privateKey: CryptoKey;
}

/** Creates the first signing key of this installation; processes that start at the same time create one. */
export async function ensureSigningKey(db: Db, authSecret: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    if ((await listSigningKeys(trx)).length > 0) return;
    await createSigningKey(trx, await makeKey(deriveKey(authSecret, 'signing keys')), 0);
  });
}

/**
 * Creates the next key, which is published at once and signs after `publishSeconds`, when every service has fetched it.
 * Returns the seconds until then, of an existing next key if there is one. Throws a sentence for the operator if
 * `authSecret` does not decrypt the keys.
 */
export async function rotateSigningKey(
  db: Db,
  authSecret: string,
  publishSeconds: number,
): Promise<{ isNew: boolean; activeInSeconds: number }> {
  const sealingKey = deriveKey(authSecret, 'signing keys');
  return db.transaction().execute(async (trx) => {
    await lockSigningKeys(trx);
    const known = await listSigningKeys(trx);
    for (const key of known) await openKey(key, sealingKey);
    const waiting = known.find((key) => key.activeForSeconds < 0);
    if (waiting) return { isNew: false, activeInSeconds: -waiting.activeForSeconds };
    await createSigningKey(trx, await makeKey(sealingKey), publishSeconds);
    await recordAs(COMMAND_LINE)(trx, { action: 'keys.rotate' });
    return { isNew: true, activeInSeconds: publishSeconds };
  });
}

/** Deletes keys whose last token has expired. */
export async function deleteRetiredKeys(db: Db, accessTokenSeconds: number): Promise<void> {
  const { retired } = selectKeys(await listSigningKeys(db), accessTokenSeconds);
  await deleteSigningKeys(
    db,
    retired.map(({ id }) => id),
  );
}

async function makeKey(sealingKey: Buffer): Promise<Omit<StoredKey, 'activeForSeconds'>> {
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

/** Decrypts a stored key. Throws a sentence for the operator if AUTH_SECRET has changed. */
export async function openKey(stored: StoredKey, sealingKey: Buffer): Promise<SigningKey> {
  let privateJwk: JWK;
  try {
    privateJwk = JSON.parse(unseal(stored.sealedPrivateJwk, sealingKey, stored.id)) as JWK; // written by makeKey
  } catch (cause) {
    throw new Error(
      'AUTH_SECRET is not the one that this database was set up with. Restore it, or set PREVIOUS_AUTH_SECRET to it. If it is lost, delete the rows of the tables signing_keys, site_settings and kept_mails (everybody must sign in again).',
      { cause },
    );
  }
  const privateKey = await importJWK(privateJwk, TOKEN_ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new Error('The signing key is not an Ed25519 key.');
  return { id: stored.id, publicJwk: stored.publicJwk, privateKey };
}
