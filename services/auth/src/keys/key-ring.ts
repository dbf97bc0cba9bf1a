import type { JWK, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet } from 'jose';

import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import { selectKeys } from './rotation.ts';
import { openKey, type SigningKey } from './signing-key.ts';
import { listSigningKeys } from './store.ts';

/** The keys of this installation, as they change by and by. */
export interface KeyRing {
  /** What signs right now. */
  signingKey(): Promise<SigningKey>;
  /**
   * What other services may meet: also the next key, and old ones until their last token has expired. From memory
   * only while the database is away: a new key is there for everybody who asks from the moment it is made.
   */
  readPublicKeys(): Promise<JWK[]>;
  /** For tokens that come to auth itself. */
  verifyKey: JWTVerifyGetKey;
}

interface Keys {
  signing: SigningKey;
  published: JWK[];
  readAt: number;
}

/** Read from the database at most every `reloadMs`, far more often than a key changes. */
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
