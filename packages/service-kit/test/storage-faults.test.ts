import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { expect, test, vi } from 'vitest';

import { createStorage, PART_BYTES, uploadStream, type Storage } from '../src/storage/index.ts';
import { describeDrivers, listLeftovers, report } from './storage-drivers.ts';
import { startProxy, startStopwatch } from '../src/testing/index.ts';

const FDS = '/proc/self/fd';
const away = expect.objectContaining({ code: 'UNAVAILABLE' });

/** Returns the number of this process's sockets and open files under the storage folder. */
function countHandles(folder: string | undefined): number {
  const targets = readdirSync(FDS).map((fd) => {
    try {
      return readlinkSync(`${FDS}/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => (folder ? target.startsWith(folder) : target.startsWith('socket:')))
    .length;
}

describeDrivers('readers that go away', ['file', 's3'], (context) => {
  test.skipIf(!existsSync(FDS))('readers that go away free their socket or file', async () => {
    const { storage, driver } = context();
    await storage.put('large', randomBytes(20_000_000));
    await storage.close();
    const before = countHandles(driver.config.STORAGE_DIR);
    const readers = await Promise.all(Array.from({ length: 20 }, () => storage.get('large')));
    for (const reader of readers) await once(reader?.stream ?? new Readable(), 'readable');
    const during = countHandles(driver.config.STORAGE_DIR);
    for (const reader of readers) reader?.stream.destroy();
    const after = await vi.waitFor(() => {
      const count = countHandles(driver.config.STORAGE_DIR);
      expect(count).toBeLessThanOrEqual(before);
      return count;
    }, 10_000);
    expect(during - after).toBeGreaterThanOrEqual(20); // those before may have been closing
    report(driver.name, `20 readers gone: handles ${before} before, ${during} during, ${after} after`);
  });
});

/** Runs calls at the same time; prints and returns the time in which the slowest failed with UNAVAILABLE. */
async function measureAway(name: string, calls: Record<string, () => Promise<unknown>>): Promise<number> {
  const elapsedMs = startStopwatch();
  const took = Object.entries(calls).map(async ([call, run]) => {
    await expect(run()).rejects.toEqual(away);
    return { call, tookMs: elapsedMs() };
  });
  const results = await Promise.all(took);
  const figures = results.map(({ call, tookMs }) => `${call} ${tookMs.toFixed(0)}`);
  report(name, `calls fail after (ms) ${figures.join(', ')}`);
  return Math.max(...results.map(({ tookMs }) => tookMs));
}

function callsOf(storage: Storage, body = Buffer.from('x')): Record<string, () => Promise<unknown>> {
  return {
    put: () => storage.put('a', body),
    get: () => storage.get('a'),
    read: () => storage.read('a', (sizeBytes) => [Buffer.alloc(sizeBytes)]),
    stat: () => storage.stat('a'),
    list: () => storage.list('')[Symbol.asyncIterator]().next(),
    delete: () => storage.delete('a'),
    deletePrefix: () => storage.deletePrefix('a/'),
    startUpload: () => storage.startUpload('a'),
    listUploads: () => storage.listUploads(),
    check: () => storage.check(),
    uploadStream: () => uploadStream(storage, { key: 'a', source: Readable.from([body]), maxBytes: 1e9 }),
  };
}

test('calls to a server that accepts connections without responding fail within 3 s', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a TCP server is never a path.
  const { port } = server.address() as AddressInfo;
  const storage = createStorage({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  });
  expect(await measureAway('s3, silent from the start', callsOf(storage))).toBeLessThan(3000);
  await storage.close();
  server.close();
});

test('calls to a closed port fail at once', async () => {
  const storage = createStorage({
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  });
  expect(await measureAway('s3, no server', callsOf(storage))).toBeLessThan(1000);
  await storage.close();
});

describeDrivers('a server', ['s3'], (context) => {
  test('the bucket is created once, even if several services start at the same time', async () => {
    const config = { ...context().driver.config, S3_BUCKET: `new-${Date.now()}` };
    const storages = Array.from({ length: 5 }, () => createStorage(config));
    await Promise.all(storages.map((storage, index) => storage.put(`a/${index}`, Buffer.from('x'))));
    expect(await storages[0]?.deletePrefix('a/')).toBe(5);
    for (const storage of storages) await storage.close();
  });

  test('rejected credentials are a failure of storage, not of the caller', async () => {
    const storage = createStorage({ ...context().driver.config, S3_SECRET_KEY: 'wrong-secret' });
    await expect(storage.check()).rejects.toEqual(away);
    await expect(storage.get('a')).rejects.toEqual(away);
    await storage.close();
  });

  async function behindProxy(
    options: { pieceBytes?: number; timeoutMs?: number },
    work: (storage: Storage, proxy: Awaited<ReturnType<typeof startProxy>>) => Promise<void>,
  ): Promise<void> {
    const { config } = context().driver;
    const proxy = await startProxy(config.S3_ENDPOINT ?? '', options);
    const storage = createStorage({
      ...config,
      S3_ENDPOINT: proxy.endpoint,
      ...(options.timeoutMs && { S3_TIMEOUT_MS: options.timeoutMs }),
    });
    try {
      await work(storage, proxy);
    } finally {
      await storage.close();
      await proxy.stop();
    }
  }

  test('calls fail within 3 s while the server is silent, and succeed again without a restart', async () => {
    const body = randomBytes(PART_BYTES);
    await behindProxy({}, async (storage, proxy) => {
      const upload = await storage.startUpload('a');
      const part = await storage.putPart(upload, 1, body);
      proxy.swallow();
      const slowestMs = await measureAway('s3, swallowed', {
        ...callsOf(storage, body),
        putPart: () => storage.putPart(upload, 2, body),
        listParts: () => storage.listParts(upload),
        completeUpload: () => storage.completeUpload(upload, [part]),
        abortUpload: () => storage.abortUpload(upload),
      });
      expect(slowestMs).toBeLessThan(3000);
      proxy.heal();
      const elapsedMs = startStopwatch();
      expect(await storage.completeUpload(upload, [part])).toMatchObject({ sizeBytes: PART_BYTES });
      report('s3', `healed ${elapsedMs().toFixed(0)} ms after the server is back`);
      await vi.waitFor(() => expect(proxy.openConnections()).toBeLessThanOrEqual(1), 10_000);
    });
  });

  test('a stream fails within 3 s if the server becomes silent in the middle of an object', async () => {
    const { storage: direct } = context();
    await direct.put('large', randomBytes(20_000_000));
    await behindProxy({}, async (storage, proxy) => {
      const got = await storage.get('large');
      await once(got?.stream ?? new Readable(), 'readable');
      proxy.swallow();
      const elapsedMs = startStopwatch();
      await expect(buffer(got?.stream ?? Readable.from([]))).rejects.toThrow('aborted');
      const tookMs = elapsedMs();
      report('s3', `a stream cut off by silence fails after ${tookMs.toFixed(0)} ms`);
      expect(tookMs).toBeLessThan(3000);
    });
  });

  test('a server that is slow but makes progress is waited for, in both directions', async () => {
    const bytes = randomBytes(400_000);
    await behindProxy({ pieceBytes: 16_000, timeoutMs: 1500 }, async (storage) => {
      const startedAt = performance.now();
      await storage.put('slow', bytes);
      const upMs = performance.now() - startedAt;
      const got = await storage.get('slow');
      expect((await buffer(got?.stream ?? Readable.from([]))).equals(bytes)).toBe(true);
      const downMs = performance.now() - startedAt - upMs;
      report(
        's3',
        `400 kB up in ${upMs.toFixed(0)} ms and down in ${downMs.toFixed(0)} ms with a limit of 1500 ms`,
      );
      expect(Math.min(upMs, downMs)).toBeGreaterThan(2000);
    });
  });

  test.runIf(isLongRun)(
    'the connection of a reader that pauses longer than the timeout is kept',
    async () => {
      const bytes = randomBytes(20_000_000);
      await behindProxy({ timeoutMs: 1000 }, async (storage) => {
        await storage.put('large', bytes);
        const got = await storage.get('large');
        const received: Buffer[] = [];
        for await (const chunk of got?.stream ?? []) {
          // The pause is the subject of the test: four times the timeout.
          if (received.length === 3) await delay(4000);
          received.push(chunk);
        }
        expect(Buffer.concat(received).equals(bytes)).toBe(true);
      });
    },
  );

  test('a streamed upload fails within 3 s if the server becomes silent, and the sweep finds the rest', async () => {
    const { storage: direct } = context();
    await behindProxy({}, async (storage, proxy) => {
      const source = new Readable({ read() {} });
      source.push(randomBytes(PART_BYTES + 1));
      const started = Promise.withResolvers<void>();
      const putPart = vi.spyOn(storage, 'putPart');
      const work = uploadStream(storage, {
        key: 'a',
        source,
        maxBytes: Infinity,
        onStart: async () => started.resolve(),
      });
      work.catch(() => {});
      await started.promise;
      await vi.waitFor(() => expect(putPart.mock.settledResults[0]?.type).toBe('fulfilled'), 20_000);
      proxy.swallow();
      const elapsedMs = startStopwatch();
      source.push(null);
      await expect(work).rejects.toEqual(away);
      const tookMs = elapsedMs();
      report('s3', `an upload cut off by silence fails after ${tookMs.toFixed(0)} ms`);
      expect(tookMs).toBeLessThan(3000);
    });
    for (const upload of await direct.listUploads()) await direct.abortUpload(upload);
    expect(await listLeftovers(direct)).toEqual([]);
  });
});
