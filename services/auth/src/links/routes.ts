import { auth } from '@larksong/contracts';
import { AppError, createRegister, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import { normalizeEmail } from '../accounts/account.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { markEmailVerified } from '../accounts/store.ts';
import { trimFields } from '../accounts/trim-fields.ts';
import type { Db, LinkPurpose } from '../db/tables.ts';
import type { Place, Places } from '../known-places/place.ts';
import { findAccountAtPlace } from '../known-places/store.ts';
import { createMail } from '../mail/store.ts';
import { hashSecret } from '../secret-token.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { resetAccountPassword } from './reset-password.ts';
import { findLinkOwner, useLink } from './store.ts';

export interface LinkRoutesOptions {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  throttle: Throttle;
  outbox: { poke(): void };
  guards: Guards;
}

/** What works by mail. Asking for one is the same work whoever asks: nobody learns here who has an account. */
export const linkRoutes: FastifyPluginAsync<LinkRoutesOptions> = async (app, options) => {
  const { db, places, throttle } = options;
  const register = createRegister(app, options.guards);
  app.addHook('preValidation', async (request) => trimFields(request.body, ['email', 'token']));

  const askFor = async (kind: LinkPurpose, typed: string, place: Place) => {
    const email = normalizeEmail(typed);
    const known = await findAccountAtPlace(db, email, places.fingerprint(email, place));
    const isKnown = known.knowsDevice || known.knowsNetwork;
    if (!(await throttle.countMail({ kind, email, network: place.network, isKnown }))) return;
    await createMail(db, { kind, email });
    options.outbox.poke();
  };

  register(auth.resendVerification, async ({ body, request }) => {
    await askFor('verify-email', body.email, places.of(request));
    return { message: 'Verification email sent (if account exists).' };
  });

  register(auth.forgotPassword, async ({ body, request }) => {
    await askFor('reset-password', body.email, places.of(request));
    return { message: 'If your account exists, a reset email has been sent.' };
  });

  register(auth.verifyEmail, async ({ body }) => {
    const link = { tokenHash: hashSecret(body.token), purpose: 'verify-email' as const };
    await db.transaction().execute(async (trx) => {
      const userId = (await findLinkOwner(trx, link)) && (await useLink(trx, link));
      if (userId === undefined) throw new AppError('LINK_NOT_VALID');
      await markEmailVerified(trx, userId);
    });
    return { message: 'Your email is confirmed.' };
  });

  register(auth.resetPassword, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = places.of(request);
    await resetAccountPassword(options, { ...body, place });
    places.setCookie(reply, place);
    return { message: 'Your password is changed. Please sign in.' };
  });
};
