import { statfs } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';

import { catalog } from '@larksong/contracts';
import { PART_BYTES } from '@larksong/service-kit/storage';
import { createTestFolder } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { begin, callAs, film, partOf, sendPart, submit, toReply, type Reply } from './parts.ts';
import { startCatalog, toForm, videoFile, type TestCatalog } from './support.ts';

const MIB = 1024 ** 2;
const DISK_BYTES = 100 * MIB;
const MIN_FREE_BYTES = 50 * MIB;
const full = {
  status: 507,
  body: {
    code: 'STORAGE_FULL',
    message: 'There is not enough space left on the server for this file.',
  },
};

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let service: TestCatalog | undefined;

/** A separate disk requires a small file system, which only root may mount. */
let isMounted = false;
beforeAll(async () => {
  folder = await createTestFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder.path], {
      stdio: 'ignore',
    });
    isMounted = true;
  } catch {
    return;
  }
  const storage = { STORAGE_DIR: folder.path };
  service = await startCatalog({ storage, minFreeBytes: MIN_FREE_BYTES, maxUploadBytes: 8 * 1024 * MIB });
});
afterAll(async () => {
  await service?.stop();
  if (isMounted) execFileSync('umount', [folder.path]);
  await folder.remove();
});
afterEach(async () => {
  if (!service) return;
  const { db, storage } = service;
  await db.deleteFrom('videos').execute();
  await db.deleteFrom('uploads').execute();
  for (const upload of await storage.listUploads()) await storage.abortUpload(upload);
  await storage.deletePrefix('videos/');
});

function site(): TestCatalog {
  if (!service) throw new Error('A small file system cannot be mounted here.');
  return service;
}

beforeEach((context) => {
  if (!isMounted) context.skip('a small file system cannot be mounted here');
});

async function freeMib(): Promise<number> {
  const { bavail, bsize } = await statfs(folder.path);
  return (bavail * bsize) / MIB;
}

async function sendForm(sizeBytes: number, { isChunked = false } = {}): Promise<Reply> {
  const encoded = new Response(
    toForm([
      ['title', 'Ducks'],
      ['video', videoFile(new Uint8Array(sizeBytes))],
    ]),
  );
  const type = encoded.headers.get('content-type') ?? '';
  const body = isChunked ? encoded.body : await encoded.arrayBuffer();
  const { headers } = site().superadmin;
  return toReply(
    await fetch(`${site().url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
      ...(isChunked ? { duplex: 'half' } : {}),
    }),
  );
}

async function expectRoomKept() {
  expect(await freeMib()).toBeGreaterThanOrEqual(MIN_FREE_BYTES / MIB);
}

test.runIf(isLongRun)('of three simultaneous forms, no more are accepted than fit', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => sendForm(20 * MIB)));
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 507]);
  expect(replies.find(({ status }) => status === 507)).toMatchObject(full);
  process.stdout.write(
    `three forms of 20 MiB at once: ${statuses.join()}, ${(await freeMib()).toFixed(0)} MiB left\n`,
  );
  await expectRoomKept();
  expect(await site().storage.listUploads()).toEqual([]);
  expect(await site().keys()).toHaveLength(2);
});

test('the free space is checked for each part of a form without a length', async () => {
  const reply = await sendForm(70 * MIB, { isChunked: true });
  expect(reply).toMatchObject(full);
  await expectRoomKept();
  expect(await site().keys()).toEqual([]);
  expect(await site().storage.listUploads()).toEqual([]);
  expect(await site().db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  expect((await sendForm(10 * MIB, { isChunked: true })).status).toBe(201);
});

test.runIf(isLongRun)(
  'forms without a length that reach the limit do not affect forms with one',
  async () => {
    const [announced, ...others] = await Promise.all([
      sendForm(30 * MIB),
      sendForm(45 * MIB, { isChunked: true }),
      sendForm(45 * MIB, { isChunked: true }),
    ]);
    await expectRoomKept();
    expect(others.map(({ status }) => status)).toContain(507);
    expect([201, 507]).toContain(announced.status);
    expect(await site().storage.listUploads()).toEqual([]);
  },
);

test('an upload in parts reserves its announced size minus its stored parts', async () => {
  const content = film(28 * MIB);
  const upload = await begin(site(), content.length);
  expect(await sendForm(25 * MIB)).toMatchObject(full);
  await expect(begin(site(), 25 * MIB)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  for (let number = 1; number <= 2; number += 1)
    for (let time = 0; time < 2; time += 1)
      await sendPart(site(), {
        id: upload.id,
        number,
        body: new Uint8Array(partOf(content, upload, number)),
      });
  expect(await sendForm(25 * MIB)).toMatchObject(full);
  expect((await sendForm(12 * MIB)).status).toBe(201);
  for (let number = 3; number <= upload.partCount; number += 1) {
    const body = new Uint8Array(partOf(content, upload, number));
    expect((await sendPart(site(), { id: upload.id, number, body })).status).toBe(200);
  }
  expect((await submit(site(), { uploadId: upload.id, title: 'Ducks' })).status).toBe(201);
  await expectRoomKept();
});

test('reserved space is released once the upload is cancelled, stale or silent', async () => {
  const { db } = site();
  const first = await begin(site(), 40 * MIB);
  await expect(begin(site(), 40 * MIB)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await callAs(site())(catalog.cancelUpload, { params: { id: first.id } });
  const second = await begin(site(), 40 * MIB);
  await sql`update uploads set touched_at = now() - interval '11 minutes'`.execute(db);
  const third = await begin(site(), 40 * MIB);
  const part = { number: 1, body: new Uint8Array(PART_BYTES) };
  expect(await sendPart(site(), { id: second.id, ...part })).toMatchObject(full);
  expect((await sendPart(site(), { id: third.id, ...part })).status).toBe(200);
  await callAs(site())(catalog.cancelUpload, { params: { id: third.id } });
  expect((await sendPart(site(), { id: second.id, ...part })).status).toBe(200);
});

test('simultaneous new uploads are not admitted beyond the free space', async () => {
  const begun = await Promise.allSettled(Array.from({ length: 12 }, () => begin(site(), 15 * MIB)));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
