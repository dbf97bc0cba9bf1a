import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { PART_BYTES } from '@larksong/service-kit/storage';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepUploads } from '../src/uploads/sweep-uploads.ts';
import { begin, beginPart, callAs, look, readSource, sendAll, sendPart, submit } from './parts.ts';
import { startCatalog, type TestCatalog } from './support.ts';

const MAX_BYTES = 40_000_000;

describe('a part', () => {
  let service: TestCatalog;
  beforeAll(async () => {
    service = await startCatalog({ maxUploadBytes: MAX_BYTES });
  });
  afterAll(() => service.stop());

  const chunked = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]).stream();

  it('a part of an upload must have exactly its size', async () => {
    const upload = await begin(service, PART_BYTES + 10);
    const full = Buffer.alloc(PART_BYTES + 1, 7);
    const cases: [number, Buffer, number][] = [
      [1, full, 413],
      [1, full.subarray(0, PART_BYTES - 1), 400],
      [2, full.subarray(0, 11), 413],
      [2, full.subarray(0, 9), 400],
      [2, full.subarray(0, 0), 400],
      [2, full, 413],
    ];
    for (const [number, body, status] of cases)
      for (const sent of [new Uint8Array(body), chunked(body)]) {
        const reply = await sendPart(service, { id: upload.id, number, body: sent });
        expect({ number, bytes: body.length, status: reply.status }).toEqual({
          number,
          bytes: body.length,
          status,
        });
      }
    expect((await look(service, upload.id)).storedParts).toEqual([]);
    const last = await sendPart(service, { id: upload.id, number: 2, body: chunked(full.subarray(0, 10)) });
    expect(last.status).toBe(200);
    expect((await look(service, upload.id)).storedParts).toEqual([2]);
  });

  it.each([
    [0, 'Parts are numbered from 1.'],
    ['x', 'Parts are numbered from 1.'],
    [3, 'The parts of this upload are numbered from 1 to 2.'],
  ])('a part of an upload cannot have the number %s', async (number, message) => {
    const upload = await begin(service, PART_BYTES + 10);
    expect(await sendPart(service, { id: upload.id, number, body: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message },
    });
  });

  it('a part of an upload must be plain bytes', async () => {
    const upload = await begin(service, 2);
    const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x'];
    for (const type of types) {
      const part = { id: upload.id, number: 1, body: '{}' };
      const reply = await sendPart(service, part, { 'content-type': type });
      expect({ type, status: reply.status }).toEqual({ type, status: 415 });
    }
    expect((await look(service, upload.id)).storedParts).toEqual([]);
    const json = await fetch(`${service.url}/api/admin/uploads`, {
      method: 'POST',
      headers: { ...service.superadmin.headers, 'content-type': 'application/octet-stream' },
      body: '{"sizeBytes":1}',
    });
    expect(json.status).toBe(415);
  });

  it('a part of an upload that stalls is aborted', async () => {
    const impatient = await startCatalog({ stallSeconds: 1 });
    const upload = await begin(impatient, 1000);
    const socket = await beginPart(impatient, {
      id: upload.id,
      number: 1,
      announced: 1000,
      body: Buffer.alloc(10),
    });
    await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
    expect((await look(impatient, upload.id)).storedParts).toEqual([]);
    await impatient.stop();
  });

  it('a part waits while too many others are in memory', async () => {
    const upload = await begin(service, 4);
    const places: (() => void)[] = [];
    try {
      for (;;) places.push(service.storage.reserveUpload());
    } catch {
      // all slots are in use
    }
    const part = { id: upload.id, number: 1, body: 'abcd' };
    const busy = await sendPart(service, part);
    expect(busy).toMatchObject({ status: 503, body: { code: 'TOO_BUSY' } });
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const free of places) free();
    expect((await sendPart(service, part)).status).toBe(200);
  });

  it('a part is reserved for superadmins, and the role is checked before it is read', async () => {
    const upload = await begin(service, PART_BYTES);
    const user = await service.issuer.signIn('user');
    const { hostname, port } = new URL(service.url);
    for (const [authorization, status] of [
      [user.headers.authorization, 403],
      ['Bearer x', 401],
    ] as const) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `PUT /api/admin/uploads/${upload.id}/parts/1 HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${PART_BYTES}\r\n\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});

describe('an upload', () => {
  let service: TestCatalog;
  beforeAll(async () => {
    service = await startCatalog({ maxUploadBytes: MAX_BYTES });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await sql`truncate uploads cascade`.execute(service.db);
    for (const upload of await service.storage.listUploads()) await service.storage.abortUpload(upload);
  });

  it('an upload is accessible only to its owner', async () => {
    const upload = await sendAll(service, Buffer.from('film'));
    const other = await service.issuer.signIn('superadmin');
    const gone = { status: 404, code: 'UPLOAD_NOT_FOUND' };
    const params = { id: upload.id };
    await expect(callAs(service, other)(catalog.getUpload, { params })).rejects.toMatchObject(gone);
    await expect(callAs(service, other)(catalog.cancelUpload, { params })).rejects.toMatchObject(gone);
    const part = await sendPart(service, { id: upload.id, number: 1, body: 'evil', user: other });
    expect({ status: part.status, code: part.body.code }).toEqual(gone);
    const form = { uploadId: upload.id, title: 'Mine now' };
    for (const reply of [
      await submit(service, form, { user: other }),
      await submit(service, { ...form, uploadId: randomUUID() }),
      await submit(service, { ...form, uploadId: 'no id' }),
    ])
      expect({ status: reply.status, code: reply.body.code }).toEqual(gone);
    expect((await submit(service, form)).status).toBe(201);
    expect((await submit(service, form, { user: other })).status).toBe(404);
    expect((await readSource(service, upload.id)).toString()).toBe('film');
  });

  it('an upload must have an acceptable size', async () => {
    await expect(begin(service, MAX_BYTES + 1)).rejects.toMatchObject({
      status: 413,
      message: 'This file is larger than the 38 MB that can be uploaded.',
    });
    for (const sizeBytes of [0, -1, 1.5])
      await expect(begin(service, sizeBytes)).rejects.toMatchObject({
        status: 400,
        message: 'sizeBytes is the size of the file in bytes.',
      });
    const user = await service.issuer.signIn('user');
    await expect(
      callAs(service, user)(catalog.startUpload, { body: { sizeBytes: 1 } }),
    ).rejects.toMatchObject({
      status: 403,
    });
    expect(await service.storage.listUploads()).toEqual([]);
  });

  it('an upload is either a file or in parts, not both', async () => {
    const upload = await sendAll(service, Buffer.from('film'));
    const before = await service.keys();
    const form = new FormData();
    form.append('uploadId', upload.id);
    form.append('title', 'x');
    form.append('video', new File(['other'], 'a.mp4'));
    const response = await fetch(`${service.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: service.superadmin.headers,
      body: form,
    });
    expect(response.status).toBe(400);
    expect(await service.keys()).toEqual(before);
    expect((await look(service, upload.id)).storedParts).toEqual([1]);
  });

  it('an upload waits a day for its next part, independently of the sweep of broken forms', async () => {
    const age = (id: string, hours: number) =>
      service.db
        .updateTable('uploads')
        .set({ touched_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', id)
        .execute();
    const [young, old, touched] = [
      await begin(service, 10),
      await begin(service, 10),
      await begin(service, 10),
    ];
    await age(young.id, 23.9);
    await age(old.id, 24.1);
    await age(touched.id, 24.1);
    await sendPart(service, { id: touched.id, number: 1, body: '0123456789' });
    const { db, storage } = service;
    const unknown = await storage.startUpload(`videos/${randomUUID()}/source`);
    await pretendAllBeganHoursAgo();
    await sweepUploads({ db, storage, logger: createTestLogger(), uploadExpiryHours: 24 });
    const left = await db.selectFrom('uploads').select('id').orderBy('id').execute();
    expect(left.map((row) => row.id)).toEqual([young.id, touched.id].toSorted());
    const keys = (await storage.listUploads()).map((each) => each.key);
    expect(keys.toSorted()).toEqual(left.map((row) => `videos/${row.id}/source`));
    expect(keys).not.toContain(unknown.key);
  });

  /** Storage deletes unrecorded uploads after an hour, and must keep recorded ones. */
  async function pretendAllBeganHoursAgo() {
    const folder = join(service.storageDir, '.uploads');
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of await readdir(folder))
      if (name.endsWith('.key')) await utimes(join(folder, name), hoursAgo, hoursAgo);
  }
});
