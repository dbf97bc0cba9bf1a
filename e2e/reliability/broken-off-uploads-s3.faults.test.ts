import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { describe, expect, it } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData } from '../support/catalog-data.ts';
import { findInternalFailures } from '../support/log-lines.ts';
import { readCount, readSeed } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { breakOffUploads } from './count-leftovers.ts';

const line = faultLine(10);
const COUNT = readCount('BROKEN_UPLOADS', 100);
const SEED = readSeed();
const minio = await startMinio();

if ('unavailable' in minio) line.skip(minio.unavailable);

describe.skipIf('unavailable' in minio)(`${COUNT} uploads interrupted at a random byte`, () => {
  it('interrupted uploads leave neither an object nor an unfinished upload in S3 after the sweep', async () => {
    if ('unavailable' in minio) return;
    const env = toS3Settings(minio, 'broken');
    const site = await startSite({ workers: 0, env: { all: env } });
    try {
      const account = await signInSuperadmin(site);
      const data = await openCatalogData(site.url);
      const { before, after, visible } = await breakOffUploads({ site, account }, data, {
        count: COUNT,
        seed: SEED,
      });
      console.log(
        `SEED=${SEED}: visible ${visible}; before the sweep ${before.uploads.length} unfinished, after it ${after.uploads.length}`,
      );
      expect(before.uploads.length, 'unfinished uploads for the sweep').toBeGreaterThan(0);
      expect(findInternalFailures(site)).toEqual([]);
      line.prove(`${COUNT} uploads to S3 interrupted, SEED=${SEED}`, {
        visible: { measured: visible, atMost: 0 },
        'objects left': { measured: after.objects.length, atMost: 0 },
        'unfinished uploads left': { measured: after.uploads.length, atMost: 0 },
        'rows left': { measured: after.rows.length, atMost: 0 },
      });
      await data.close();
    } finally {
      await site.stop();
      await minio.stop();
    }
  });
});
