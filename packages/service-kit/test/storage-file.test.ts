import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readdirSync, renameSync, statSync, unlinkSync, utimesSync } from 'node:fs';
import { appendFile, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createStorage, PART_BYTES, uploadStream } from '../src/storage/index.ts';
import { createTestFolder } from '../src/testing/index.ts';
import { createRandom, readCount } from '../src/testing/random.ts';
import { mountSmallDisk, SmallDisk, unmountSmallDisk } from '../src/testing/small-disk.ts';
import { listLeftovers, report } from './storage-drivers.ts';

/** Of a process that writes. */
const KILLS = readCount('STORAGE_KILLS', 1);

let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeEach(async () => void (folder = await createTestFolder()));
afterEach(() => folder.remove());

const failing = (code: string) => expect.objectContaining({ code });
/** Returns all files of the folder, including the driver's own. */
const files = () =>
  readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder.path, path)).isFile(),
  );

describe('the folder driver', () => {
  test('the folder driver keeps no empty folders', async () => {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    for (const key of ['a/b/c/1', 'a/b/2', 'd/e/f']) await storage.put(key, Buffer.from('x'));
    await storage.deletePrefix('a/b/');
    await storage.delete('d/e/f');
    expect(readdirSync(folder.path).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('a reader gets the old bytes while the object is overwritten and deleted', async () => {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    const old = randomBytes(1_000_000);
    await storage.put('a', old);
    const got = await storage.get('a');
    await storage.put('a', Buffer.from('new'));
    await storage.delete('a');
    expect((await buffer(got?.stream ?? Readable.from([]))).equals(old)).toBe(true);
  });

  test('temporary files left over from a crash are deleted after an hour, at the first write', async () => {
    await mkdir(join(folder.path, '.tmp'));
    for (const name of ['old', 'young']) await writeFile(join(folder.path, '.tmp', name), 'x');
    const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(join(folder.path, '.tmp', 'old'), past, past);
    await createStorage({ STORAGE_DIR: folder.path }).put('a', Buffer.from('x'));
    expect(files().toSorted()).toEqual(['.tmp/young', 'a']);
  });

  test('simultaneous deletes and writes in one folder succeed', async () => {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    const writeAndDelete = async (index: number) => {
      await storage.put(`a/b/${index % 3}/x`, Buffer.from('x'));
      await storage.delete(`a/b/${index % 3}/x`);
    };
    for (let round = 0; round < 8; round += 1)
      await Promise.all(Array.from({ length: 200 }, (_, index) => writeAndDelete(index)));
    expect(await listLeftovers(storage)).toEqual([]);
  });
});

describe('an upload that a crash interrupted', () => {
  const bytes = [randomBytes(PART_BYTES), randomBytes(500)];

  async function startWithParts() {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    const upload = await storage.startUpload('videos/1/source');
    const parts = [];
    for (const [index, body] of bytes.entries()) parts.push(await storage.putPart(upload, index + 1, body));
    return { upload, parts, data: join(folder.path, '.uploads', upload.uploadId, 'data') };
  }

  test('another process can continue an upload', async () => {
    const { upload, parts } = await startWithParts();
    const storage = createStorage({ STORAGE_DIR: folder.path });
    expect(await storage.listParts(upload)).toEqual(parts);
    const info = await storage.completeUpload(upload, parts);
    expect(info.sizeBytes).toBe(PART_BYTES + 500);
    expect(files()).toEqual(['videos/1/source']);
  });

  test('an upload whose object was already moved into place can be completed', async () => {
    const { upload, parts, data } = await startWithParts();
    await mkdir(join(folder.path, 'videos/1'), { recursive: true });
    renameSync(data, join(folder.path, 'videos/1/source'));
    const storage = createStorage({ STORAGE_DIR: folder.path });
    expect(await storage.completeUpload(upload, parts)).toMatchObject({ sizeBytes: PART_BYTES + 500 });
    expect(files()).toEqual(['videos/1/source']);
  });

  test('completing an upload does not mistake another object with its key for its own', async () => {
    const { upload, parts, data } = await startWithParts();
    unlinkSync(data);
    const storage = createStorage({ STORAGE_DIR: folder.path });
    await storage.put('videos/1/source', Buffer.alloc(PART_BYTES + 500));
    await expect(storage.completeUpload(upload, parts)).rejects.toEqual(failing('NOT_FOUND'));
  });

  test('partly written, unconfirmed parts of an upload are ignored', async () => {
    const { upload, parts, data } = await startWithParts();
    await appendFile(data, randomBytes(9000));
    const storage = createStorage({ STORAGE_DIR: folder.path });
    const info = await storage.completeUpload(upload, parts);
    expect(info.sizeBytes).toBe(PART_BYTES + 500);
    const stream = (await storage.get('videos/1/source'))?.stream ?? Readable.from([]);
    expect((await buffer(stream)).equals(Buffer.concat(bytes))).toBe(true);
  });

  test('kill -9 at any moment leaves whole objects, and uploads that the sweep finds', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = createRandom(seed).next;
    let objects = 0;
    let unfinished = 0;
    // A few rounds may all end between two uploads.
    for (let round = 0; round < KILLS || (unfinished === 0 && round < 10 * KILLS); round += 1) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'storage-crash.ts'), folder.path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      setTimeout(() => child.kill('SIGKILL'), random() * 300);
      await once(child, 'close');
      const storage = createStorage({ STORAGE_DIR: folder.path });
      for (const upload of await storage.listUploads()) {
        unfinished += 1;
        await storage.abortUpload(upload);
      }
      for await (const { key, sizeBytes } of storage.list('')) {
        objects += 1;
        expect(sizeBytes).toBe(PART_BYTES + 1000);
        const stream = (await storage.get(key))?.stream ?? Readable.from([]);
        expect((await buffer(stream)).equals(Buffer.alloc(sizeBytes, key))).toBe(true);
      }
      await storage.deletePrefix('crash/');
      expect(files()).toEqual([]);
    }
    report(
      'file',
      `${KILLS} × kill -9 (seed ${seed}): ${objects} whole objects, ${unfinished} uploads swept`,
    );
    expect(unfinished).toBeGreaterThan(0);
  });
});

