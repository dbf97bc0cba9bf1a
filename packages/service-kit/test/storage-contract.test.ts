import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { MAX_PUT_BYTES, PART_BYTES, type ObjectInfo, type Storage } from '../src/storage/index.ts';
import { createTestFolder } from '../src/testing/index.ts';
import { isLongRun } from '../src/testing/random.ts';
import { describeDrivers } from './storage-drivers.ts';

const failing = (code: string) => expect.objectContaining({ code });

async function read(storage: Storage, key: string, range?: { start: number; end: number }) {
  const found = await storage.get(key, range);
  return found && { ...found, bytes: await buffer(found.stream) };
}

async function listAll(storage: Storage, prefix: string): Promise<ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  for await (const info of storage.list(prefix)) found.push(info);
  return found;
}

describeDrivers('objects', ['file', 's3'], (context) => {
  test('objects are returned as they were stored, with the same strong tag from every call', async () => {
    const { storage } = context();
    const bytes = randomBytes(100_000);
    const before = Date.now();
    const put = await storage.put('videos/a/thumbnail.jpg', bytes, { contentType: 'image/jpeg' });
    const got = await read(storage, 'videos/a/thumbnail.jpg');
    expect(got?.bytes.equals(bytes)).toBe(true);
    expect(put).toMatchObject({ key: 'videos/a/thumbnail.jpg', sizeBytes: 100_000 });
    expect(put.etag).toMatch(/^"[^"]+"$/);
    expect(Math.abs(put.modifiedAt.getTime() - before)).toBeLessThan(10_000);
    expect(got).toMatchObject({ key: put.key, sizeBytes: put.sizeBytes, etag: put.etag });
    expect(await storage.stat(put.key)).toMatchObject({ sizeBytes: 100_000, etag: put.etag });
    expect(await listAll(storage, '')).toMatchObject([{ key: put.key, sizeBytes: 100_000, etag: put.etag }]);
  });

  test('an overwritten object has another tag and the new bytes', async () => {
    const { storage } = context();
    const first = await storage.put('a/b', Buffer.from('one'));
    const second = await storage.put('a/b', new Uint8Array([50]));
    expect(second.etag).not.toBe(first.etag);
    expect((await read(storage, 'a/b'))?.bytes.toString()).toBe('2');
  });

  test('an object may be empty', async () => {
    const { storage } = context();
    expect((await storage.put('empty', Buffer.alloc(0))).sizeBytes).toBe(0);
    expect((await read(storage, 'empty'))?.bytes.length).toBe(0);
    await expect(storage.get('empty', { start: 0, end: 0 })).rejects.toEqual(
      failing('RANGE_NOT_SATISFIABLE'),
    );
  });

  test('an object can be stored from a file', async () => {
    const { storage } = context();
    const folder = await createTestFolder();
    try {
      const bytes = randomBytes(300_000);
      await writeFile(join(folder.path, 'segment'), bytes);
      const info = await storage.put('from/file', { path: join(folder.path, 'segment') });
      expect(info.sizeBytes).toBe(300_000);
      expect((await read(storage, 'from/file'))?.bytes.equals(bytes)).toBe(true);
    } finally {
      await folder.remove();
    }
  });

  test('an object above the limit of one request is rejected', async () => {
    const { storage } = context();
    const bytes = Buffer.alloc(MAX_PUT_BYTES + 1);
    await expect(storage.put('large', bytes)).rejects.toEqual(failing('PAYLOAD_TOO_LARGE'));
    expect((await storage.put('large', bytes.subarray(1))).sizeBytes).toBe(MAX_PUT_BYTES);
  });

  test('a missing object is undefined, and deleting it succeeds', async () => {
    const { storage } = context();
    await storage.put('folder/object', Buffer.from('x'));
    for (const key of ['nothing', 'folder', 'folder/other', 'folder/object/below']) {
      expect(await storage.get(key)).toBeUndefined();
      expect(await storage.stat(key)).toBeUndefined();
      await storage.delete(key);
    }
    expect(await storage.stat('folder/object')).toBeDefined();
  });

  test('a deleted object is gone, and its key can be used again', async () => {
    const { storage } = context();
    await storage.put('a/b/c', Buffer.from('x'));
    await storage.delete('a/b/c');
    await storage.delete('a/b/c');
    expect(await storage.get('a/b/c')).toBeUndefined();
    await storage.put('a/b', Buffer.from('y'));
    expect((await read(storage, 'a/b'))?.bytes.toString()).toBe('y');
  });

  test.each([
    [{ start: 0, end: 0 }, 0, 1],
    [{ start: 0, end: 4 }, 0, 5],
    [{ start: 10, end: 19 }, 10, 20],
    [{ start: 995, end: 999 }, 995, 1000],
    [{ start: 995, end: 5000 }, 995, 1000],
    [{ start: 400, end: Infinity }, 400, 1000],
    [{ start: 0, end: Infinity }, 0, 1000],
  ])('get returns the range %o', async (range, from, to) => {
    const { storage } = context();
    const bytes = randomBytes(1000);
    const info = await storage.put('ranges', bytes);
    const got = await read(storage, 'ranges', range);
    expect(got?.bytes.equals(bytes.subarray(from, to))).toBe(true);
    expect(got).toMatchObject({ sizeBytes: 1000, etag: info.etag });
  });

  test.each([
    { start: 1000, end: 1000 },
    { start: 5000, end: Infinity },
    { start: 5, end: 4 },
    { start: -1, end: 4 },
  ])('get rejects the range %o', async (range) => {
    const { storage } = context();
    await storage.put('ranges', randomBytes(1000));
    await expect(storage.get('ranges', range)).rejects.toEqual(failing('RANGE_NOT_SATISFIABLE'));
  });

  test('keys with segments of digits are listed unchanged', async () => {
    const { storage } = context();
    const keys = ['1/007', '1/1e3', '1/true', '2/9007199254740993'];
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    const upload = await storage.startUpload('1/12.50');
    expect((await listAll(storage, '')).map((info) => info.key)).toEqual(keys);
    expect(await storage.listUploads()).toMatchObject([{ key: '1/12.50', uploadId: upload.uploadId }]);
  });

  test('objects are listed by prefix and deleted by folder, without affecting others', async () => {
    const { storage } = context();
    const keys = ['videos/1/a', 'videos/1/b/c', 'videos/1-x', 'videos/10/a', 'other/a'];
    for (const key of keys) await storage.put(key, Buffer.from(key));
    const list = async (prefix: string) => (await listAll(storage, prefix)).map((info) => info.key);
    expect(await list('')).toEqual(keys.toSorted());
    expect(await list('videos/1/')).toEqual(['videos/1/a', 'videos/1/b/c']);
    expect(await list('videos/1')).toEqual(keys.slice(0, 4).toSorted());
    expect(await list('nothing/')).toEqual([]);
    expect(await storage.deletePrefix('videos/1/')).toBe(2);
    expect(await storage.deletePrefix('videos/1/')).toBe(0);
    expect(await list('')).toEqual(['other/a', 'videos/1-x', 'videos/10/a']);
  });

  test.runIf(isLongRun)('objects are listed and deleted beyond one page of the server', async () => {
    const { storage } = context();
    const keys = Array.from({ length: 1005 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    for (let from = 0; from < keys.length; from += 20)
      await Promise.all(keys.slice(from, from + 20).map((key) => storage.put(key, Buffer.from('x'))));
    expect((await listAll(storage, 'many/')).map((info) => info.key)).toEqual(keys);
    expect(await storage.deletePrefix('many/')).toBe(1005);
    expect(await listAll(storage, '')).toEqual([]);
  });

  test.each([
    '',
    '/etc/passwd',
    '../a',
    'a/../../b',
    'a//b',
    'a/',
    '.uploads/x',
    'a b',
    'a\0b',
    'ä',
    'a%2Fb',
    '007',
    'true',
  ])('every call rejects the key %j', async (key) => {
    const { storage } = context();
    const refused = failing('VALIDATION_FAILED');
    const upload = { key, uploadId: 'x' };
    await expect(storage.put(key, Buffer.from('x'))).rejects.toEqual(refused);
    await expect(storage.get(key)).rejects.toEqual(refused);
    await expect(storage.stat(key)).rejects.toEqual(refused);
    await expect(storage.delete(key)).rejects.toEqual(refused);
    await expect(storage.startUpload(key)).rejects.toEqual(refused);
    await expect(storage.completeUpload(upload, [])).rejects.toEqual(refused);
    await expect(storage.deletePrefix(`${key}//`)).rejects.toEqual(refused);
  });

  test('an object has a local path that ffmpeg can read with the folder driver only', async () => {
    const { storage, driver } = context();
    await storage.put('a/b', Buffer.from('hello'));
    const path = storage.localPath('a/b');
    expect(path === undefined).toBe(driver.name === 's3');
    if (path !== undefined) expect(await readFile(path, 'utf8')).toBe('hello');
    await storage.check();
  });
});

describeDrivers('uploads in parts', ['file', 's3'], (context) => {
  const last = randomBytes(1000);
  const parts = [randomBytes(PART_BYTES), randomBytes(PART_BYTES), last];
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  test('an upload accepts its parts in any order and makes one object', async () => {
    const { storage } = context();
    const upload = await storage.startUpload('videos/1/source');
    const sent = [];
    for (const number of [3, 1, 2])
      sent.push(await storage.putPart(upload, number, parts[number - 1] ?? last));
    expect(await storage.stat('videos/1/source')).toBeUndefined();
    expect((await storage.listParts(upload)).map((part) => [part.partNumber, part.sizeBytes])).toEqual([
      [1, PART_BYTES],
      [2, PART_BYTES],
      [3, 1000],
    ]);
    expect(await storage.listParts(upload)).toEqual(sent.toSorted((a, b) => a.partNumber - b.partNumber));
    const info = await storage.completeUpload(upload, sent);
    const got = await read(storage, 'videos/1/source');
    expect(info).toMatchObject({ key: 'videos/1/source', sizeBytes: 2 * PART_BYTES + 1000, etag: got?.etag });
    expect(hash(got?.bytes ?? last)).toBe(hash(Buffer.concat(parts)));
    expect(await storage.listUploads()).toEqual([]);
  });

  test('an upload accepts parts at the same time and keeps the last version of each', async () => {
    const { storage } = context();
    const upload = await storage.startUpload('a');
    await storage.putPart(upload, 2, randomBytes(PART_BYTES));
    const sent = await Promise.all(
      parts.slice(0, 2).map((part, index) => storage.putPart(upload, index + 1, part)),
    );
    const short = await storage.putPart(upload, 2, last);
    const info = await storage.completeUpload(upload, [...sent.slice(0, 1), short]);
    expect(info.sizeBytes).toBe(PART_BYTES + 1000);
    expect(hash((await read(storage, 'a'))?.bytes ?? last)).toBe(
      hash(Buffer.concat([parts[0] ?? last, last])),
    );
  });

  test('an upload can be completed again after a lost response', async () => {
    const { storage } = context();
    const upload = await storage.startUpload('a');
    const sent = [await storage.putPart(upload, 1, last)];
    const info = await storage.completeUpload(upload, sent);
    expect(await storage.completeUpload(upload, sent)).toMatchObject({ sizeBytes: 1000, etag: info.etag });
    await storage.put('a', Buffer.from('another'));
    await expect(storage.completeUpload(upload, sent)).rejects.toEqual(failing('NOT_FOUND'));
  });

  test('completing an upload with missing, unknown or changed parts is rejected', async () => {
    const { storage } = context();
    const upload = await storage.startUpload('a');
    const first = await storage.putPart(upload, 1, parts[0] ?? last);
    const third = await storage.putPart(upload, 3, last);
    const refused = failing('VALIDATION_FAILED');
    const second = { partNumber: 2, etag: first.etag, sizeBytes: PART_BYTES };
    await expect(storage.completeUpload(upload, [])).rejects.toEqual(refused);
    await expect(storage.completeUpload(upload, [first, third])).rejects.toEqual(refused);
    await expect(storage.completeUpload(upload, [first, second, third])).rejects.toEqual(refused);
    await expect(storage.completeUpload(upload, [{ ...first, etag: '0'.repeat(32) }])).rejects.toEqual(
      refused,
    );
    await expect(storage.putPart(upload, 0, last)).rejects.toEqual(refused);
    await expect(storage.putPart(upload, 1, Buffer.alloc(PART_BYTES + 1))).rejects.toEqual(refused);
    expect(await storage.stat('a')).toBeUndefined();
    expect(await storage.completeUpload(upload, [first])).toMatchObject({ sizeBytes: PART_BYTES });
  });

  test('uploads are listed with their start until they are aborted, which can be repeated', async () => {
    const { storage } = context();
    const before = Date.now();
    const one = await storage.startUpload('videos/1/source');
    const two = await storage.startUpload('videos/1/source');
    await storage.putPart(one, 1, last);
    const listed = await storage.listUploads();
    expect(listed.map((upload) => upload.uploadId).toSorted()).toEqual(
      [one.uploadId, two.uploadId].toSorted(),
    );
    expect(listed.every((upload) => upload.key === 'videos/1/source')).toBe(true);
    expect(listed.every((upload) => Math.abs(upload.startedAt.getTime() - before) < 10_000)).toBe(true);
    await storage.abortUpload(one);
    await storage.abortUpload(one);
    await storage.abortUpload({ key: 'never', uploadId: 'there' });
    await storage.abortUpload({ key: 'never', uploadId: '../../etc' });
    expect((await storage.listUploads()).map((upload) => upload.uploadId)).toEqual([two.uploadId]);
    const gone = failing('NOT_FOUND');
    await expect(storage.putPart(one, 2, last)).rejects.toEqual(gone);
    await expect(storage.listParts(one)).rejects.toEqual(gone);
    await expect(storage.putPart({ key: 'a', uploadId: '../x' }, 1, last)).rejects.toEqual(gone);
    await storage.abortUpload(two);
    expect(await storage.listUploads()).toEqual([]);
  });
});
