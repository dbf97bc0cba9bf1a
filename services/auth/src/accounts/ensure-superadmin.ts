import { newId, type Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { normalizeEmail, normalizeUsername } from '../users/account.ts';
import { createUser, findUserByEmail, lockSuperadmin, updateRole } from '../users/store.ts';
import { hasSuperadmin } from './admin-store.ts';

interface SuperadminSettings {
  SUPERADMIN_EMAIL?: string;
  SUPERADMIN_USERNAME?: string;
  SUPERADMIN_PASSWORD?: string;
}

/**
 * Creates the superadmin of the settings, or gives an existing account the role without changing its password. An account
 * that its owner deleted does not come back as long as there is another superadmin. Processes that start at the same time
 * create one account. Throws a sentence for the operator if the settings are unusable.
 */
export async function ensureSuperadmin(
  { db, passwords, logger }: { db: Db; passwords: PasswordHasher; logger: Logger },
  settings: SuperadminSettings,
): Promise<void> {
  const { SUPERADMIN_EMAIL, SUPERADMIN_USERNAME, SUPERADMIN_PASSWORD } = settings;
  if (!SUPERADMIN_EMAIL && !SUPERADMIN_USERNAME && !SUPERADMIN_PASSWORD) return;
  if (!SUPERADMIN_EMAIL || !SUPERADMIN_USERNAME || !SUPERADMIN_PASSWORD)
    throw new Error('SUPERADMIN_EMAIL, SUPERADMIN_USERNAME and SUPERADMIN_PASSWORD must be set together.');
  const account = {
    email: normalizeEmail(SUPERADMIN_EMAIL),
    username: normalizeUsername(SUPERADMIN_USERNAME),
  };
  await db.transaction().execute(async (trx) => {
    await lockSuperadmin(trx);
    const known = await findUserByEmail(trx, account.email);
    if (known) {
      if (await updateRole(trx, known.id, 'superadmin'))
        logger.warn({ userId: known.id }, 'the account of SUPERADMIN_EMAIL was made a superadmin');
      return;
    }
    if (await hasSuperadmin(trx)) {
      logger.info('the account of SUPERADMIN_EMAIL was not created: a superadmin already exists');
      return;
    }
    if (findPasswordProblem(SUPERADMIN_PASSWORD, account))
      throw new Error('SUPERADMIN_PASSWORD is too easy to guess. Please choose another one.');
    const created = await createUser(trx, {
      id: newId(),
      ...account,
      passwordHash: await passwords.hash(SUPERADMIN_PASSWORD, { network: 'none', isKnown: true }),
      role: 'superadmin',
      emailVerifiedAt: new Date(),
    });
    if (!created) throw new Error('SUPERADMIN_USERNAME belongs to an account with another email.');
    logger.info({ userId: created.id }, 'the first superadmin was created');
  });
}
