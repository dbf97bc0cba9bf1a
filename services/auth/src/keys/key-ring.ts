import type { JWK, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet } from 'jose';

import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import { selectKeys } from './rotation.ts';
import { openKey, type SigningKey } from './signing-key.ts';
import { listSigningKeys } from './store.ts';

/** The current keys of this installation. */
export interface KeyRing {
  /** Returns the key that signs now. */
  signingKey(): Promise<SigningKey>;
  /**
   * Returns the public keys for other services, including the next key, and old keys until their last token has expired.
   * Cached keys are used only while the database is unavailable, so a new key is published at once.
   */
  readPublicKeys(): Promise<JWK[]>;
  /** Verifies tokens that are sent to auth itself. */
  verifyKey: JWTVerifyGetKey;
}

interface Keys {
  signing: SigningKey;
  published: JWK[];
  readAt: number;
}

/** Returns a key ring that reads the database at most every `reloadMs`, far more often than keys change. */
export async function createKeyRing(deps: {
  db: Db;
  authSecret: string;
  accessTokenSeconds: number;
  reloadMs?: number;
}): Promise<KeyRing> {
  const sealingKey = deriveKey(deps.authSecret, 'signing keys');
  const reloadMs = deps.reloadMs ?? 2000;
  const opened = new Map<string, SigningKey>();

  async function read(): Promise<Keys> {
    const readAt = performance.now();
    const { signing, published } = selectKeys(await listSigningKeys(deps.db), deps.accessTokenSeconds);
    const key = opened.get(signing.id) ?? (await openKey(signing, sealingKey));
    opened.set(key.id, key);
    return { signing: key, published: published.map(({ publicJwk }) => publicJwk), readAt };
  }

  let keys = await read();
  let reading: Promise<Keys> | undefined;

  async function current(): Promise<Keys> {
    if (performance.now() - keys.readAt < reloadMs) return keys;
    reading ??= read().finally(() => (reading = undefined));
    keys = await reading;
    return keys;
  }

  return {
    signingKey: async () => (await current()).signing,
    async readPublicKeys() {
      keys = await read().catch(() => keys);
      return keys.published;
    },
    verifyKey: async (header, token) =>
      createLocalJWKSet({ keys: (await current()).published })(header, token),
  };
}
