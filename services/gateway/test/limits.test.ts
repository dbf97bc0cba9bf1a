import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { startStopwatch } from '@larksong/service-kit/testing';
import { afterEach, describe, expect, test } from 'vitest';

import { sendRaw, useGateway } from './start-gateway.ts';

const { catalog, gateway, startWith } = useGateway();
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Opens a connection that sends these bytes and reads only on demand. */
function open(bytes: string): Socket {
  const socket = connect(gateway().port, '127.0.0.1').pause();
  sockets.add(socket);
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

const get = (path: string, from = '198.51.100.1', extra = '') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${extra}\r\n`;
const call = (path: string, from: string, init: RequestInit = {}) =>
  fetch(gateway().baseUrl + path, { ...init, headers: { 'x-forwarded-for': from } });
const statusOf = async (path: string, from: string) => (await call(path, from)).status;
const PROXIED = { TRUSTED_PROXIES: 'loopback' };

describe('one connection', () => {
  test('one connection has one request in progress, however many it sends, and gets its responses in order', async () => {
    await startWith(PROXIED);
    let atOnce = 0;
    let most = 0;
    catalog().handle((request, response) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end(`\n${request.url}\n`);
      }, 20);
    });
    const paths = Array.from({ length: 10 }, (_, index) => `/hls/1/${index}.m4s`);
    const last = get('/api/videos', undefined, 'connection: close\r\n');
    const answer = await sendRaw(gateway().port, paths.map((path) => get(path)).join('') + last);
    expect(answer.match(/^\/(hls|api)\S*$/gm)).toEqual([...paths, '/api/videos']);
    expect(most).toBe(1);
  });

  test('a connection that sends 530 requests at once is closed, and only the first reaches a service', async () => {
    await startWith(PROXIED);
    catalog().handle(() => undefined);
    const socket = open(get('/hls/1/seg.m4s').repeat(530));
    socket.resume();
    await once(socket, 'close');
    expect(catalog().requests.length).toBeLessThanOrEqual(1);
  });

  test('waiting requests of a closed connection are dropped', async () => {
    await startWith(PROXIED);
    const first = Promise.withResolvers<ServerResponse>();
    catalog().handle((_request, response) => first.resolve(response));
    const socket = open(get('/hls/1/a.m4s') + get('/hls/1/b.m4s') + get('/hls/1/c.m4s'));
    const ended = once(await first.promise, 'close');
    socket.destroy();
    await ended;
    expect(await statusOf('/healthz', '198.51.100.2')).toBe(200);
    expect(catalog().requests).toHaveLength(1);
  });
});

describe('540 bodies that stall, from one network', () => {
  test('540 stalled bodies from one network occupy no connection to the service and delay no others', async () => {
    await startWith(PROXIED);
    const stalled = 'content-length: 100\r\n\r\n{"a"';
    for (let each = 0; each < 540; each += 1) {
      open(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 198.51.100.9\r\n${stalled}`);
    }
    await expect.poll(() => sockets.values().every((socket) => socket.bytesWritten > 0)).toBe(true);
    expect(await statusOf('/api/auth/settings', '198.51.100.2')).toBe(200); // all of them are accepted by now
    const elapsedMs = startStopwatch();
    expect(await statusOf('/api/auth/settings', '198.51.100.2')).toBe(200);
    expect(await statusOf('/api/auth/settings', '198.51.100.9')).toBe(200);
    expect(elapsedMs()).toBeLessThan(1000);
    expect(catalog().requests).toHaveLength(3);
  });

  test('no more large bodies are read at the same time than may be held in memory', async () => {
    await startWith({ ...PROXIED, LARGE_BODIES_PER_NETWORK: '2' }, { timeouts: { answerMs: 300 } });
    const large = `content-length: 200000\r\n\r\n${'x'.repeat(150_000)}`;
    const send = (from: string) =>
      open(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${large}`);
    const [first, second] = [send('198.51.100.9'), send('198.51.100.9')];
    await sleep(100); // both are being read
    const [third] = (await once(send('198.51.100.9').resume(), 'data')) as [Buffer]; // the event's own argument
    expect(third.toString()).toMatch(/^HTTP\/1\.1 503 [^]+"code":"TOO_BUSY"/);
    const body = JSON.stringify({ a: 'x'.repeat(200_000) });
    expect((await call('/api/auth/login', '198.51.100.2', { method: 'POST', body })).status).toBe(200);
    first?.destroy();
    second?.destroy();
    await expect
      .poll(async () => (await call('/api/auth/login', '198.51.100.9', { method: 'POST', body })).status)
      .toBe(200);
  });
});

describe('requests of one network', () => {
  test('requests of one network beyond its share wait and get a 503 in time, while other networks and kinds are served', async () => {
    await startWith({ ...PROXIED, CALLS_PER_NETWORK: '3' }, { timeouts: { answerMs: 1000 } });
    catalog().handle((request, response) => {
      if (request.headers['x-forwarded-for'] === '198.51.100.9') response.write('never ends');
      else response.end('ok');
    });
    const calls = Array.from({ length: 5 }, () => call('/api/videos', '198.51.100.9'));
    await expect.poll(() => catalog().requests.length).toBe(3);
    expect(await statusOf('/api/videos', '198.51.100.2')).toBe(200);
    expect(await statusOf('/hls/1/seg.m4s', '198.51.100.9')).toBe(200);
    const elapsedMs = startStopwatch();
    const answers = await Promise.all(calls);
    expect(elapsedMs()).toBeLessThan(2000);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503, 503]);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('2');
    expect(await refused?.json()).toMatchObject({ success: false, code: 'TOO_BUSY' });
  });

  test('waiting requests are served once there is room, unless their client has disconnected', async () => {
    await startWith({ ...PROXIED, CALLS_PER_NETWORK: '1' });
    const arrived = new Map<string | undefined, Socket>();
    gateway().server.on('request', ({ url, socket }: IncomingMessage) => arrived.set(url, socket));
    const open1 = Promise.withResolvers<ServerResponse>();
    catalog().handle((request, response) => {
      if (request.url === '/api/videos/first') open1.resolve(response);
      else response.end('ok');
    });
    const first = call('/api/videos/first', '198.51.100.9');
    const response = await open1.promise;
    const gone = new AbortController();
    const leaving = call('/api/videos/leaving', '198.51.100.9', { signal: gone.signal });
    const waiting = call('/api/videos/waiting', '198.51.100.9');
    await expect.poll(() => arrived.size).toBe(3);
    gone.abort();
    await expect(leaving).rejects.toThrow('abort');
    await expect.poll(() => arrived.get('/api/videos/leaving')?.destroyed).toBe(true);
    expect(catalog().requests).toHaveLength(1);
    response.socket?.destroy(); // the connection breaks while others wait
    expect([(await first).status, (await waiting).status]).toEqual([503, 200]);
    expect(catalog().requests.map(({ url }) => url)).toEqual(['/api/videos/first', '/api/videos/waiting']);
  });

  test('requests release everything, in whatever way they end', async () => {
    await startWith({ ...PROXIED, CALLS_PER_NETWORK: '2', STREAMS_PER_NETWORK: '2' });
    const kinds = ['ok', 'reset', 'half', 'abort', 'head', 'bad'];
    catalog().handle((request, response) => {
      if (request.url?.endsWith('reset')) request.socket.destroy();
      else if (request.url?.endsWith('half')) response.write('half', () => response.destroy());
      else if (request.url?.endsWith('bad')) request.socket.end('HTTP/1.1 200 OK\r\nx: \u0001\r\n\r\n');
      else if (!request.url?.endsWith('abort')) response.end('ok');
    });
    for (let round = 0; round < 5; round += 1)
      for (const kind of kinds)
        for (const path of [`/api/videos/${kind}`, `/hls/1/${kind}`]) {
          const signal = kind === 'abort' ? AbortSignal.timeout(30) : null;
          const method = kind === 'head' ? 'HEAD' : 'GET';
          const sent = call(path, '198.51.100.9', { signal, method });
          await sent.then((answer) => answer.text()).catch(() => undefined);
        }
    expect(await statusOf('/api/videos/ok', '198.51.100.9')).toBe(200);
    expect(await statusOf('/hls/1/ok', '198.51.100.9')).toBe(200);
  });
});

describe('streams', () => {
  test('300 streams behind one address are all served, and further ones wait without an upstream connection', async () => {
    await startWith(PROXIED);
    const running: ServerResponse[] = [];
    catalog().handle((request, response) => {
      if (!request.url?.startsWith('/hls')) response.end('ok');
      else if (running.length < 300) {
        response.writeHead(200, { 'content-length': '10' });
        response.write('first', () => running.push(response));
      } else response.end('0123456789');
    });
    const answers = Array.from({ length: 330 }, () => call('/hls/1/seg.m4s', '198.51.100.9'));
    await expect.poll(() => running.length, { timeout: 60_000 }).toBe(300);
    const begun = await Promise.all(answers.slice(0, 300));
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));
    expect(catalog().requests).toHaveLength(300);
    expect(await statusOf('/hls/1/seg.m4s', '198.51.100.2')).toBe(200);
    expect(await statusOf('/api/videos', '198.51.100.9')).toBe(200);
    for (const response of running) response.end('after');
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(bodies.every((body) => body.length === 10)).toBe(true);
  });

  test('a stream is not ended by a player that stops reading for a while', async () => {
    await startWith(PROXIED, { timeouts: { answerMs: 200, answerStallMs: 200 } });
    const size = 32 * 1024 * 1024;
    catalog().handle((_request, response) => response.end(Buffer.alloc(size)));
    const socket = open(get('/hls/1/seg.m4s', undefined, 'connection: close\r\n'));
    await sleep(3000); // many times the timeouts
    let bytes = 0;
    socket.on('data', (part: Buffer) => (bytes += part.length));
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(size);
  });

  test('streams of a hung service do not delay its calls', async () => {
    await startWith({ ...PROXIED, STREAM_CONNECTIONS: '10' }, { timeouts: { answerMs: 2000 } });
    catalog().handle((request, response) => {
      if (!request.url?.startsWith('/hls')) response.end('ok');
    });
    const hanging = Array.from({ length: 40 }, (_, index) => call('/hls/1/seg.m4s', `198.51.100.${index}`));
    await expect.poll(() => catalog().requests.length, { timeout: 2000 }).toBe(10);
    const elapsedMs = startStopwatch();
    expect(await statusOf('/api/videos', '198.51.100.9')).toBe(200);
    expect(elapsedMs()).toBeLessThan(1000);
    const statuses = (await Promise.all(hanging)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 503 && status !== 504)).toEqual([]);
    expect(elapsedMs()).toBeLessThan(6000);
  });
});
