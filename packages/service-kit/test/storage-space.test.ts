import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import { createStorage } from '../src/storage/index.ts';
import { describeDrivers } from './storage-drivers.ts';

/** Other programs write to the same disk meanwhile. */
const TOLERANCE = 0.2;

describeDrivers('free space', ['file'], (context) => {
  test('is what the disk below has left', async () => {
    const { bavail, bsize } = await statfs(tmpdir());
    const expected = bavail * bsize;
    const bytes = (await context().storage.freeBytes()) ?? 0;
    expect(Math.abs(bytes - expected)).toBeLessThan(TOLERANCE * expected);
  });
});

describeDrivers('free space', ['s3'], (context) => {
  test('is what the server says', async () => {
    const { storage } = context();
    // MinIO counts its disks a moment after its start.
    await expect
      .poll(() => storage.freeBytes(), { timeout: 30_000, interval: 500 })
      .toBeGreaterThan(1_000_000);
  });
});

describeDrivers('free space of a server that tells nothing', ['s3'], (context) => {
  test('is not known, and that is no error', async () => {
    const { S3_METRICS_URL: _, ...silent } = context().driver.config;
    const storage = createStorage(silent);
    expect(await storage.freeBytes()).toBeUndefined();
    await storage.close();
  });
});
