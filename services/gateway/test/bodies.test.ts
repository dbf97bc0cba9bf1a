import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';

import { buildServer } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sendRaw, startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const MIB = 1024 * 1024;
/** What sockets and streams hold between two ends; a buffered body would hold far more. */
const IN_BETWEEN_BYTES = 40 * MIB;
const BODY_BYTES = 400 * MIB;
const chunk = randomBytes(MIB);

let catalog: Upstream;
let gateway: RunningGateway | undefined;

beforeEach(async () => {
  catalog = await startUpstream();
});
afterEach(async () => {
  await gateway?.stop();
  await catalog.stop();
});

async function start(timeouts = {}): Promise<RunningGateway> {
  gateway = await startGateway({ CATALOG_URL: catalog.origin, AUTH_URL: catalog.origin }, { timeouts });
  return gateway;
}

function post(path: string, headers: Record<string, string> = {}, agent?: Agent): ClientRequest {
  return httpRequest(`${gateway?.baseUrl}${path}`, { method: 'POST', headers, agent: agent ?? false });
}

async function answerOf(request: ClientRequest): Promise<{ status: number; body: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // the event's own argument
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += part;
  return { status: response.statusCode ?? 0, body };
}

const digest = () => createHash('sha256');
const expectedDigest = () => {
  const hash = digest();
  for (let sent = 0; sent < BODY_BYTES; sent += MIB) hash.update(chunk);
  return hash.digest('hex');
};

/** Writes the whole body as fast as the other side takes it; tells how far it is. */
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