test.each(['the same', 'other'])(
  'a part that is repeated with %s bytes is never missing meanwhile',
  async (bytes) => {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    const upload = await storage.startUpload('again');
    const first = Buffer.alloc(PART_BYTES, 1);
    await storage.putPart(upload, 1, first);
    await storage.putPart(upload, 2, Buffer.alloc(10, 2));
    const state = { isSending: true };
    const send = async () => {
      for (let round = 0; round < 5; round += 1)
        await storage.putPart(upload, 1, bytes === 'other' ? Buffer.alloc(PART_BYTES, 3 + round) : first);
    };
    const sending = send().finally(() => (state.isSending = false));
    const looks = new Set<string>();
    while (state.isSending)
      looks.add((await storage.listParts(upload)).map(({ partNumber }) => partNumber).join());
    await sending;
    expect([...looks]).toEqual(['1,2']);
    const { sizeBytes } = await storage.completeUpload(upload, await storage.listParts(upload));
    expect(sizeBytes).toBe(PART_BYTES + 10);
    const [byte] = await buffer(
      (await storage.get('again', { start: 0, end: 0 }))?.stream ?? Readable.from([]),
    );
    expect(byte).toBe(bytes === 'other' ? 7 : 1);
  },
);

/** Appends to a file until the disk has no page left. */
function fillCompletely(path: string): void {
  const appendAll = (piece: Buffer) => {
    for (;;) appendFileSync(path, piece);
  };
  for (const sizeBytes of [1_000_000, 4096])
    expect(() => appendAll(Buffer.alloc(sizeBytes))).toThrow(/ENOSPC/);
}

test('a full disk fails uploads with a sentence, leaves nothing, and is usable again once there is space', async (test) => {
  if (!mountSmallDisk(folder.path, 20)) test.skip('a small file system cannot be mounted here');
  try {
    const storage = createStorage({ STORAGE_DIR: folder.path });
    await storage.put('filler', Buffer.alloc(10_000_000));
    const full = expect.objectContaining({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no space left'),
    });
    await expect(storage.put('large', Buffer.alloc(15_000_000))).rejects.toEqual(full);
    const source = Readable.from(Array.from({ length: 300 }, () => Buffer.alloc(65_536)));
    const work = uploadStream(storage, { key: 'streamed', source, maxBytes: Infinity });
    await expect(work).rejects.toEqual(full);
    const path = `${folder.path}.source`;
    const file = await open(path, 'w');
    await file.truncate(15_000_000);
    await file.close();
    await expect(storage.put('copied', { path })).rejects.toEqual(full);
    unlinkSync(path);
    fillCompletely(join(folder.path, 'filler'));
    await expect(storage.startUpload('begun')).rejects.toEqual(full);
    expect(files()).toEqual(['filler']);
    await storage.delete('filler');
    expect((await storage.put('large', Buffer.alloc(15_000_000))).sizeBytes).toBe(15_000_000);
  } finally {
    unmountSmallDisk(folder.path);
  }
});

test.runIf(process.getuid?.() === 0)(
  'a folder on a disk that is mounted read-only is ready, is read, and refuses what is new',
  async () => {
    const disk = new SmallDisk(folder.path);
    try {
      const storage = createStorage({ STORAGE_DIR: folder.path });
      await storage.put('kept', Buffer.from('five ducks'));
      disk.makeReadOnly();
      await storage.check();
      expect(await storage.stat('kept')).toMatchObject({ sizeBytes: 10 });
      expect(await Array.fromAsync((await storage.get('kept'))?.stream ?? [])).toEqual([
        Buffer.from('five ducks'),
      ]);
      await expect(storage.put('new', Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      disk.remove();
    }
  },
);
