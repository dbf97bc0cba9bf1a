import { beforeAll, afterAll, beforeEach, afterEach, describe } from 'vitest';

import { createStorage, type Storage, type StorageConfig } from '../src/storage/index.ts';
import { createTestFolder } from '../src/testing/index.ts';
import { startMinio, toS3Settings } from '../src/testing/minio.ts';

/** Longer than the deadline for building MinIO. */
const START_LIMIT_MS = 11 * 60 * 1000;

interface Driver {
  name: 'file' | 's3';
  config: StorageConfig;
  stop: () => Promise<void>;
}

async function startFile(): Promise<Driver> {
  const folder = await createTestFolder();
  return { name: 'file', config: { STORAGE_DIR: folder.path }, stop: folder.remove };
}

async function startS3(): Promise<Driver | { unavailable: string }> {
  const minio = await startMinio();
  if ('unavailable' in minio) return minio;
  const config = {
    ...toS3Settings(minio, 'contract'),
    S3_METRICS_URL: `${minio.endpoint}/minio/v2/metrics/cluster`,
  };
  return { name: 's3', config, stop: minio.stop };
}

export const DRIVERS = { file: startFile, s3: startS3 };

interface Context {
  driver: Driver;
  storage: Storage;
}

/** Runs the same tests with each driver, each with empty storage. Tests of an unavailable driver are skipped with the reason. */
export function describeDrivers(
  title: string,
  names: (keyof typeof DRIVERS)[],
  define: (context: () => Context) => void,
): void {
  describe.each(names)(`${title} (%s)`, (name) => {
    let driver: Driver | { unavailable: string };
    let storage: Storage | undefined;

    beforeAll(async () => {
      driver = await DRIVERS[name]();
      if ('unavailable' in driver) report(name, `skipped, no MinIO: ${driver.unavailable}`);
    }, START_LIMIT_MS);

    beforeEach(async (test) => {
      if ('unavailable' in driver) test.skip(`no MinIO: ${driver.unavailable}`);
      // Skipping throws, but its type does not narrow the variable.
      if ('unavailable' in driver) return;
      storage = createStorage(driver.config);
      await empty(storage);
    });

    afterEach(async () => {
      await storage?.close();
    });

    afterAll(async () => {
      if (!('unavailable' in driver)) await driver.stop();
    });

    define(() => {
      if (!storage || 'unavailable' in driver) throw new Error('The driver has not been started.');
      return { driver, storage };
    });
  });
}

/** Prints a measurement with the tests. */
export function report(name: string, figure: string): void {
  process.stdout.write(`storage ${name}: ${figure}\n`);
}

async function empty(storage: Storage): Promise<void> {
  for (const upload of await storage.listUploads()) await storage.abortUpload(upload);
  for await (const { key } of storage.list('')) await storage.delete(key);
}

/** Returns everything that is left; nothing after a failed upload. */
export async function listLeftovers(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  for (const { key, uploadId } of await storage.listUploads()) keys.push(`${key} (upload ${uploadId})`);
  return keys;
}
