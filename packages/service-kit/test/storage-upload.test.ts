import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { PART_BYTES, uploadStream, type Storage, type UploadStream } from '../src/storage/index.ts';
import { createRandom, isLongRun, readCount } from '../src/testing/random.ts';
import { describeDrivers, listLeftovers, report } from './storage-drivers.ts';
import { startStopwatch } from '../src/testing/stopwatch.ts';

const failing = (code: string) => expect.objectContaining({ code });
const send: UploadStream = uploadStream;
const CHUNK = Buffer.alloc(64 * 1024, 7);

/** Returns a source that yields `sizeBytes`, resolves `stalled` and then stays open without further bytes. */
function createStallingSource(sizeBytes: number): { source: Readable; stalled: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = sizeBytes;
  const source = new Readable({
    read() {
      if (left === 0) return resolve();
      const chunk = CHUNK.subarray(0, Math.min(left, CHUNK.length));
      left -= chunk.length;
      this.push(chunk);
    },
  });
  return { source, stalled: promise };
}

async function measureRejection(work: Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const elapsedMs = startStopwatch();
  const error = await work.then(
    () => expect.unreachable('the upload went through'),
    (reason: unknown) => reason,
  );
  return { error, tookMs: elapsedMs() };
}

async function hold(storage: Storage, key: string) {
  const { source, stalled } = createStallingSource(1000);
  const work = send(storage, { key, source, maxBytes: Infinity });
  work.catch(() => {});
  await stalled;
  return { source, work };
}

