import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { createDatabase, createLogger, unseal } from '@larksong/service-kit';

import type { Tables } from '../../services/auth/src/db/tables.ts';
import { deriveKey } from '../../services/auth/src/derive-key.ts';
import type { SiteProcess } from './site-processes.ts';

/** Returns a service of a site. */
export function processOf(processes: SiteProcess[], service: string): SiteProcess {
  const found = processes.find((candidate) => candidate.service === service);
  if (!found) throw new Error(`${service} does not run.`);
  return found;
}

/** Reads auth's private key from its database with its secret. */
export async function readSigningKey({ environment }: SiteProcess, kid: string): Promise<KeyObject> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const db = createDatabase<Tables>({ url: environment['DATABASE_URL'] ?? '', logger });
  try {
    const row = await db
      .selectFrom('signing_keys')
      .select('sealed_private_jwk')
      .where('id', '=', kid)
      .executeTakeFirstOrThrow();
    const sealingKey = deriveKey(environment['AUTH_SECRET'] ?? '', 'signing keys');
    const jwk = JSON.parse(unseal(row.sealed_private_jwk, sealingKey, kid)) as JsonWebKey; // written by auth
    return createPrivateKey({ key: jwk, format: 'jwk' });
  } finally {
    await db.destroy();
  }
}
