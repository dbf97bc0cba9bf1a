import {
  createAuthentication,
  createInternalClient,
  createDatabases,
  createLoopMetrics,
  createLoops,
  createRedis,
  type Logger,
  type Loops,
  type Service,
} from '@larksong/service-kit';
import { createLogUpkeep } from '@larksong/service-kit/audit';
import { createProcessStatus, probeDatabase, probeRedis, remotePassword } from '@larksong/service-kit/status';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';

import type { PasswordCost, PasswordHasher } from './passwords/password-hasher.ts';
import { carryOutDeletions } from './accounts/carry-out-deletions.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import { TABLE_NAMES } from './db/table-names.ts';
import type { Db, Tables } from './db/tables.ts';
import { relayDepartures } from './departures/relay-departures.ts';
import { deriveKey } from './derive-key.ts';
import { createPlaces } from './known-places/place.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createNestParts } from './nest-sessions/nest-parts.ts';
import { relayNestDepartures } from './nests/relay-departures.ts';
import { importNext } from './people/import-next.ts';
import { prepare } from './prepare.ts';
import { announceSessions } from './sessions/announce-ended.ts';
import { createLocalSessions } from './sessions/local-sessions.ts';
import { createTokenIssuer } from './sessions/token-issuer.ts';
import { createSiteVisitors } from './setup/site-visitors.ts';
import { RestoreDesk } from './setup/restore-desk.ts';
import { isSetupOffered, offerSetup } from './setup/offer-setup.ts';
import { createSiteSettings } from './site-settings/read-settings.ts';
import { sweep } from './sweep.ts';
import { createRedisCounters } from './throttle/counters.ts';
import { createLocalCounters } from './throttle/local-counters.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';
import { addTellings } from './told/loops.ts';

const SWEEP_SECONDS = 3600;
/** Interval of the checks for deleted accounts of other processes and for retries. */
const DEPARTURES_SECONDS = 10;

/** Interval of the checks for accounts whose deletion is due. */
const DELETIONS_SECONDS = 60;

/** Interval of the checks for the next person of an import; shorter than the time between two of them. */
const PEOPLE_SECONDS = 1;

export interface AuthService extends Service {
  db: Db;
  redis: Redis;
}

/**
 * Connects auth to Postgres and Redis, migrates the database, and ensures a signing key and the first superadmin. Throws
 * with a sentence if the settings contradict the database. Tests choose a lower `passwordCost`.
 */
export async function createService(
  config: Config,
  logger: Logger,
  { passwordCost }: { passwordCost?: PasswordCost | undefined } = {},
): Promise<AuthService> {
  await using resources = new AsyncDisposableStack();
  const registry = new Registry();
  const { db, background, destroy } = createDatabases<Tables>(config, logger, registry);
  resources.defer(destroy);
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger, metrics: registry });
  resources.defer(() => redis.disconnect());
  const { keys, passwords, pins } = await prepare(db, config, { logger, passwordCost });

  const metrics = createMetrics(registry, background);
  const loopMetrics = createLoopMetrics(registry);
  const throttle = createThrottleOf(config, { redis, metrics, logger });
  const places = createPlaces({
    key: deriveKey(config.AUTH_SECRET, 'known places'),
    isSecure: config.PUBLIC_URL.startsWith('https:'),
    lifetimeDays: config.KNOWN_PLACE_DAYS,
  });
  const tokens = createTokenIssuer({
    db,
    keys,
    places,
    settings: {
      successorKey: deriveKey(config.AUTH_SECRET, 'refresh tokens'),
      sessionDays: config.SESSION_DAYS,
      repeatSeconds: config.REFRESH_REPEAT_SECONDS,
      accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
      sessionsPerAccount: config.SESSIONS_PER_ACCOUNT,
    },
    announceEnded: (ids) =>
      announceSessions({ redis, logger, accessTokenSeconds: config.ACCESS_TOKEN_SECONDS }, async () => ids),
  });

  const nests = createNestParts(config, { db, redis, keys, logger });

  const loops = createLoops(logger, loopMetrics);
  loops.add('sweep', SWEEP_SECONDS, (signal) => sweep(background, config, signal));
  loops.add('audit log', SWEEP_SECONDS, createLogUpkeep(background, { days: config.AUDIT_DAYS, logger }));
  resources.defer(() => loops.stop());
  const settings = createSiteSettings(db, config);
  const { readMail: readMailSettings } = settings;
  const outbox = createOutbox({
    db: background,
    config,
    readMailSettings,
    throttle,
    metrics,
    loopMetrics,
    logger,
  });
  resources.defer(() => outbox.stop());
  const webhookKey = deriveKey(config.AUTH_SECRET, 'webhook');
  addTellings(loops, { config, db: background, logger, outbox, webhookKey, settings });
  const departures = addDepartures(loops, { config, db: background, logger, outbox });
  const nestDepartures = addNestDepartures(loops, { config, db: background, logger });
  const importing = addPeopleImport(loops, { config, db: background, passwords, metrics, outbox });
  const app = await buildApp({
    logger,
    accessLog: config.ACCESS_LOG,
    linesPerMinute: config.LOG_LINES_PER_MINUTE,
    metrics,
    db,
    redis,
    keys,
    passwords,
    places,
    tokens,
    throttle,
    outbox,
    departures,
    nestDepartures,
    pins,
    ...nests,
    authentication: createAuthentication({ keys: keys.verifyKey, sessions: createLocalSessions(db) }),
    internalToken: config.INTERNAL_TOKEN,
    invitationDays: config.INVITATION_DAYS,
    peoplePerMinute: config.IMPORTED_PEOPLE_PER_MINUTE,
    onImport: () => importing.poke(),
    siteRegistrationsPerHour: config.SITE_REGISTRATIONS_PER_HOUR,
    accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
    periods: {
      sessionDays: config.SESSION_DAYS,
      knownPlaceDays: config.KNOWN_PLACE_DAYS,
      auditDays: config.AUDIT_DAYS,
    },
    keptMailKey: deriveKey(config.AUTH_SECRET, 'kept mails'),
    settings,
    webhookKey,
    publicUrl: config.PUBLIC_URL,
    setup: {
      ...describeSetup(config),
      visitors: createSiteVisitors({ call: callCatalogOf(config), logger }),
    },
    describeProcess: createProcessStatus({
      ...secretsOf(config),
      database: () => probeDatabase(db, { migrations: Object.keys(migrations), tables: TABLE_NAMES }),
      redis: () => probeRedis(redis),
    }),
  });
  resources.defer(() => app.close());
  const owned = resources.move();
  return {
    app,
    db,
    redis,
    async start() {
      await offerSetup(db, config, logger);
      loops.start();
      outbox.start();
    },
    stop: () => owned.disposeAsync(),
  };
}

