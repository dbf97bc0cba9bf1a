import { auth } from '@larksong/contracts';
import { AppError, toClientNetwork, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Places } from '../known-places/place.ts';
import type { Metrics } from '../metrics.ts';
import type { NestCookies } from '../nests/cookies.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { TokenIssuer } from '../sessions/token-issuer.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { toAuthor, toUser } from '../users/account.ts';
import { findUser, listNames, listStandings, listSuperadmins } from '../users/store.ts';
import { trimFields } from '../users/trim-fields.ts';
import { registerAccount } from './register-account.ts';
import { signInWithPassword } from './sign-in.ts';

interface AccountDeps {
  db: Db;
  passwords: PasswordHasher;
  places: Places;
  nestCookies: NestCookies;
  tokens: TokenIssuer;
  throttle: Throttle;
  outbox: { poke(): void };
  readRegistration: () => Promise<auth.Registration>;
  hasMailServer: () => Promise<boolean>;
  metrics: Pick<Metrics, 'watchSignIn'>;
}

/** Registers registration, sign-in, the caller's profile, and user names for other services. */
export function registerAccounts(register: Register, deps: AccountDeps): void {
  const { db, places } = deps;
  registerRegistration(register, deps);

  register(auth.getAuthSettings, async () => ({ data: { registration: await deps.readRegistration() } }));

  register(auth.login, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const place = places.of(request);
    const data = await deps.metrics.watchSignIn(() =>
      signInWithPassword(deps, { ...body, place, userAgent: request.headers['user-agent'] }),
    );
    places.setCookie(reply, place);
    deps.nestCookies.clear(request, reply);
    return { data };
  });

  register(auth.getProfile, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const user = await findUser(db, viewer.id);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return { data: { user: toUser(user) } };
  });

  register(auth.listUserNames, async ({ body }) => ({ data: { users: await listNames(db, body.ids) } }));
  register(auth.listSuperadmins, async () => {
    const superadmins = await listSuperadmins(db);
    return { data: { ids: superadmins.map(({ id }) => id) } };
  });
  register(auth.readAuthor, async ({ params }) => {
    const user = await findUser(db, params.id);
    const author = user && toAuthor(user);
    return { data: { author: author ? { ...author, canVerify: await deps.hasMailServer() } : null } };
  });
  register(auth.listStandings, async ({ body }) => ({ data: { users: await listStandings(db, body.ids) } }));
}

function registerRegistration(register: Register, deps: AccountDeps): void {
  const prepareBody = (body: unknown) => trimFields(body, ['email', 'username', 'inviteToken']);

  register(
    auth.register,
    async ({ body, request, reply }) => {
      // Rejected attempts count too, since they reveal whether a name is taken. Invalid forms never get here.
      await deps.throttle.countRegistration(toClientNetwork(request.ip));
      reply.header('cache-control', 'no-store');
      const place = deps.places.of(request);
      const user = await registerAccount(deps, { ...body, network: place.network });
      deps.outbox.poke();
      const data = await deps.tokens.signIn(user, { place, userAgent: request.headers['user-agent'] });
      deps.places.setCookie(reply, place);
      return { message: 'Registered. Please check your email to verify your account.', data };
    },
    { prepareBody },
  );
}
