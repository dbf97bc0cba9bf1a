import { auth, type status } from '@larksong/contracts';
import {
  addBinaryBodies,
  buildServer,
  checkDatabase,
  createRegister,
  registerAudit,
  type Authentication,
  type NestAuthentication,
  type Logger,
} from '@larksong/service-kit';
import type { BrowserCookies, Guesses } from '@larksong/service-kit/codes';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

import { registerAdmin } from './accounts/admin-routes.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { registerLanguage, registerProfile } from './accounts/profile-routes.ts';
import { registerAccounts } from './accounts/routes.ts';
import type { NestLimits } from './children/change-nests.ts';
import { registerClasses } from './children/class-routes.ts';
import { registerNests } from './children/routes.ts';
import type { Db } from './db/tables.ts';
import { registerInvitations } from './invitations/routes.ts';
import { registerKeptMails } from './kept-mails/routes.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { registerKeys } from './keys/routes.ts';
import type { Metrics } from './metrics.ts';
import type { Places } from './known-places/place.ts';
import { registerLinks } from './links/routes.ts';
import type { MailFailure } from './mail/outbox.ts';
import { registerMails } from './mail/routes.ts';
import { registerNestSessions } from './nest-sessions/routes.ts';
import type { NestIssuer } from './nest-sessions/issuer.ts';
import type { PinHasher } from './nest-sessions/pin-hasher.ts';
import type { CardKeys } from './nests/card-keys.ts';
import type { NestCookies } from './nests/cookies.ts';
import { registerPeople, registerPeopleTables } from './people/routes.ts';
import { announceEndedSessions } from './sessions/announce-ended.ts';
import { registerSessions } from './sessions/routes.ts';
import type { TokenIssuer } from './sessions/token-issuer.ts';
import { registerAnnouncement } from './announcement/routes.ts';
import type { SiteSettings } from './site-settings/read-settings.ts';
import type { Periods } from './site-texts/default-texts.ts';
import { registerSetup, type SetupDeps } from './setup/routes.ts';
import { registerSiteLanguages } from './site-texts/languages.ts';
import { registerSiteTexts } from './site-texts/routes.ts';
import { registerStatus } from './status/routes.ts';
import type { Throttle } from './throttle/throttle.ts';
import { registerTold } from './told/routes.ts';

export interface AppDeps {
  logger: Logger;
  accessLog: 'on' | 'off';
  /** Maximum number of log lines per minute about the requests of one client network. */
  linesPerMinute: number;
  metrics: Metrics;
  db: Db;
  redis: Redis;
  keys: KeyRing;
  passwords: PasswordHasher;
  places: Places;
  tokens: TokenIssuer;
  throttle: Throttle;
  outbox: { poke(): void; lastFailure(): MailFailure | undefined };
  departures: { poke(): void };
  authentication: Authentication;
  nestAuthentication: NestAuthentication;
  nestIssuer: NestIssuer;
  cardKeys: CardKeys;
  browsers: BrowserCookies;
  guesses: Guesses;
  nestCookies: NestCookies;
  nestLimits: NestLimits;
  nestDepartures: { poke(): void };
  pins: PinHasher;
  internalToken: string;
  /** Lifetime of an invitation. */
  invitationDays: number;
  /** How many people an import invites in a minute at most. */
  peoplePerMinute: number;
  /** Called when an import of people has started. */
  onImport: () => void;
  accessTokenSeconds: number;
  siteRegistrationsPerHour: number;
  /** The lifetimes that the page for parents states. */
  periods: Periods;
  /** Encrypts mails that are kept without a mail server. */
  keptMailKey: Buffer;
  setup: SetupDeps['setup'];
  settings: SiteSettings;
  /** Encrypts the secret of the webhook. */
  webhookKey: Buffer;
  publicUrl: string;
  /** Describes this process and its servers. */
  describeProcess: () => Promise<status.ProcessStatus>;
}

/** Returns auth's server with all of its routes; it does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, logger } = deps;
  const app = buildServer({
    name: 'auth',
    logger,
    accessLog: deps.accessLog,
    linesPerMinute: deps.linesPerMinute,
    metrics: deps.metrics.registry,
    checks: { postgres: () => checkDatabase(db) },
  });
  announceEndedSessions(app, deps);
  const { readRegistration, hasMailServer } = deps.settings;
  const register = createRegister(app, deps);
  registerKeys(app, deps);
  registerAccounts(register, { ...deps, readRegistration, hasMailServer });
  registerLinks(register, deps);
  registerMails(register, deps);
  registerProfile(register, deps);
  registerLanguage(register, deps);
  registerSessions(register, deps);
  registerAdmin(register, deps);
  registerInvitations(register, { ...deps, readRegistration });
  registerKeptMails(register, { ...deps, hasMailServer });
  registerSetup(register, deps);
  registerSiteTexts(register, deps);
  registerSiteLanguages(register, deps);
  registerAnnouncement(register, deps);
  registerAudit(register, deps, auth.auditLog);
  registerStatus(register, deps);
  registerTold(register, deps);
  registerPeople(register, deps);
  registerNests(register, deps);
  registerClasses(register, deps);
  registerNestSessions(register, deps);
  await registerTables(app, deps);
  return app;
}

async function registerTables(app: FastifyInstance, deps: AppDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    addBinaryBodies(scope, '*'); // a table is accepted with any content type
    registerPeopleTables(createRegister(scope, deps), deps);
  });
}
