import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { createTestFolder } from '@larksong/service-kit/testing';
import { startMinioBuild } from '@larksong/service-kit/testing/minio';
import { GenericContainer, Wait } from 'testcontainers';
import type { TestProject } from 'vitest/node';

import { startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';

const POSTGRES_IMAGE = 'postgres:18';
const REDIS_IMAGE = 'redis:8-alpine';
/** Sixteen for each process that runs test files. */
const REDIS_DATABASES = 16 * 64;
/** The reaper that testcontainers starts with them. */
const RYUK_IMAGE = 'testcontainers/ryuk:0.14.0';

interface Servers {
  postgresUrl: string;
  redisUrl: string;
  stop: () => Promise<void>;
}

/** Starts one Postgres and one Redis for the run: containers if a Docker engine has the images, else embedded servers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  startMinioBuild();
  const servers = hasImages() ? await startContainers() : await startEmbedded();
  project.provide('postgresUrl', servers.postgresUrl);
  project.provide('redisUrl', servers.redisUrl);
  return servers.stop;
}

function hasImages(): boolean {
  const images = [POSTGRES_IMAGE, REDIS_IMAGE, RYUK_IMAGE];
  return spawnSync('docker', ['image', 'inspect', ...images], { stdio: 'ignore' }).status === 0;
}

async function startContainers(): Promise<Servers> {
  const [postgres, redis] = await Promise.all([
    new GenericContainer(POSTGRES_IMAGE)
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer(REDIS_IMAGE)
      .withCommand(['redis-server', '--databases', String(REDIS_DATABASES)])
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
  ]);
  return {
    postgresUrl: `postgres://postgres:test@${postgres.getHost()}:${postgres.getMappedPort(5432)}/{database}`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

async function startEmbedded(): Promise<Servers> {
  const folder = await createTestFolder();
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder.path, 'postgres'), fsync: false }),
    startRedis({ dataDir: join(folder.path, 'redis'), databases: REDIS_DATABASES }),
  ]);
  return {
    postgresUrl: decodeURIComponent(postgres.url('{database}')),
    redisUrl: redis.url,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
      await folder.remove();
    },
  };
}
