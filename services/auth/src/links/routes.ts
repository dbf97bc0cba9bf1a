import { auth } from '@larksong/contracts';
import { AppError, type Handler, type Register } from '@larksong/service-kit';

import type { Db, LinkPurpose } from '../db/tables.ts';
import type { Place, Places } from '../known-places/place.ts';
import { findAccountAtPlace } from '../known-places/store.ts';
import { createMail } from '../mail-queue/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { hashSecret } from '../secret-token.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { normalizeEmail } from '../users/account.ts';
import { markEmailVerified } from '../users/store.ts';
import { trimFields } from '../users/trim-fields.ts';
import { resetAccountPassword } from './reset-password.ts';
import { findLinkOwner, useLink } from './store.ts';

interface LinkDeps {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  throttle: Throttle;
  outbox: { poke(): void };
}

const trimmed = { prepareBody: (body: unknown) => trimFields(body, ['email', 'token']) };

/**
 * Registers the calls that send or use links in mails. Requesting a mail takes the same work for every address, so the
 * response does not reveal whether an account exists.
 */
export function registerLinks(register: Register, deps: LinkDeps): void {
  const { db, places } = deps;

  const resendVerification: Handler<typeof auth.resendVerification> = async ({ body, request }) => {
    await queueLinkMail(deps, 'verify-email', { typed: body.email, place: places.of(request) });
    return { message: 'Verification email sent (if account exists).' };
  };

  const forgotPassword: Handler<typeof auth.forgotPassword> = async ({ body, request }) => {
    await queueLinkMail(deps, 'reset-password', { typed: body.email, place: places.of(request) });
    return { message: 'If your account exists, a reset email has been sent.' };
  };

  const verifyEmail: Handler<typeof auth.verifyEmail> = async ({ body }) => {
    const link = { tokenHash: hashSecret(body.token), purpose: 'verify-email' as const };
    await db.transaction().execute(async (trx) => {
      const userId = (await findLinkOwner(trx, link)) && (await useLink(trx, link));
      if (userId === undefined) throw new AppError('LINK_NOT_VALID');
      await markEmailVerified(trx, userId);
    });
    return { message: 'Your email is confirmed.' };
  };

  const resetPassword: Handler<typeof auth.resetPassword> = async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = places.of(request);
    await resetAccountPassword(deps, { ...body, place });
    places.setCookie(reply, place);
    return { message: 'Your password has been changed. Please sign in.' };
  };

  register(auth.resendVerification, resendVerification, trimmed);
  register(auth.forgotPassword, forgotPassword, trimmed);
  register(auth.verifyEmail, verifyEmail, trimmed);
  register(auth.resetPassword, resetPassword, trimmed);
  register(auth.checkResetLink, checkResetLink(db), trimmed);
}

/** Returns the handler that checks a link without using it. */
function checkResetLink(db: Db): Handler<typeof auth.checkResetLink> {
  return async ({ body }) => {
    const link = { tokenHash: hashSecret(body.token), purpose: 'reset-password' as const };
    return { data: { isValid: (await findLinkOwner(db, link)) !== undefined } };
  };
}

/** Queues a mail with a link, unless its limit is reached. */
async function queueLinkMail(
  { db, places, throttle, outbox }: LinkDeps,
  kind: LinkPurpose,
  { typed, place }: { typed: string; place: Place },
): Promise<void> {
  const email = normalizeEmail(typed);
  const known = await findAccountAtPlace(db, email, places.fingerprint(email, place));
  const isKnown = known.knowsDevice || known.knowsNetwork;
  if (!(await throttle.countMail({ kind, email, network: place.network, isKnown }))) return;
  await createMail(db, { kind, email });
  outbox.poke();
}
