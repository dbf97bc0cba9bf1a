import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { describe, expect, it } from 'vitest';

import { signInSuperadmin, type Account } from './support/accounts.ts';
import { describeGrowth, measureGrowth } from './support/memory.ts';
import { readCount } from './support/random.ts';
import { startSite } from './support/start-site.ts';

const MIB = 1024 ** 2;
/** Maximum growth of a process; the upload must be larger than this. */
const MAX_GROWTH_MIB = 200;
const SIZE_MIB = readCount('LARGE_UPLOAD_MIB', 1024);

async function uploadRandom(site: Stack, superadmin: Account): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const call = request(`${site.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${superadmin.accessToken}`,
      'content-type': 'multipart/form-data; boundary=larksong',
    },
  });
  call.on('error', reject);
  call.on('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  const block = randomBytes(MIB);
  function* body() {
    yield '--larksong\r\ncontent-disposition: form-data; name="title"\r\n\r\nLarge\r\n';
    yield '--larksong\r\ncontent-disposition: form-data; name="video"; filename="large.mp4"\r\ncontent-type: video/mp4\r\n\r\n';
    for (let sent = 0; sent < SIZE_MIB; sent += 1) yield block;
    yield '\r\n--larksong--\r\n';
  }
  await Promise.all([pipeline(Readable.from(body(), { objectMode: false }), call), promise]);
  return promise;
}

async function measureUpload(env: Record<string, string>): Promise<void> {
  const site = await startSite({ env: { all: env } });
  try {
    const superadmin = await signInSuperadmin(site);
    const startedAt = performance.now();
    const { result, growth } = await measureGrowth(site, () => uploadRandom(site, superadmin));
    const seconds = (performance.now() - startedAt) / 1000;
    expect(result).toMatchObject({ status: 201 });
    console.log(`${SIZE_MIB} MiB in ${seconds.toFixed(1)} s; growth in MiB: ${describeGrowth(growth)}`);
    for (const [name, mebibytes] of growth) expect(mebibytes, name).toBeLessThan(MAX_GROWTH_MIB);
    const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
    expect(data.processingCount + data.recentlyFailed.length).toBe(1);
  } finally {
    await site.stop();
  }
}

const minio = await startMinio();

describe(`an upload of ${SIZE_MIB} MiB grows no process by more than ${MAX_GROWTH_MIB} MiB`, () => {
  it('no process grows with the size of an upload to a folder', () => measureUpload({}));

  it.skipIf('unavailable' in minio)('no process grows with the size of an upload to S3', async () => {
    if ('unavailable' in minio) return;
    try {
      await measureUpload(toS3Settings(minio, 'large'));
    } finally {
      await minio.stop();
    }
  });
});
