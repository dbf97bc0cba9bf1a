import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import { createStorage } from '../src/storage/index.ts';
import { describeDrivers } from './storage-drivers.ts';

/** Tolerance for other programs that write to the same disk. */
const TOLERANCE = 0.2;

describeDrivers('free space', ['file'], (context) => {
  test('the free space of a folder is that of its disk', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const expected = bavail * bsize;
    const bytes = (await context().storage.freeBytes()) ?? 0;
    expect(Math.abs(bytes - expected)).toBeLessThan(TOLERANCE * expected);
  });
});

describeDrivers('free space', ['s3'], (context) => {
  test('the free space of a server is the figure in its metrics', async () => {
    const { storage } = context();
    // MinIO measures its disks a moment after its start.
    await expect
      .poll(() => storage.freeBytes(), { timeout: 30_000, interval: 500 })
      .toBeGreaterThan(1_000_000);
  });
});

describeDrivers('free space of a server without metrics', ['s3'], (context) => {
  test('the free space of a server without metrics is undefined', async () => {
    const { S3_METRICS_URL: _, ...silent } = context().driver.config;
    const storage = createStorage(silent);
    expect(await storage.freeBytes()).toBeUndefined();
    await storage.close();
  });
});
