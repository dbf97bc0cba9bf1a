import { Redis } from 'ioredis';

import { connect } from '../database/connect.ts';
import { readDoctorConfig, type DoctorConfig } from '../doctor/config.ts';
import type { Program } from './care.ts';
import { listFfmpegVersions, readPostgresVersion } from './store.ts';

const LIMIT_MS = 3000;

/** The versions of each program that a site uses; none where it is not known. A program that it does not use is absent. */
export type Versions = Partial<Record<Program, string[]>>;

/**
 * Asks the servers of a site for their versions, and its workers for that of ffmpeg. Whatever does not answer is not known;
 * `here` is used for it: what is installed on this machine.
 */
export async function readVersions(environment: NodeJS.ProcessEnv, here: Versions = {}): Promise<Versions> {
  const { config } = readDoctorConfig(environment);
  const [postgres, redis, ffmpeg, minio] = await Promise.all([
    askDatabase(config.AUTH_DATABASE_URL, async (client) => [(await readPostgresVersion(client)) ?? '']),
    askRedis(config.REDIS_URL),
    askDatabase(config.CATALOG_DATABASE_URL, listFfmpegVersions),
    askMinio(config),
  ]);
  const known = (found: string[], installed: string[] = []) => (found.length > 0 ? found : installed);
  return {
    node: [process.versions.node],
    postgres: known(postgres, here.postgres),
    redis: known(redis, here.redis),
    ffmpeg: known(ffmpeg, here.ffmpeg),
    ...(minio === undefined ? {} : { minio }),
  };
}

type Client = Awaited<ReturnType<typeof connect>>['client'];

async function askDatabase(
  url: string | undefined,
  ask: (client: Client) => Promise<string[]>,
): Promise<string[]> {
  if (url === undefined) return [];
  try {
    await using connection = await connect(url);
    return await ask(connection.client);
  } catch {
    return [];
  }
}

async function askRedis(url: string | undefined): Promise<string[]> {
  if (url === undefined) return [];
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
  });
  redis.on('error', () => undefined); // the command fails as well
  try {
    await redis.connect();
    return toRedisVersions(await redis.info('server'));
  } catch {
    return [];
  } finally {
    redis.disconnect();
  }
}

/** Returns the version in an answer to `INFO server`. Valkey states one of Redis for old programs, and its own. */
export function toRedisVersions(info: string): string[] {
  const [, valkey] = /^valkey_version:(\S+)/m.exec(info) ?? [];
  if (valkey !== undefined) return [`Valkey ${valkey}`];
  const [, version] = /^redis_version:(\S+)/m.exec(info) ?? [];
  return version === undefined ? [] : [version];
}

/** Returns the version of MinIO, if the S3 server is one; undefined for another server, or none. */
async function askMinio({ S3_ENDPOINT, S3_METRICS_URL }: DoctorConfig): Promise<string[] | undefined> {
  if (!S3_ENDPOINT) return undefined;
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const { headers } = await fetch(S3_ENDPOINT, { signal, redirect: 'manual' });
    if (!/minio/i.test(headers.get('server') ?? '')) return undefined;
    const text = S3_METRICS_URL ? await (await fetch(S3_METRICS_URL, { signal })).text() : '';
    const [, version] = /^minio_software_version_info\{.*?version="([^"]+)"/m.exec(text) ?? [];
    return version === undefined ? [] : [version];
  } catch {
    return undefined;
  }
}
