import { createHash } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { hashSource, PART_BYTES } from '@larksong/service-kit/storage';
import { createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashSources } from '../src/library/sources/hash-sources.ts';
import { begin, callAs, film, partOf, sendAll, sendPart, submit, videoIdOf } from './parts.ts';
import { startCatalog, toForm, upload, videoFile, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

const CONTENT = film(PART_BYTES + 12_345);

async function findSources(sizes: number[]): Promise<catalog.KnownSource[]> {
  return (await callAs(service)(catalog.findSources, { body: { sizes } })).data.sources;
}

async function hashOf(bytes: Buffer): Promise<string> {
  return hashSource(
    (async function* () {
      yield bytes;
    })(),
  );
}

/** Uploads a file in one form. */
async function sendForm(bytes: Buffer, title: string): Promise<void> {
  const response = await fetch(`${service.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: service.superadmin.headers,
    body: toForm([
      ['title', title],
      ['video', videoFile(new Uint8Array(bytes))],
    ]),
  });
  expect(response.status).toBe(201);
}

describe('the hash of a source', () => {
  it('a file has the same hash whether it was uploaded in parts or by one form', async () => {
    const { id: uploadId } = await sendAll(service, CONTENT);
    await submit(service, { uploadId, title: 'In parts' });
    await sendForm(CONTENT, 'In one form');
    const hash = await hashOf(CONTENT);
    const sources = await findSources([CONTENT.length, 77]);
    expect(sources.map((source) => [source.title, source.hash, source.sizeBytes])).toEqual([
      ['In parts', hash, CONTENT.length],
      ['In one form', hash, CONTENT.length],
    ]);
    expect(await findSources([CONTENT.length + 1])).toEqual([]);
    expect(await service.db.selectFrom('upload_parts').selectAll().execute()).toEqual([]);
  });

  it('a source without a hash of every part is hashed later, from storage', async () => {
    const { id: uploadId } = await sendAll(service, CONTENT);
    await service.db.deleteFrom('upload_parts').where('number', '=', 2).execute();
    const id = videoIdOf(await submit(service, { uploadId, title: 'Ducks' }));
    expect((await findSources([CONTENT.length]))[0]?.hash).toBeNull();
    await hashSources({ ...service, logger: createTestLogger('catalog') });
    expect((await videoRow(service, id)).source_hash).toBe(await hashOf(CONTENT));
  });

  it('a source that no longer exists is not looked for again', async () => {
    const id = await upload(service);
    await service.db.updateTable('videos').set({ source_hash: null }).execute();
    await service.storage.delete(catalog.sourceKey(id));
    await hashSources({ ...service, logger: createTestLogger('catalog') });
    expect((await videoRow(service, id)).source_hash).toBe('');
    const [source] = await findSources([videoFile().size]);
    expect(source).toMatchObject({ id, hash: null, status: 'processing' });
  });
});

it('a source names the languages of its captions, also of removed ones, and whether it has its own thumbnail', async () => {
  const id = await upload(service);
  const call = callAs(service);
  const content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nQuack\n';
  for (const language of ['de', 'fr']) {
    const { data } = await call(catalog.putCaption, {
      params: { id },
      body: { language, label: language, content },
    });
    if (language === 'fr') await call(catalog.deleteCaption, { params: { id, captionId: data.caption.id } });
  }
  const [source] = await findSources([videoFile().size]);
  expect(source?.captionLanguages.toSorted()).toEqual(['de', 'fr']);
  expect(source?.hasOwnThumbnail).toBe(false);
  expect(source?.hash).toBe(
    createHash('sha256').update(createHash('sha256').update('not really a film').digest()).digest('hex'),
  );
});

describe('an upload in parts that was started with a key', () => {
  const start = async (resumeKey: string, sizeBytes = CONTENT.length) =>
    (await callAs(service)(catalog.startUpload, { body: { sizeBytes, resumeKey } })).data.upload;

  it('a second start with the key of an upload returns it with its stored parts', async () => {
    const first = await start('film-1');
    const body = new Uint8Array(partOf(CONTENT, first, 2));
    await sendPart(service, { id: first.id, number: 2, body });
    expect(await start('film-1')).toMatchObject({ id: first.id, storedParts: [2] });
    expect((await start('film-2')).id).not.toBe(first.id);
    const other = await service.issuer.signIn('superadmin', 'otto');
    const { data } = await callAs(service, other)(catalog.startUpload, {
      body: { sizeBytes: CONTENT.length, resumeKey: 'film-1' },
    });
    expect(data.upload.id).not.toBe(first.id);
    expect((await begin(service, CONTENT.length)).id).not.toBe(first.id);
  });

  it('a key can be used again once its upload is cancelled or has become a video', async () => {
    const first = await start('film-3');
    await callAs(service)(catalog.cancelUpload, { params: { id: first.id } });
    const second = await start('film-3');
    expect(second.id).not.toBe(first.id);
    for (const number of [1, 2])
      await sendPart(service, {
        id: second.id,
        number,
        body: new Uint8Array(partOf(CONTENT, second, number)),
      });
    await submit(service, { uploadId: second.id, title: 'Ducks' });
    expect((await start('film-3')).id).not.toBe(second.id);
  });

  it('of many simultaneous starts with one key, all return the same upload or a conflict', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => start('film-4')));
    const ids = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const one of starts)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('the key of an upload of another size is a conflict', async () => {
    await start('film-5');
    await expect(start('film-5', 77)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('an upload whose parts storage has lost is started again', async () => {
    const first = await start('film-6');
    for (const one of await service.storage.listUploads()) await service.storage.abortUpload(one);
    const second = await start('film-6');
    expect(second.id).not.toBe(first.id);
    expect(second.storedParts).toEqual([]);
  });
});
