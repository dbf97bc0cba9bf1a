import { catalog as contract } from '@larksong/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { begin, callAs, sendAll, submit } from './parts.ts';
import { startCatalog, toForm, videoFile, type TestCatalog } from './support.ts';

const UNIT_BYTES = 1_000_000;
const SITE_BYTES = 3 * UNIT_BYTES;
const UPLOADER_BYTES = 2 * UNIT_BYTES;

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog({ quota: { siteBytes: SITE_BYTES, uploaderBytes: UPLOADER_BYTES } });
});
afterAll(() => catalog.stop());

async function deleteAll(): Promise<void> {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.db.deleteFrom('uploads').execute();
  await catalog.storage.deletePrefix('videos/');
}

function formOf(content: Uint8Array<ArrayBuffer>): FormData {
  return toForm([
    ['title', 'Ducks'],
    ['visibility', 'public'],
    ['video', videoFile(content)],
  ]);
}

const own = {
  code: 'STORAGE_FULL',
  message:
    'Your videos may take up 2 MB on this site, and there is not enough room left for this one. Please delete videos that nobody needs, or ask the people who run the site for more space.',
};

test('an uploader may fill the quota to the last byte, with videos and uploads under way, and not beyond', async () => {
  const upload = await sendAll(catalog, Buffer.alloc(UNIT_BYTES));
  expect((await submit(catalog, { title: 'Ducks', uploadId: upload.id })).status).toBe(201);
  await begin(catalog, UNIT_BYTES - 1);
  await expect(begin(catalog, 2)).rejects.toMatchObject(own);
  await begin(catalog, 1);
  await expect(begin(catalog, 1)).rejects.toMatchObject(own);
  await deleteAll();
  await begin(catalog, UPLOADER_BYTES);
  await deleteAll();
});

test('renditions count, and uploaded files that were removed do not', async () => {
  const upload = await sendAll(catalog, Buffer.alloc(UNIT_BYTES));
  await submit(catalog, { title: 'Ducks', uploadId: upload.id });
  await catalog.db.updateTable('videos').set({ source_removed_at: new Date() }).execute();
  const whole = await begin(catalog, UPLOADER_BYTES);
  await callAs(catalog)(contract.cancelUpload, { params: { id: whole.id } });
  const { id } = await catalog.db.selectFrom('videos').select('id').executeTakeFirstOrThrow();
  await catalog.db
    .insertInto('segments')
    .values({
      video_id: id,
      attempt: 1,
      rendition: '360p',
      index: 0,
      unit_id: id,
      token: id,
      key: 'videos/x/0.m4s',
      init_key: 'videos/x/init.mp4',
      size_bytes: 1,
      start_seconds: 0,
      duration_seconds: 4,
    })
    .execute();
  await expect(begin(catalog, UPLOADER_BYTES)).rejects.toMatchObject(own);
  await deleteAll();
});

test('the quota of the site counts the videos of all uploaders', async () => {
  await begin(catalog, UPLOADER_BYTES);
  const fred = await catalog.issuer.signIn('superadmin', 'fred');
  const call = callAs(catalog, fred);
  await call(contract.startUpload, { body: { sizeBytes: UNIT_BYTES } });
  await expect(call(contract.startUpload, { body: { sizeBytes: 1 } })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: expect.stringMatching(
      /^The videos of this site may take up 3 MB, and there is not enough room left/,
    ),
  });
  await deleteAll();
});

test('a form whose file does not fit is refused, with and without a length, and nothing of it stays', async () => {
  await begin(catalog, UPLOADER_BYTES - 1000);
  const encoded = new Response(formOf(new Uint8Array(1200)));
  const url = `${catalog.url}/api/admin/videos/upload`;
  const { headers } = catalog.superadmin;
  const type = encoded.headers.get('content-type') ?? '';
  const stream = { body: encoded.body, duplex: 'half' as const };
  for (const response of [
    await fetch(url, { method: 'POST', headers, body: formOf(new Uint8Array(1200)) }),
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, ...stream }),
  ])
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 507,
      ...own,
    });
  expect(await catalog.keys()).toEqual([]);
  await deleteAll();
});
