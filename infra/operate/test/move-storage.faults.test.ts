import { join } from 'node:path';

import { createStorage } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';

import { findMismatches } from '../src/commands/verify.ts';
import { runMove } from './run-move.ts';
import { createSite, fillSite, LARGE_BYTES, type TestSite } from './site.ts';

let site: TestSite;
let minio: Awaited<ReturnType<typeof startMinio>>;

beforeAll(async () => {
  [site, minio] = await Promise.all([createSite(), startMinio()]);
  await fillSite(site, LARGE_BYTES);
});
afterAll(async () => {
  await site.stop();
  if ('stop' in minio) await minio.stop();
});

/** Returns the settings of a bucket; skips the test without a server. */
function getBucket(test: TestContext, bucket: string) {
  if ('unavailable' in minio) return test.skip(`no MinIO: ${minio.unavailable}`);
  return toS3Settings(minio, bucket);
}

function toMoveSettings(bucket: ReturnType<typeof toS3Settings>): Record<string, string> {
  return {
    MOVE_S3_ENDPOINT: bucket.S3_ENDPOINT,
    MOVE_S3_ACCESS_KEY: bucket.S3_ACCESS_KEY,
    MOVE_S3_SECRET_KEY: bucket.S3_SECRET_KEY,
  };
}

it('the files of a site move to a bucket and to another folder, with what came and went meanwhile', async (test) => {
  const bucket = getBucket(test, 'moved');
  const keys = toMoveSettings(bucket);
  expect(await runMove(site, ['s3://moved'], keys)).toMatch(/^Copied 7 files \(9\.1 MB\) to s3:\/\/moved\.$/);
  expect(await runMove(site, ['s3://moved'], keys)).toContain('Copied 0 files');

  const storage = createStorage(site.config);
  await storage.put('videos/late/source', Buffer.from('late'));
  await storage.put('videos/short/source', Buffer.from('short'));
  await runMove(site, ['s3://moved'], keys);
  await storage.delete('videos/late/source');
  await storage.delete('videos/short/source');
  expect(await runMove(site, ['s3://moved', '--last'], keys)).toContain('Removed 2 files there');

  const content = await site.read();
  const { STORAGE_DIR: oldFolder = '', ...others } = site.config;
  const onServer = { ...others, ...bucket } as TestSite['config']; // the same settings, with S3
  expect(await findMismatches(onServer, { mendAgeMs: undefined })).toMatchObject({ lost: [], orphans: [] });
  expect(await runMove({ config: onServer }, [oldFolder, '--delete-old'])).toContain('Deleted 7 files');

  const folder = join(site.folder, 'back');
  await runMove({ config: onServer }, [folder, '--last']);
  Object.assign(site.config, { STORAGE_DIR: folder });
  expect(await site.read()).toEqual(content);
});

it('a move to a place that cannot take the files is refused with a sentence and changes nothing', async (test) => {
  const bucket = getBucket(test, 'denied');
  const keys = toMoveSettings(bucket);
  const wrongKey = { ...keys, MOVE_S3_SECRET_KEY: 'another-secret-key' };
  await expect(runMove(site, ['s3://denied'], wrongKey)).rejects.toThrow('does not allow Larksong to write');
  const nowhere = { ...keys, MOVE_S3_ENDPOINT: 'http://127.0.0.1:1' };
  await expect(runMove(site, ['s3://denied'], nowhere)).rejects.toThrow('s3://denied cannot be used');
  await expect(runMove(site, ['s3://denied'])).rejects.toThrow('MOVE_S3_ENDPOINT is not set');
  await expect(runMove(site, ['s3://denied/folder'], keys)).rejects.toThrow('without folders');
  await expect(runMove(site, [join(site.folder, 'usb', 'songs')])).rejects.toThrow('plugged in and mounted');
  await expect(runMove(site, [site.config.STORAGE_DIR ?? ''])).rejects.toThrow(
    'where the files of the site already are',
  );
  const inside = join(site.config.STORAGE_DIR ?? '', 'new');
  await expect(runMove(site, [inside])).rejects.toThrow('overlap');

  const foreign = createStorage({ ...bucket, S3_BUCKET: 'foreign' });
  await foreign.put('videos/of-another-site/source', Buffer.from('x'));
  await expect(runMove(site, ['s3://foreign', '--last'], keys)).rejects.toThrow('do not belong to this site');
  expect(await foreign.stat('videos/of-another-site/source')).toBeDefined();
  await foreign.close();
});
