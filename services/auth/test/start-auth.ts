import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth, createClient, type Call } from '@larksong/contracts';
import { createDatabase, createRedis, type Logger } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import type { FastifyInstance } from 'fastify';

import { buildApp, throttleOf } from '../src/app.ts';
import { readConfig, type Config } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';
import { startOutbox } from '../src/mail/outbox.ts';
import { prepare } from '../src/prepare.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

export const INTERNAL_TOKEN = 'internal token of the tests, 32 and more';
export const AUTH_SECRET = 'secret of auth in the tests, 32 and more';
export const PASSWORD = 'correct horse battery';

export interface RunningAuth {
  app: FastifyInstance;
  db: Db;
  config: Config;
  /** Where the mails go, unless the settings name a server. */
  mailbox: Mailbox;
  baseUrl: string;
  /** Calls without a token. */
  call: Call;
  /** Calls with one. */
  callAs: (accessToken: string) => Call;
  /** Calls with the secret of the services. */
  callInternal: Call;
  stop: () => Promise<void>;
}

/** One auth process on a real port, on the database at `databaseUrl`. */
export async function startAuth(
  databaseUrl: string,
  settings: Record<string, string> = {},
  logger: Logger = createTestLogger(),
): Promise<RunningAuth> {
  const mailFolder = join(tmpdir(), `larksong-mail-${randomUUID()}`);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: testRedisUrl(1),
    INTERNAL_TOKEN,
    AUTH_SECRET,
    MAIL_DIR: mailFolder,
    REGISTRATIONS_PER_HOUR: '100000',
    SIGN_IN_FREE_FAILURES: '100000',
    SIGN_IN_TRIES_PER_ACCOUNT: '100000',
    SIGN_IN_FAILURES_PER_ADDRESS: '100000',
    MAILS_PER_ACCOUNT: '100000',
    MAILS_PER_ADDRESS: '100000',
    PASSWORD_HASHES_AT_ONCE: '64',
    ...settings,
  });
  const mailbox = await createMailbox(mailFolder);
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger });
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger });
  let outbox: ReturnType<typeof startOutbox> | undefined;
  const stopResources = async () => {
    await outbox?.stop();
    await db.destroy();
    redis.disconnect();
    await mailbox.remove();
  };
  try {
    const prepared = await prepare(db, config, logger);
    const throttle = throttleOf({ config, redis, logger });
    outbox = startOutbox({ db, config, throttle, logger });
    const app = buildApp({ config, logger, db, redis, throttle, outbox, ...prepared });
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
      async stop() {
        await app.close();
        await stopResources();
      },
    };
  } catch (error) {
    await stopResources();
    throw error;
  }
}

/** Auth on a database of its own. */
export async function startFreshAuth(settings: Record<string, string> = {}, logger?: Logger) {
  const database = await createTestDatabase(migrations);
  const service = await startAuth(database.url, settings, logger);
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

/** Registers somebody new. */
export async function registerSomebody(service: RunningAuth): Promise<auth.SignedIn> {
  count += 1;
  const username = `somebody-${count}`;
  const { data } = await service.call(auth.register, {
    body: { username, email: `${username}@people.example`, password: PASSWORD },
  });
  return data;
}
