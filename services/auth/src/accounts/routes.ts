import { auth } from '@larksong/contracts';
import { AppError, createRegister, signedIn, toClientNetwork, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { Places } from '../known-places/place.ts';
import type { TokenIssuer } from '../sessions/token-issuer.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { toUser } from './account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { registerAccount } from './register-account.ts';
import { signInWithPassword } from './sign-in.ts';
import { findUser, listNames } from './store.ts';
import { trimFields } from './trim-fields.ts';

export interface AccountRoutesOptions {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  tokens: TokenIssuer;
  throttle: Throttle;
  outbox: { poke(): void };
  guards: Guards;
  registration: auth.Registration;
}

export const accountRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, options) => {
  const { db, places } = options;
  const register = createRegister(app, options.guards);
  await app.register(registrationRoutes, options);

  register(auth.getAuthSettings, async () => ({ data: { registration: options.registration } }));

  register(auth.login, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = places.of(request);
    const data = await signInWithPassword(options, {
      ...body,
      place,
      userAgent: request.headers['user-agent'],
    });
    places.setCookie(reply, place);
    return { data };
  });

  register(auth.getProfile, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await findUser(db, signedIn(viewer).id);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return { data: { user: toUser(user) } };
  });

  register(auth.listUserNames, async ({ body }) => ({ data: { users: await listNames(db, body.ids) } }));
};

/** Apart, since its limit and its tidying hold for nothing else. */
const registrationRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, options) => {
  const register = createRegister(app, options.guards);
  // Each one counts, also those that are refused: a refusal tells whether a name is taken. Typing errors tell nothing.
  app.addHook('preHandler', (request) => options.throttle.countRegistration(toClientNetwork(request.ip)));
  app.addHook('preValidation', async (request) =>
    trimFields(request.body, ['email', 'username', 'inviteToken']),
  );

  register(auth.register, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = options.places.of(request);
    const user = await registerAccount(options, { ...body, network: place.network });
    options.outbox.poke();
    const data = await options.tokens.signIn(user, { place, userAgent: request.headers['user-agent'] });
    options.places.setCookie(reply, place);
    return { message: 'Registered. Please check your email to verify your account.', data };
  });
};
