import {
  getAuthSettings,
  getProfile,
  listUserNames,
  login,
  register as registerEndpoint,
  type Registration,
} from '@larksong/contracts';
import { AppError, createRegister, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { TokenIssuer } from '../sessions/token-issuer.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { normalizeEmail, toUser } from './account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { registerAccount } from './register-account.ts';
import { findUser, findUserByEmail, listNames } from './store.ts';
import { trimFields } from './trim-fields.ts';

export interface AccountRoutesOptions {
  db: Db;
  passwords: PasswordHasher;
  tokens: TokenIssuer;
  throttle: Throttle;
  outbox: { poke(): void };
  guards: Guards;
  registration: Registration;
}

export const accountRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, options) => {
  const { db, passwords, tokens, throttle } = options;
  const register = createRegister(app, options.guards);
  await app.register(registrationRoutes, options);

  register(getAuthSettings, async () => ({ data: { registration: options.registration } }));

  register(login, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const email = normalizeEmail(body.email);
    const attempt = { email, address: request.ip };
    await throttle.beforeSignIn(attempt);
    const user = await findUserByEmail(db, email);
    const matches = await passwords.verify(body.password, user?.password_hash);
    if (!matches || !user) {
      await throttle.noteFailure(attempt);
      throw new AppError('INVALID_CREDENTIALS');
    }
    // Told only to who knows the password.
    if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED');
    const signedInUser = await tokens.signIn(user, request.headers['user-agent']);
    await throttle.forgive(email);
    return { data: signedInUser };
  });

  register(getProfile, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await findUser(db, signedIn(viewer).id);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return { data: { user: toUser(user) } };
  });

  register(listUserNames, async ({ body }) => ({ data: { users: await listNames(db, body.ids) } }));
};

/** Apart, since its limit and its tidying hold for nothing else. */
const registrationRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, options) => {
  const register = createRegister(app, options.guards);
  // Each one counts, also those that are refused: a refusal tells whether a name is taken.
  app.addHook('onRequest', (request) => options.throttle.countRegistration(request.ip));
  app.addHook('preValidation', async (request) =>
    trimFields(request.body, ['email', 'username', 'inviteToken']),
  );

  register(registerEndpoint, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await registerAccount(options, body);
    options.outbox.poke();
    return {
      message: 'Registered. Please check your email to verify your account.',
      data: await options.tokens.signIn(user, request.headers['user-agent']),
    };
  });
};
