import { getProfile, listUserNames, login, register as registerEndpoint } from '@larksong/contracts';
import { AppError, createRegister, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { TokenIssuer } from '../sessions/token-issuer.ts';
import { normalizeEmail, toUser } from './account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { registerAccount } from './register-account.ts';
import { limitRegistrations, type RegistrationLimit } from './registration-limit.ts';
import { findUser, findUserByEmail, listNames } from './store.ts';

export interface AccountRoutesOptions {
  db: Db;
  passwords: PasswordHasher;
  tokens: TokenIssuer;
  guards: Guards;
  registration: RegistrationLimit & { isOpen: boolean };
}

export const accountRoutes: FastifyPluginAsync<AccountRoutesOptions> = async (app, options) => {
  const { db, passwords, tokens } = options;
  const register = createRegister(app, options.guards);
  await app.register(registrationRoutes, options);

  register(login, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await findUserByEmail(db, normalizeEmail(body.email));
    // The one place where a sign-in fails: what counts failures belongs around this.
    const matches = await passwords.verify(body.password, user?.password_hash);
    if (!matches || !user) throw new AppError('INVALID_CREDENTIALS');
    return { data: await tokens.signIn(user) };
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
  await limitRegistrations(app, options.registration);
  app.addHook('preValidation', async (request) => trimFields(request.body, ['email', 'username']));

  register(registerEndpoint, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    if (!options.registration.isOpen) throw new AppError('REGISTRATION_CLOSED');
    const user = await registerAccount(options, body);
    return {
      message: 'Registered. Please check your email to verify your account.',
      data: await options.tokens.signIn(user),
    };
  });
};

/** Spaces around an address come from pasting it, and are no reason to refuse it. */
function trimFields(body: unknown, names: string[]): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>; // any object can be read so
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') fields[name] = value.trim();
  }
}