/** Adds the loop that tells catalog of deleted nests, and returns it. */
function addNestDepartures(loops: Loops, { config, db, logger }: { config: Config; db: Db; logger: Logger }) {
  const callCatalog = callCatalogOf(config);
  const tokenSeconds = config.ACCESS_TOKEN_SECONDS;
  return loops.add('nest departures', DEPARTURES_SECONDS, () =>
    relayNestDepartures({ db, callCatalog, tokenSeconds, logger }),
  );
}

/** Adds the loops that delete accounts as planned, and tell catalog of deleted ones; returns the latter. */
function addDepartures(
  loops: Loops,
  { config, db, logger, outbox }: { config: Config; db: Db; logger: Logger; outbox: { poke(): void } },
) {
  const callCatalog = callCatalogOf(config);
  const departures = loops.add('departures', DEPARTURES_SECONDS, () =>
    relayDepartures({ db, callCatalog, logger, onMail: () => outbox.poke() }),
  );
  loops.add('account deletions', DELETIONS_SECONDS, (signal) =>
    carryOutDeletions(db, { logger, onDeparture: () => departures.poke() }, signal),
  );
  return departures;
}

/** Makes internal calls to catalog. */
function callCatalogOf({ CATALOG_URL: baseUrl, INTERNAL_TOKEN: internalToken }: Config) {
  return createInternalClient({ baseUrl, internalToken });
}

/** Returns what the page for the first start can do by the settings. */
function describeSetup(config: Config) {
  const { SETUP_LAUNCHER: launcher } = config;
  return {
    isOffered: isSetupOffered(config),
    authSecret: config.AUTH_SECRET,
    publicUrl: config.PUBLIC_URL,
    canMove: {
      address: launcher === 'address' || launcher === 'both',
      folder: launcher === 'folder' || launcher === 'both',
    },
    restoreDesk: launcher === undefined ? undefined : new RestoreDesk(),
  };
}

/** Adds the loop that works through imports of people, and returns it. */
function addPeopleImport(
  loops: Loops,
  deps: {
    config: Config;
    db: Db;
    passwords: PasswordHasher;
    metrics: Metrics;
    outbox: { poke(): void };
  },
) {
  const { config, metrics, outbox } = deps;
  const options = { ...deps, perMinute: config.IMPORTED_PEOPLE_PER_MINUTE };
  return loops.add('people import', PEOPLE_SECONDS, async (signal) => {
    for (let isOver = false; !isOver && !signal.aborted;) {
      const result = await importNext(options);
      if (result !== undefined) metrics.personImported(result);
      if (result === 'invited') outbox.poke();
      isOver = result === undefined;
    }
  });
}

/** Returns the secrets whose strength the status reports. */
function secretsOf(config: Config) {
  const { INTERNAL_TOKEN, AUTH_SECRET } = config;
  return {
    secrets: { INTERNAL_TOKEN, AUTH_SECRET },
    passwords: {
      "auth's password for Postgres": remotePassword(config.DATABASE_URL),
      "auth's password for Redis": remotePassword(config.REDIS_URL),
    },
  };
}

/** Returns the limits of the settings, counted in Redis. */
function createThrottleOf(
  config: Config,
  deps: { redis: Redis; metrics: Metrics; logger: Logger },
): Throttle {
  return createThrottle({
    redis: createRedisCounters(deps.redis),
    local: createLocalCounters(),
    logger: deps.logger,
    onThrottled: deps.metrics.throttled,
    rules: {
      freeFailures: config.SIGN_IN_FREE_FAILURES,
      longestDelaySeconds: config.SIGN_IN_LONGEST_DELAY_SECONDS,
      triesPerAccountAndHour: config.SIGN_IN_TRIES_PER_ACCOUNT,
      failuresPerNetworkAndHour: config.SIGN_IN_FAILURES_PER_ADDRESS,
      slowNetworkSeconds: config.SIGN_IN_SLOW_ADDRESS_SECONDS,
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      siteRegistrationsPerHour: config.SITE_REGISTRATIONS_PER_HOUR,
      mailsPerAccountAndHour: config.MAILS_PER_ACCOUNT,
      mailsPerNetworkAndHour: config.MAILS_PER_ADDRESS,
    },
  });
}