describeDrivers('streaming uploads', ['file', 's3'], (context) => {
  test.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 12_345])(
    'uploadStream makes an object of %d bytes from a stream of that size',
    async (sizeBytes) => {
      const { storage } = context();
      const bytes = Buffer.alloc(sizeBytes, 'larksong');
      const started: string[] = [];
      const info = await send(storage, {
        key: 'videos/1/source',
        source: Readable.from(sizeBytes ? [bytes.subarray(0, 100), bytes.subarray(100)] : []),
        maxBytes: sizeBytes,
        onStart: async (upload) => {
          started.push(...(await storage.listUploads()).map((each) => each.uploadId));
          expect(started).toEqual([upload.uploadId]);
        },
      });
      expect(started).toHaveLength(1);
      expect(info).toMatchObject({ key: 'videos/1/source', sizeBytes });
      const got = await storage.get('videos/1/source');
      let position = 0;
      for await (const chunk of got?.stream ?? []) {
        expect(bytes.subarray(position, position + chunk.length).equals(chunk)).toBe(true);
        position += chunk.length;
      }
      expect(position).toBe(sizeBytes);
    },
  );

  test('uploadStream rejects within 1 s and leaves nothing if its source is destroyed', async () => {
    const { storage, driver } = context();
    const seed = Math.floor(Math.random() * 1e9);
    const random = createRandom(seed).next;
    const rounds = isLongRun ? 12 : 4;
    let slowestMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const sizeBytes = Math.floor(random() * 2.5 * PART_BYTES);
      const { source, stalled } = createStallingSource(sizeBytes);
      const work = send(storage, { key: `videos/${round}/source`, source, maxBytes: Infinity });
      work.catch(() => {});
      await stalled;
      source.destroy(round % 2 ? new Error('the connection broke') : undefined);
      const { error, tookMs } = await measureRejection(work);
      expect(error).toEqual(failing('MALFORMED_REQUEST'));
      slowestMs = Math.max(slowestMs, tookMs);
    }
    report(
      driver.name,
      `${rounds} destroyed sources (seed ${seed}): rejected within ${slowestMs.toFixed(0)} ms`,
    );
    expect(slowestMs).toBeLessThan(1000);
    expect(await listLeftovers(storage)).toEqual([]);
  });

  test('uploadStream rejects if its source had failed before, and late errors do not end the process', async () => {
    const { storage } = context();
    const source = new Readable({ read() {} });
    source.destroy();
    await once(source, 'close');
    await expect(send(storage, { key: 'a', source, maxBytes: 1 })).rejects.toEqual(
      failing('MALFORMED_REQUEST'),
    );
    // Throws here, in the emitter, unless there is a listener.
    source.emit('error', new Error('late'));
    expect(await listLeftovers(storage)).toEqual([]);
  });

  test('uploadStream rejects a source past the limit, leaves nothing, and does not destroy the source', async () => {
    const { storage } = context();
    const source = Readable.from([Buffer.alloc(PART_BYTES), Buffer.alloc(10), Buffer.alloc(10)]);
    const work = send(storage, { key: 'a', source, maxBytes: PART_BYTES + 9 });
    await expect(work).rejects.toEqual(failing('PAYLOAD_TOO_LARGE'));
    expect(await listLeftovers(storage)).toEqual([]);
    expect(source.destroyed).toBe(false);
    source.resume();
    await once(source, 'end');
  });

  test('uploadStream ends when its signal is aborted, even while the source is silent', async () => {
    const { storage } = context();
    const controller = new AbortController();
    const { source, stalled } = createStallingSource(100);
    const work = send(storage, { key: 'a', source, maxBytes: 1000, signal: controller.signal });
    work.catch(() => {});
    await stalled;
    controller.abort(new Error('enough'));
    const { error, tookMs } = await measureRejection(work);
    expect(error).toEqual(new Error('enough'));
    expect(tookMs).toBeLessThan(1000);
    expect(await listLeftovers(storage)).toEqual([]);
    expect(source.destroyed).toBe(false);
  });

  test('uploadStream sends no part and leaves nothing if onStart rejects', async () => {
    const { storage } = context();
    const work = send(storage, {
      key: 'a',
      source: Readable.from([CHUNK]),
      maxBytes: Infinity,
      onStart: () => Promise.reject(new Error('no database')),
    });
    await expect(work).rejects.toThrow('no database');
    expect(await listLeftovers(storage)).toEqual([]);
  });

  test('simultaneous uploads are limited, and a place becomes free when one ends', async () => {
    const { storage, driver } = context();
    const places = driver.name === 's3' ? 4 : 16;
    const held = await Promise.all(
      Array.from({ length: places }, (_, index) => hold(storage, `held/${index}`)),
    );
    const tooMany = send(storage, { key: 'a', source: Readable.from([CHUNK]), maxBytes: Infinity });
    await expect(tooMany).rejects.toEqual(failing('TOO_BUSY'));
    await expect(tooMany).rejects.toEqual(expect.objectContaining({ retryAfterSeconds: expect.any(Number) }));
    held[0]?.source.destroy();
    await expect(held[0]?.work).rejects.toEqual(failing('MALFORMED_REQUEST'));
    const info = await send(storage, { key: 'a', source: Readable.from([CHUNK]), maxBytes: Infinity });
    expect(info.sizeBytes).toBe(CHUNK.length);
    for (const { source, work } of held.slice(1)) {
      source.push(null);
      await work;
    }
    report(driver.name, `${places} uploads at once, one more is TOO_BUSY`);
  });

  test('uploading a large stream of unknown size grows memory by at most 100 MB', async (test) => {
    const { driver } = context();
    if (driver.name === 's3' && !isLongRun) test.skip('only in the long run');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'storage-memory.ts')], {
      env: { ...process.env, CONFIG: JSON.stringify(driver.config) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const result = JSON.parse(await text(child.stdout)) as {
      sizeBytes: number;
      growthBytes: number;
      tookMs: number;
    };
    const [totalMb, growthMb] = [result.sizeBytes / 1e6, result.growthBytes / 1e6];
    report(
      driver.name,
      `${totalMb} MB of unknown size: ${growthMb.toFixed(0)} MB growth, ${((1000 * totalMb) / result.tookMs).toFixed(0)} MB/s`,
    );
    expect(totalMb).toBe(readCount('STREAMED_MB', 120));
    expect(growthMb).toBeLessThan(100);
  });
});
