import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { createTestFolder } from '@larksong/service-kit/testing';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '../src/config.ts';
import { openVault } from '../src/vault/open-vault.ts';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let minio: Awaited<ReturnType<typeof startMinio>>;

beforeAll(async () => {
  folder = await createTestFolder();
  minio = await startMinio();
});
afterAll(async () => {
  if ('stop' in minio) await minio.stop();
  await folder.remove();
});

/** Returns the error message for opening this place of backups, or creating it with `create`, with these settings. */
async function failureOf(
  place: string,
  settings: Record<string, string> = {},
  { create = false } = {},
): Promise<string> {
  const secret = 'secret of the tests, 32 characters and more';
  const config = readConfig({
    AUTH_DATABASE_URL: 'postgres://unused',
    CATALOG_DATABASE_URL: 'postgres://unused',
    GAME_DATABASE_URL: 'postgres://unused',
    AUTH_SECRET: secret,
    INTERNAL_TOKEN: secret,
    STREAM_COOKIE_SECRET: secret,
    STORAGE_DIR: join(folder.path, 'storage'),
    BACKUP_S3_ACCESS_KEY: 'a key',
    BACKUP_S3_SECRET_KEY: 'a secret key',
    ...settings,
  });
  return openVault(place, config, { create }).then(
    async (vault) => {
      await vault.close();
      return 'it was opened';
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

it('a place of backups below a file is named with the reason', async () => {
  await writeFile(join(folder.path, 'file'), '');
  const place = join(folder.path, 'file', 'backups');
  expect(await failureOf(place, {}, { create: true })).toBe(
    `${place} cannot be used: it, or a part of its path, is a file.`,
  );
});

it('an S3 server that does not listen is named with what to check', async () => {
  expect(await failureOf('s3://songs', { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' })).toBe(
    's3://songs cannot be used: the S3 server cannot be reached; check its address, and whether it runs.',
  );
});

it('an S3 server without https is named as one if its address says https', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await failureOf('s3://songs', { BACKUP_S3_ENDPOINT: `https://127.0.0.1:${port}` })).toBe(
    's3://songs cannot be used: the S3 server does not use https, or its address is another one.',
  );
  server.close();
});

it.for([{ S3_ACCESS_KEY: 'somebody' }, { S3_SECRET_KEY: 'another secret key' }])(
  'wrong keys of an S3 server are named: %j',
  async (wrong, test) => {
    if ('unavailable' in minio) return test.skip(`no MinIO: ${minio.unavailable}`);
    const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = { ...toS3Settings(minio, 'songs'), ...wrong };
    const failure = await failureOf('s3://songs', {
      BACKUP_S3_ENDPOINT: S3_ENDPOINT,
      BACKUP_S3_ACCESS_KEY: S3_ACCESS_KEY,
      BACKUP_S3_SECRET_KEY: S3_SECRET_KEY,
    });
    expect(failure).toBe(
      's3://songs cannot be used: the S3 server refuses the keys; check them, and their rights to it.',
    );
  },
);