describe('a body of 400 MB', () => {
  test('goes up as fast as the service reads it, and is never held in memory', async () => {
    await start();
    const paused = Promise.withResolvers<void>();
    const hash = digest();
    catalog.handle((request, response) => {
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
    expect(grownBytes).toBeLessThan(250 * MIB);
  });

  test('comes down as fast as the client reads it, and is never held in memory', async () => {
    await start();
    let poured: ReturnType<typeof pour> | undefined;
    catalog.handle((_request, response) => {
      response.writeHead(200, { 'content-length': String(BODY_BYTES) });
      poured = pour(response);
    });
    const growth = watchMemory();
    const request = httpRequest(`${gateway?.baseUrl}/hls/1/seg.m4s`, { agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // the event's own argument
    const heldBytes = await settle(() => poured?.state.bytes ?? 0);
    const hash = digest();
    for await (const part of response) hash.update(part as Buffer);
    expect(hash.digest('hex')).toBe(expectedDigest());
    const grownBytes = growth();
    process.stdout.write(`down: held ${heldBytes / MIB} MiB, grown ${Math.round(grownBytes / MIB)} MiB\n`);
    expect(heldBytes).toBeLessThan(IN_BETWEEN_BYTES);
    expect(grownBytes).toBeLessThan(250 * MIB);
  });
});

describe('a call with more than 1 MiB', () => {
  test('is refused by its announced length, before the service hears of it', async () => {
    await start();
    const request = post('/api/auth/login', { 'content-length': String(2 * MIB) });
    const answer = answerOf(request);
    request.write(chunk);
    request.end(chunk);
    expect((await answer).status).toBe(413);
    expect(JSON.parse((await answer).body)).toMatchObject({ success: false, code: 'PAYLOAD_TOO_LARGE' });
    expect(catalog.requests).toHaveLength(0);
  });

  test('is refused by its count when it announces none', async () => {
    await start();
    const ended = Promise.withResolvers<number>();
    catalog.handle((request) => {
      let bytes = 0;
      request.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      request.on('error', () => {});
      request.on('close', () => ended.resolve(bytes));
    });
    const request = post('/api/auth/login', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    request.write(chunk);
    request.end('x');
    expect((await answer).status).toBe(413);
    expect(await ended.promise).toBeLessThanOrEqual(MIB);
  });

  test('is accepted to the byte', async () => {
    await start();
    const request = post('/api/auth/login', { 'content-length': String(MIB) });
    request.end(chunk);
    expect(await answerOf(request)).toEqual({ status: 200, body: '{"ok":true}' });
  });
});

describe('a body that does not move', () => {
  test('is cut off, at the client and at the service, for a call', async () => {
    await start({ bodyMs: 400 });
    const cut = Promise.withResolvers<void>();
    catalog.handle((request) => {
      request.on('error', () => {});
      request.on('close', () => cut.resolve());
      request.resume();
    });
    const answer = await sendRaw(
      gateway?.port ?? 0,
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a"',
    );
    await cut.promise;
    expect(answer).toBe('');
  });

  test('is cut off for an upload, which may take as long as it moves', async () => {
    await start({ bodyMs: 600 });
    const request = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    for (let part = 0; part < 8; part += 1) {
      request.write('moving');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    request.end();
    expect((await answer).status).toBe(200);

    const cut = Promise.withResolvers<void>();
    catalog.handle((upload) => {
      upload.on('error', () => {});
      upload.on('close', () => cut.resolve());
      upload.resume();
    });
    const stalled = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    stalled.write('moving');
    await expect(once(stalled, 'close')).rejects.toThrow('socket hang up');
    await cut.promise;
  });

  test('to an address where nothing is, is cut off too', async () => {
    await start();
    const answer = await sendRaw(
      gateway?.port ?? 0,
      'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('an upload', () => {
  test('that is refused while it is on its way is answered, and its connection can be used again', async () => {
    await start();
    catalog.handle((_request, response) => response.writeHead(403).end('{"refused":true}'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const request = post('/api/admin/videos/upload', { 'content-length': String(20 * MIB) }, agent);
    const answer = answerOf(request);
    for (let part = 0; part < 20; part += 1) request.write(chunk);
    request.end();
    const finished = once(request, 'close');
    expect(await answer).toEqual({ status: 403, body: '{"refused":true}' });
    await finished;
    const next = post('/api/auth/login', {}, agent);
    next.end();
    expect((await answerOf(next)).status).toBe(403);
    expect(next.reusedSocket).toBe(true);
    agent.destroy();
  });

  test('that is refused is answered too when the client wants the connection closed', async () => {
    await start();
    catalog.handle((_request, response) => response.writeHead(403).end('{"refused":true}'));
    const request = post('/api/admin/videos/upload', { 'content-length': String(20 * MIB) });
    const answer = answerOf(request);
    request.on('error', () => {}); // it may still be writing when the connection ends
    for (let part = 0; part < 20; part += 1) request.write(chunk);
    expect(await answer).toEqual({ status: 403, body: '{"refused":true}' });
  });

  test('that a service refuses by its length is answered with the reason, each time', async () => {
    const service = buildServer({ name: 'service', logger: createTestLogger() });
    service.delete('/api/admin/uploads/1', async () => ({ success: true }));
    const origin = await service.listen({ host: '127.0.0.1', port: 0 });
    gateway = await startGateway({ CATALOG_URL: origin });
    const body = JSON.stringify({ a: 'x'.repeat(MIB) });
    const statuses: number[] = [];
    for (let call = 0; call < 200; call += 1) {
      const answer = await fetch(`${gateway.baseUrl}/api/admin/uploads/1`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    await gateway.stop();
    await service.close();
    expect(statuses.filter((status) => status !== 413)).toEqual([]);
  });

  test('that the client breaks off is broken off at the service', async () => {
    await start();
    const first = Promise.withResolvers<void>();
    const broken = Promise.withResolvers<boolean>();
    catalog.handle((request) => {
      request.once('data', () => first.resolve());
      request.on('error', () => {});
      request.on('close', () => broken.resolve(request.complete));
    });
    const request = post('/api/admin/videos/upload', { 'content-length': String(BODY_BYTES) });
    request.on('error', () => {});
    request.write(chunk);
    await first.promise;
    request.destroy();
    expect(await broken.promise).toBe(false);
  });

  test('that the service breaks off is a 503 at the client', async () => {
    await start();
    catalog.handle((request) => {
      request.once('data', () => request.socket.destroy());
    });
    const request = post('/api/admin/videos/upload', { 'transfer-encoding': 'chunked' });
    const answer = answerOf(request);
    request.write(chunk);
    expect((await answer).status).toBe(503);
    request.end();
    expect(catalog.requests).toHaveLength(1);
  });

  test('may take its time to be answered, but not for ever', async () => {
    await start({ answerMs: 100, uploadAnswerMs: 500 });
    catalog.handle((request, response) => {
      request.resume();
      request.on('end', () => setTimeout(() => response.end('late'), 250));
    });
    const patient = post('/api/admin/videos/upload');
    patient.end('x');
    expect(await answerOf(patient)).toEqual({ status: 200, body: 'late' });
    catalog.handle((request) => request.resume());
    const never = post('/api/admin/videos/upload');
    never.end('x');
    expect((await answerOf(never)).status).toBe(504);
  });
});
