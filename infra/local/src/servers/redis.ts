import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Redis, ReplyError } from 'ioredis';

import { freePort } from '../host/ports.ts';
import type { SystemUser } from '../host/system-user.ts';
import { findRedisServer } from '../host/tools.ts';
import { startProcess, type Supervised, type Supervision } from '../processes/processes.ts';

export interface RedisOptions {
  /** Folder of its append-only file; created if it is missing. */
  dataDir: string;
  port?: number;
  /** Number of databases; 16 by default. */
  databases?: number;
  /** Required from every client; none by default. */
  password?: string;
  /** The user to run as, who then owns the folder; only root can. */
  user?: SystemUser | undefined;
  /** As for Postgres. */
  supervision?: Supervision;
}

export interface RedisServer {
  url: string;
  readonly pid: number;
  port: number;
  process: Supervised;
  stop: () => Promise<void>;
}

/** Starts a redis-server on loopback, with an append-only file and without eviction; resolves once it answers. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const url = `redis://${options.password === undefined ? '' : `:${options.password}@`}127.0.0.1:${port}`;
  const { rounds, ...supervision } = options.supervision ?? { dieWithParent: true };
  const server = await startProcess({
    name: 'redis',
    command: await findRedisServer(),
    args: ['-'],
    stdin: configuration(port, options), // not as arguments: everybody can read those
    cwd: dataDir,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    user: options.user,
    isReady: () => isAnswering(url),
    watchdog: rounds && { ...rounds, isAlive: () => isAlive(url) },
    ...supervision,
  });
  return {
    url,
    get pid() {
      return server.pid;
    },
    port,
    process: server,
    stop: () => server.stop(),
  };
}

function configuration(port: number, { databases = 16, password }: RedisOptions): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `databases ${databases}`,
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
    ...(password === undefined ? [] : [`requirepass ${password}`]),
    '',
  ].join('\n');
}

/** Counts a refusal as an answer, too, such as while it loads its data. */
async function isAlive(url: string): Promise<boolean> {
  return isAnswering(url).catch((error: unknown) => error instanceof ReplyError);
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
  client.on('error', () => undefined); // connect() rejects with the same
  try {
    await client.connect(); // resolves only after its data is loaded
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}
