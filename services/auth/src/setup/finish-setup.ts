import type { auth } from '@larksong/contracts';
import { AppError, newId, toClientNetwork } from '@larksong/service-kit';
import { recordAs, toActor } from '@larksong/service-kit/audit';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';

import type { Db, Trx } from '../db/tables.ts';
import { forgetPlaces } from '../known-places/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { markAllRevoked } from '../sessions/store.ts';
import type { SiteSettings } from '../site-settings/read-settings.ts';
import { saveSiteSetting } from '../site-settings/store.ts';
import { toSiteName } from '../site-texts/site-name.ts';
import { findSiteLanguages, saveSiteLanguages } from '../site-texts/language-store.ts';
import { saveSiteText } from '../site-texts/store.ts';
import { normalizeEmail, normalizeUsername, refuseMixedScripts } from '../users/account.ts';
import { createUser, findTaken, lockSuperadmin } from '../users/store.ts';
import { findGenerated, findOpenedAt, markFinished, replaceAccount } from './store.ts';

/** The form, and the request that sent it. */
type Given = Omit<Static<typeof auth.finishSetup.body>, 'code'> & { request: FastifyRequest };

/**
 * Sets up the site and closes the page, in one transaction. The generated superadmin becomes the chosen one, whose
 * sessions end. Throws NOT_FOUND if somebody else was sooner, VALIDATION_FAILED, EMAIL_TAKEN, USERNAME_TAKEN or TOO_BUSY.
 */
export async function finishSetup(
  deps: { db: Db; passwords: PasswordHasher; settings: SiteSettings },
  given: Given,
): Promise<void> {
  const { db, passwords, settings } = deps;
  const account = {
    email: normalizeEmail(given.superadmin.email),
    username: normalizeUsername(given.superadmin.username),
  };
  const problem = findPasswordProblem(given.superadmin.password, account);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const passwordHash = await passwords.hash(given.superadmin.password, {
    network: toClientNetwork(given.request.ip),
    isKnown: true,
  });
  await db.transaction().execute(async (trx) => {
    if (!(await findOpenedAt(trx))) throw new AppError('NOT_FOUND');
    await lockSuperadmin(trx);
    const displayName = given.superadmin.displayName || null;
    refuseMixedScripts(given.superadmin.username);
    const superadminId = await saveSuperadmin(trx, { ...account, passwordHash, displayName });
    const name = toSiteName(given.siteName);
    await saveSiteText(trx, 'name', name === '' ? null : name);
    if (given.language)
      await saveSiteLanguages(trx, { ...(await findSiteLanguages(trx)), default: given.language });
    if (!settings.decided.registration)
      await saveSiteSetting(trx, settings.key, 'registration', given.registration);
    if (!settings.decided.mail) await saveSiteSetting(trx, settings.key, 'mail', given.mail);
    const { publicUrl, storageFolder } = given;
    await markFinished(trx, { publicUrl, storageFolder, superadminId });
    await recordSetup(trx, { id: superadminId, username: account.username }, given);
  });
}

/** Gives the generated superadmin the chosen name and password, or creates one; returns its id. */
async function saveSuperadmin(
  trx: Trx,
  account: { email: string; username: string; passwordHash: string; displayName: string | null },
): Promise<string> {
  const { email, username, passwordHash, displayName } = account;
  const generated = await findGenerated(trx);
  const taken = await findTaken(trx, account, generated?.id);
  if (taken) throw new AppError(taken === 'email' ? 'EMAIL_TAKEN' : 'USERNAME_TAKEN');
  const id = generated?.id ?? newId();
  if (!generated) await createUser(trx, { id, email, username, passwordHash, role: 'superadmin' });
  await replaceAccount(trx, id, { email, username, passwordHash, displayName });
  await markAllRevoked(trx, id);
  await forgetPlaces(trx, id);
  return id;
}

/** Records the choices, without passwords. */
async function recordSetup(
  trx: Trx,
  superadmin: { id: string; username: string },
  given: Given,
): Promise<void> {
  const { siteName, language, registration, mail, publicUrl, storageFolder, request } = given;
  const viewer = { ...superadmin, role: 'superadmin' as const, teacher: null, sessionId: '' };
  await recordAs(toActor(viewer, request))(trx, {
    action: 'site.setup',
    subject: { id: superadmin.id, name: superadmin.username },
    after: { siteName, language, registration, mailServer: mail?.host, publicUrl, storageFolder },
  });
}
