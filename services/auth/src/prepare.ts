import { migrateToLatest, untilDatabase, type Logger } from '@larksong/service-kit';

import { ensureSuperadmin } from './accounts/ensure-superadmin.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Db } from './db/tables.ts';
import { deriveKey } from './derive-key.ts';
import { createKeyRing, type KeyRing } from './keys/key-ring.ts';
import { resealAll } from './keys/reseal.ts';
import { ensureSigningKey } from './keys/signing-key.ts';
import { createCardKeys } from './nests/card-keys.ts';
import { restoreCards } from './nests/restore-cards.ts';
import { createPinHasher, type PinHasher } from './nest-sessions/pin-hasher.ts';
import { createPasswordHasher, type PasswordCost, type PasswordHasher } from './passwords/password-hasher.ts';
import { recordStart } from './setup/store.ts';

/**
 * Creates everything that the first request needs: tables, the signing key, the first superadmin. Encrypts data of the
 * previous secret with the current one. Idempotent.
 */
export async function prepare(
  db: Db,
  config: Config,
  { logger, passwordCost }: { logger: Logger; passwordCost: PasswordCost | undefined },
): Promise<{ keys: KeyRing; passwords: PasswordHasher; pins: PinHasher }> {
  await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
  await untilDatabase(db);
  await adoptSecret(db, config, logger);
  await ensureSigningKey(db, config.AUTH_SECRET);
  const keys = await createKeyRing({
    db,
    authSecret: config.AUTH_SECRET,
    accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
  });
  const rules = {
    atOnce: config.PASSWORD_HASHES_AT_ONCE,
    waitMs: config.PASSWORD_WAIT_SECONDS * 1000,
    waitingPerNetwork: config.PASSWORDS_WAITING_PER_ADDRESS,
  };
  const passwords = await createPasswordHasher(rules, passwordCost);
  await recordStart(db);
  await ensureSuperadmin({ db, passwords, logger }, config);
  // In a separate queue, so that a flood of PINs delays no password.
  const ofPins = await createPasswordHasher({ ...rules, atOnce: 1 }, passwordCost);
  return { keys, passwords, pins: createPinHasher({ keys: listPinKeys(config), passwords: ofPins }) };
}

/** PINs are stored with the new secret when they are typed, so until then the previous one is needed. */
function listPinKeys({ AUTH_SECRET: secret, PREVIOUS_AUTH_SECRET: previous }: Config): Buffer[] {
  const secrets = previous === undefined ? [secret] : [secret, previous];
  return secrets.map((each) => deriveKey(each, 'nest pins'));
}

async function adoptSecret(db: Db, config: Config, logger: Logger): Promise<void> {
  const { AUTH_SECRET: secret, PREVIOUS_AUTH_SECRET: previous } = config;
  if (previous === undefined || previous === secret) return;
  const rows = (await resealAll(db, { secret, previous })) + (await restoreCards(db, createCardKeys(config)));
  if (rows > 0)
    logger.info({ rows }, 'keys, settings, mails and cards were encrypted with the new AUTH_SECRET');
}
