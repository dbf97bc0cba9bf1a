import { randomInt, randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { PART_BYTES } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings, type TestMinio } from '@larksong/service-kit/testing/minio';
import { isLongRun, readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  begin,
  beginPart,
  callAs,
  film,
  look,
  partOf,
  readSource,
  sendAll,
  sendPart,
  submit,
  videoIdOf,
} from './parts.ts';
import { startCatalog, videoRow, type TestCatalog } from './support.ts';

const MAX_BYTES = 40_000_000;
const CONTENT = film(2 * PART_BYTES + 12_345);
/** Of one part, where more of them are not the subject. */
const SHORT = film(12_345);

async function expectNothingLeft(service: TestCatalog): Promise<void> {
  expect(await service.keys()).toEqual([]);
  expect(await service.storage.listUploads()).toEqual([]);
  expect(await service.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  expect(await service.db.selectFrom('videos').select('id').execute()).toEqual([]);
}

/** By day one kind, since each has the same tests of its parts in the service kit. */
const DRIVERS = isLongRun ? (['file', 's3'] as const) : (['file'] as const);

describe.each(DRIVERS)('an upload in parts, into storage of the kind %s', (driver) => {
  let service: TestCatalog | undefined;
  let minio: TestMinio | undefined;
  const running = () => {
    if (!service) throw new Error('catalog has not been started');
    return service;
  };

  beforeAll(async () => {
    const started = driver === 's3' ? await startMinio() : undefined;
    if (started && 'unavailable' in started) return;
    minio = started;
    const storage = minio && toS3Settings(minio, 'parts');
    service = await startCatalog({ maxUploadBytes: MAX_BYTES, ...(storage && { storage }) });
  }, 11 * 60_000);
  afterAll(async () => {
    await service?.stop();
    await minio?.stop();
  });
  beforeEach(async (test) => {
    if (!service) test.skip('there is no MinIO');
    await running().db.deleteFrom('videos').execute();
    await running().storage.deletePrefix('videos/');
  });

  it('an upload in parts becomes a video once all parts are stored, in any order', async () => {
    const upload = await begin(running(), CONTENT.length);
    expect(upload).toMatchObject({
      sizeBytes: CONTENT.length,
      partSizeBytes: PART_BYTES,
      partCount: 3,
      storedParts: [],
    });
    const hours = (new Date(upload.expiresAt).getTime() - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 24)).toBeLessThan(0.1);
    const wrong = Buffer.alloc(PART_BYTES, 1);
    const bodies: [number, Buffer][] = [
      [3, partOf(CONTENT, upload, 3)],
      [1, wrong],
      [1, partOf(CONTENT, upload, 1)],
    ];
    for (const [number, body] of bodies) {
      const reply = await sendPart(running(), { id: upload.id, number, body: new Uint8Array(body) });
      expect(reply).toMatchObject({ status: 200, body: { data: { sizeBytes: body.length } } });
    }
    expect((await look(running(), upload.id)).storedParts).toEqual([1, 3]);

    const fields = { uploadId: upload.id, title: 'Ducks', visibility: 'registered', resolutions: '["360p"]' };
    expect(await submit(running(), fields)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        message: '1 of 3 parts of this upload are missing. Please upload them and try again.',
      },
    });
    await sendPart(running(), { id: upload.id, number: 2, body: new Uint8Array(partOf(CONTENT, upload, 2)) });
    const reply = await submit(running(), fields);
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'Upload started. Transcoding (720p, 480p, 360p) will run in the background.' },
    });
    const id = videoIdOf(reply);
    expect(await videoRow(running(), id)).toMatchObject({
      title: 'Ducks',
      visibility: 'registered',
      requested_resolutions: ['360p'],
      status: 'processing',
      source_size_bytes: String(CONTENT.length),
    });
    expect((await readSource(running(), id)).equals(CONTENT)).toBe(true);
    expect(await running().keys()).toHaveLength(1); // no second copy of it
    expect(await running().storage.listUploads()).toEqual([]);
    expect(await running().db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    const units = await running()
      .db.selectFrom('transcode_units')
      .select(['kind', 'state'])
      .where('video_id', '=', id)
      .execute();
    expect(units).toEqual([{ kind: 'plan', state: 'due' }]);
  });

  it('an upload in parts becomes one video however often it is submitted, with and without a key', async () => {
    const upload = await sendAll(running(), CONTENT);
    const fields = { uploadId: upload.id, title: 'Ducks' };
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const replies = await Promise.all([
      submit(running(), fields),
      submit(running(), fields, key),
      submit(running(), fields),
    ]);
    replies.push(await submit(running(), fields), await submit(running(), fields, key));
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(replies.map(videoIdOf)).size).toBe(1);
    expect((await readSource(running(), upload.id)).equals(CONTENT)).toBe(true);
    expect(await running().db.selectFrom('videos').select('id').execute()).toHaveLength(1);
  });

  it('two uploads submitted with one key leave nothing of the second file', async () => {
    const [first, second] = [await sendAll(running(), CONTENT), await sendAll(running(), CONTENT)];
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const replies = await Promise.all(
      [first, second].map((upload) => submit(running(), { uploadId: upload.id, title: 'Ducks' }, key)),
    );
    expect(replies.map((reply) => reply.status)).toEqual([201, 201]);
    expect(new Set(replies.map(videoIdOf)).size).toBe(1);
    expect(await running().keys()).toHaveLength(1);
    // A file that arrived after the other response waits for its sweep like any other.
    const waiting = await running().db.selectFrom('uploads').select('id').execute();
    for (const { id } of waiting) await callAs(running())(catalog.cancelUpload, { params: { id } });
    expect(await running().storage.listUploads()).toEqual([]);
  });

  it('an upload keeps its parts if its form is refused, so that the form can be corrected', async () => {
    const upload = await sendAll(running(), SHORT);
    const sentences = [
      [{}, 'Enter a title'],
      [{ title: 'x', visibility: 'private' }, 'Private user ID is required for private visibility'],
      [{ title: 'x', resolutions: '[]' }, 'Select at least one resolution'],
    ] as const;
    for (const [fields, message] of sentences)
      expect(await submit(running(), { uploadId: upload.id, ...fields })).toMatchObject({
        status: 400,
        body: { message },
      });
    expect((await look(running(), upload.id)).storedParts).toEqual([1]);
    expect((await submit(running(), { uploadId: upload.id, title: 'x' })).status).toBe(201);
  });

  it('an upload can still be submitted if its process died between joining the parts and creating the video', async () => {
    const upload = await sendAll(running(), CONTENT);
    const [open] = await running().storage.listUploads();
    if (!open) throw new Error('the upload is not in storage');
    await running().storage.completeUpload(open, await running().storage.listParts(open));
    expect((await look(running(), upload.id)).storedParts).toEqual([1, 2, 3]);
    expect((await submit(running(), { uploadId: upload.id, title: 'x' })).status).toBe(201);
    expect((await readSource(running(), upload.id)).equals(CONTENT)).toBe(true);
  });

  it('a cancelled upload leaves nothing behind and no longer exists', async () => {
    const upload = await sendAll(running(), SHORT);
    await callAs(running())(catalog.cancelUpload, { params: { id: upload.id } });
    await expectNothingLeft(running());
    const gone = { status: 404, code: 'UPLOAD_NOT_FOUND' };
    const params = { id: upload.id };
    await expect(callAs(running())(catalog.getUpload, { params })).rejects.toMatchObject(gone);
    await expect(callAs(running())(catalog.cancelUpload, { params })).rejects.toMatchObject(gone);
    const late = await sendPart(running(), { id: upload.id, number: 1, body: 'x' });
    expect({ status: late.status, code: late.body.code }).toEqual(gone);
    const submitted = await submit(running(), { uploadId: upload.id, title: 'x' });
    expect({ status: submitted.status, code: submitted.body.code }).toEqual(gone);
  });

  it('an upload whose parts are aborted at random bytes stores none of these and can continue', async () => {
    const rounds = Math.min(readCount('ABORTED_PARTS', 6), driver === 'file' ? 100 : 20);
    const upload = await begin(running(), CONTENT.length);
    for (let round = 0; round < rounds; round += 1) {
      const number = 1 + (round % 3);
      const whole = partOf(CONTENT, upload, number);
      const body = whole.subarray(0, randomInt(whole.length));
      const socket = await beginPart(running(), { id: upload.id, number, announced: whole.length, body });
      socket.destroy();
    }
    expect((await look(running(), upload.id)).storedParts).toEqual([]);
    for (const number of [1, 2, 3]) {
      // An aborted part may hold its slot for a moment longer.
      await expect
        .poll(
          async () => {
            const body = new Uint8Array(partOf(CONTENT, upload, number));
            return (await sendPart(running(), { id: upload.id, number, body })).status;
          },
          { timeout: 20_000 },
        )
        .toBe(200);
    }
    expect((await submit(running(), { uploadId: upload.id, title: 'x' })).status).toBe(201);
    expect((await readSource(running(), upload.id)).equals(CONTENT)).toBe(true);
  });
});
