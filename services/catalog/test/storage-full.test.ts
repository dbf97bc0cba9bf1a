import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { begin, sendAll, sendPart, submit } from './parts.ts';
import { startCatalog, toForm, videoFile, type TestCatalog } from './support.ts';

/** More than any disk has, so that real storage counts as full. */
const MORE_THAN_ANY_DISK = Number.MAX_SAFE_INTEGER;
const SENTENCE = 'There is not enough space left on the server for this file.';
const full = { status: 507, code: 'STORAGE_FULL', message: SENTENCE };

let roomy: TestCatalog;
let catalog: TestCatalog;

beforeAll(async () => {
  roomy = await startCatalog();
  catalog = await startCatalog({ minFreeBytes: MORE_THAN_ANY_DISK });
});
afterAll(() => Promise.all([roomy.stop(), catalog.stop()]));

async function expectNothingStored() {
  expect(await catalog.storage.listUploads()).toEqual([]);
  expect(await catalog.keys()).toEqual([]);
  expect(await catalog.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
}

test('an upload by a form to full storage is refused before its body is read', async () => {
  const { hostname, port } = new URL(catalog.url);
  const socket = connect(Number(port), hostname);
  // A head that announces a body that never arrives.
  socket.write(
    `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${catalog.superadmin.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 507 /);
  expect(answer.toString()).toContain(SENTENCE);
  await expectNothingStored();
});

test('the file of a small form, or of one without a length, is refused by full storage', async () => {
  const form = toForm([
    ['title', 'x'],
    ['video', videoFile()],
  ]);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const url = `${catalog.url}/api/admin/videos/upload`;
  const { headers } = catalog.superadmin;
  const stream = { body: encoded.body, duplex: 'half' as const };
  for (const response of [
    await fetch(url, { method: 'POST', headers, body: form }),
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, ...stream }),
  ])
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject(full);
  await expectNothingStored();
});

test('an upload in parts is not started with full storage', async () => {
  await expect(begin(catalog, 1)).rejects.toMatchObject(full);
  await expectNothingStored();
});

test('a part of an earlier upload to full storage is refused before it is read', async () => {
  const upload = await sendAll(roomy, Buffer.from('film'));
  const row = await roomy.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow();
  await catalog.db
    .insertInto('uploads')
    .values({ ...row, size_bytes: Number(row.size_bytes), uploader_id: catalog.superadmin.id })
    .execute();
  const { status, body } = await sendPart(catalog, { id: upload.id, number: 1, body: 'film' });
  expect({ status, ...body }).toMatchObject(full);
  await catalog.db.deleteFrom('uploads').execute();
});

test('a completely stored file still becomes a video with full storage', async () => {
  const upload = await sendAll(roomy, Buffer.from('film'));
  expect((await submit(roomy, { uploadId: upload.id, title: 'x' })).status).toBe(201);
});

test('the metrics show the free space of storage', async () => {
  const metrics = await (await fetch(`${catalog.url}/metrics`)).text();
  const bytes = Number(/^storage_free_bytes (\S+)$/m.exec(metrics)?.[1]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBe(Math.round(bytes));
});
