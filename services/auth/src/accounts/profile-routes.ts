import { auth } from '@larksong/contracts';
import { AppError, createRegister, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { Places } from '../known-places/place.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { toUser } from './account.ts';
import { changeAccountPassword } from './change-password.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { updateDisplayName } from './store.ts';
import { trimFields } from './trim-fields.ts';

export interface ProfileRoutesOptions {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  throttle: Throttle;
  guards: Guards;
}

/** What members change of their own account. */
export const profileRoutes: FastifyPluginAsync<ProfileRoutesOptions> = async (app, options) => {
  const register = createRegister(app, options.guards);
  app.addHook('preValidation', async (request) => {
    trimFields(request.body, ['displayName']);
    clearEmptyName(request.body);
  });

  register(auth.updateProfile, async ({ body, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await updateDisplayName(options.db, signedIn(viewer).id, body.displayName);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return { message: 'Your profile is saved.', data: { user: toUser(user) } };
  });

  register(auth.changePassword, async ({ body, viewer, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = options.places.of(request);
    await changeAccountPassword(options, { ...body, viewer: signedIn(viewer), place });
    options.places.setCookie(reply, place);
    return { message: 'Your password is changed. You are signed out everywhere else.' };
  });
};

/** A name of spaces alone, or of nothing, is none. */
function clearEmptyName(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'displayName' in body && body.displayName === '')
    body.displayName = null;
}
