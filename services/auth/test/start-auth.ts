import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth, createClient, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import type { FastifyInstance } from 'fastify';

import { readConfig, type Config } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db } from '../src/db/tables.ts';
import type { PasswordCost } from '../src/passwords/password-hasher.ts';
import { createService, type AuthService } from '../src/service.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

export const INTERNAL_TOKEN = 'internal token of the tests, 32 and more';
export const AUTH_SECRET = 'secret of auth in the tests, 32 and more';
export const PASSWORD = 'correct horse battery';
/** Settings of a site with a first superadmin. */
export const SUPERADMIN = {
  SUPERADMIN_EMAIL: 'head@school.example',
  SUPERADMIN_USERNAME: 'head',
  SUPERADMIN_PASSWORD: 'first password of the head',
  PUBLIC_URL: 'https://songs.example',
};

export interface RunningAuth {
  app: FastifyInstance;
  db: Db;
  config: Config;
  /** The mails, unless the settings name a server. */
  mailbox: Mailbox;
  baseUrl: string;
  /** Makes calls without a token. */
  call: Call;
  /** Makes calls with a token. */
  callAs: (accessToken: string) => Call;
  /** Makes calls with the secret of the services. */
  callInternal: Call;
  stop: () => Promise<void>;
}

/** The least that Argon2 allows, for tests in which the time of a hash is not the subject. */
const LOW_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface AuthOptions {
  logger?: Logger;
  /** Cost of a password's hash, by default the lowest. */
  passwordCost?: PasswordCost;
}

/** Starts auth on a real port with the database at `databaseUrl`. */
export async function startAuth(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { logger = createTestLogger(), passwordCost = LOW_COST }: AuthOptions = {},
): Promise<RunningAuth> {
  const mailFolder = join(tmpdir(), `larksong-mail-${randomUUID()}`);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: testRedisUrl(1),
    INTERNAL_TOKEN,
    AUTH_SECRET,
    CATALOG_URL: 'http://127.0.0.1:9', // nothing listens there
    MAIL_DIR: mailFolder,
    REGISTRATIONS_PER_HOUR: '100000',
    SITE_REGISTRATIONS_PER_HOUR: '100000',
    SIGN_IN_FREE_FAILURES: '100000',
    SIGN_IN_TRIES_PER_ACCOUNT: '100000',
    SIGN_IN_FAILURES_PER_ADDRESS: '100000',
    MAILS_PER_ACCOUNT: '100000',
    MAILS_PER_ADDRESS: '100000',
    PASSWORD_HASHES_AT_ONCE: '64',
    ...settings,
  });
  const mailbox = await createMailbox(mailFolder);
  let service: AuthService | undefined;
  const stop = async () => {
    await service?.stop();
    await mailbox.remove();
  };
  try {
    service = await createService(config, logger, { passwordCost });
    const { app, db, redis } = service;
    await service.start();
    // Failures are counted more strictly while Redis is away, which it is until it is connected.
    if (redis.status !== 'ready') await once(redis, 'ready').catch(() => {}); // or nothing listens there
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = (headers: Record<string, string>) => createClient({ baseUrl, headers: () => headers });
    return {
      app,
      db,
      config,
      mailbox,
      baseUrl,
      call: client({}),
      callAs: (accessToken) => client({ authorization: `Bearer ${accessToken}` }),
      callInternal: client({ 'x-internal-token': INTERNAL_TOKEN }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts auth with a new database. */
export async function startFreshAuth(settings: Record<string, string> = {}, options?: AuthOptions) {
  const database = await createTestDatabase(migrations);
  const service = await startAuth(database.url, settings, options);
  return {
    ...service,
    databaseUrl: database.url,
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

let count = 0;

/** Registers a new user. */
export async function registerSomebody(service: RunningAuth): Promise<auth.SignedIn> {
  count += 1;
  const username = `somebody-${count}`;
  const { data } = await service.call(auth.register, {
    body: { username, email: `${username}@people.example`, password: PASSWORD },
  });
  return data;
}
