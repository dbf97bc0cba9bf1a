import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';

import { isLongRun, readCount } from '@larksong/service-kit/testing/random';
import { describe, expect, test } from 'vitest';

import { answerOf, sendRaw, useGateway } from './start-gateway.ts';

const MIB = 1024 * 1024;
/** Upper bound of the buffers of sockets and streams; a buffered body would need far more. */
const IN_BETWEEN_BYTES = 40 * MIB;
const BODY_BYTES = readCount('BODY_MIB', 400) * MIB;
/** Less than a body: it is not kept, while garbage may be. */
const GROWN_BYTES = 0.6 * BODY_BYTES;
const chunk = randomBytes(MIB);

const { catalog, gateway, start, post } = useGateway();

const digest = () => createHash('sha256');
const expectedDigest = () => {
  const hash = digest();
  for (let sent = 0; sent < BODY_BYTES; sent += MIB) hash.update(chunk);
  return hash.digest('hex');
};

/** Writes the whole body as fast as the other side accepts it; returns its progress. */
function pour(target: NodeJS.WritableStream) {
  const state = { bytes: 0 };
  const done = (async () => {
    for (; state.bytes < BODY_BYTES; state.bytes += MIB)
      if (!target.write(chunk)) await once(target, 'drain');
    target.end();
  })();
  return { state, done };
}

/** Waits until a number stays the same for half a second. */
async function settle(read: () => number): Promise<number> {
  for (let last = -1; ;) {
    const now = read();
    if (now === last && now > 0) return now;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function watchMemory() {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  return () => {
    clearInterval(timer);
    return most - before;
  };
}

describe('a body of hundreds of MB', () => {
  test.runIf(isLongRun)(
    'a large body is uploaded as fast as the service reads it and never held in memory',
    async () => {
      await start();
      const paused = Promise.withResolvers<void>();
      const hash = digest();
      catalog().handle((request, response) => {
        const readAll = async () => {
          await paused.promise;
          for await (const part of request) hash.update(part as Buffer);
          response.end(hash.digest('hex'));
        };
        void readAll();
      });
      const growth = watchMemory();
      const request = post('/api/admin/videos/upload', { 'content-length': String(BODY_BYTES) });
      const answer = answerOf(request);
      const { state, done } = pour(request);
      const heldBytes = await settle(() => state.bytes);
      paused.resolve();
      await done;
      expect((await answer).body).toBe(expectedDigest());
      const grownBytes = growth();
      process.stdout.write(`up: held ${heldBytes / MIB} MiB, grown ${Math.round(grownBytes / MIB)} MiB\n`);
      expect(heldBytes).toBeLessThan(IN_BETWEEN_BYTES);
      expect(grownBytes).toBeLessThan(GROWN_BYTES);
    },
  );

  test.runIf(isLongRun)(
    'a large body is downloaded as fast as the client reads it and never held in memory',
    async () => {
      await start();
      let poured: ReturnType<typeof pour> | undefined;
      catalog().handle((_request, response) => {
        response.writeHead(200, { 'content-length': String(BODY_BYTES) });
        poured = pour(response);
      });
      const growth = watchMemory();
      const request = httpRequest(`${gateway().baseUrl}/hls/1/seg.m4s`, { agent: false }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage]; // the event's own argument
      const heldBytes = await settle(() => poured?.state.bytes ?? 0);
      const hash = digest();
      for await (const part of response) hash.update(part as Buffer);
      expect(hash.digest('hex')).toBe(expectedDigest());
      const grownBytes = growth();
      process.stdout.write(`down: held ${heldBytes / MIB} MiB, grown ${Math.round(grownBytes / MIB)} MiB\n`);
      expect(heldBytes).toBeLessThan(IN_BETWEEN_BYTES);
      expect(grownBytes).toBeLessThan(GROWN_BYTES);
    },
  );
});

describe('a call with more than 1 MiB', () => {
  test('a call with a content-length above 1 MiB is rejected before it reaches the service', async () => {
    await start();
    const request = post('/api/auth/login', { 'content-length': String(2 * MIB) });
    const answer = answerOf(request);
    request.write(chunk);
    request.end(chunk);
    expect((await answer).status).toBe(413);
    expect(JSON.parse((await answer).body)).toMatchObject({ success: false, code: 'PAYLOAD_TOO_LARGE' });
    expect(catalog().requests).toHaveLength(0);
  });

  test('a chunked call above 1 MiB is rejected before it reaches the service', async () => {
    await start();
    const request = post('/api/auth/login', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    request.write(chunk);
    request.end('x');
    expect((await answer).status).toBe(413);
    expect(catalog().requests).toHaveLength(0);
  });

  test('a call of exactly 1 MiB is accepted', async () => {
    await start();
    const request = post('/api/auth/login', { 'content-length': String(MIB) });
    request.end(chunk);
    expect(await answerOf(request)).toEqual({ status: 200, body: '{"ok":true}' });
  });
});

describe('a stalled body', () => {
  test('a stalled body of a call is cut off and never reaches the service', async () => {
    await start({ bodyMs: 400 });
    const answer = await sendRaw(
      gateway().port,
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a"',
    );
    expect(answer).toBe('');
    expect(catalog().requests).toHaveLength(0);
  });

  test('a stalled upload is cut off, but a slow one may continue', async () => {
    await start({ bodyMs: 1500 });
    const request = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    for (let part = 0; part < 20; part += 1) {
      request.write('moving');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    request.end();
    expect((await answer).status).toBe(200);

    const cut = Promise.withResolvers<void>();
    catalog().handle((upload) => {
      upload.on('error', () => {});
      upload.on('close', () => cut.resolve());
      upload.resume();
    });
    const stalled = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    stalled.write('moving');
    await expect(once(stalled, 'close')).rejects.toThrow('socket hang up');
    await cut.promise;
  });

  test('a stalled body to an unknown path is cut off too', async () => {
    await start();
    const answer = await sendRaw(
      gateway().port,
      'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});
