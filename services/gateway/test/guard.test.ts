import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  sendRaw,
  sendTarget,
  startGateway,
  startUpstream,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

let upstream: Upstream;
let gateway: RunningGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  const origin = upstream.origin;
  gateway = await startGateway({ AUTH_URL: origin, CATALOG_URL: origin, GAME_URL: origin });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
});

test('a request that names two hosts is refused, and one that names one is not', async () => {
  const send = (hosts: string) =>
    sendRaw(gateway.port, `GET /api/videos HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
  expect(await send('host: a\r\nHost: b\r\n')).toMatch(/^HTTP\/1.1 400 /);
  expect(await send('host: a\r\nhost: a\r\n')).toMatch(/^HTTP\/1.1 400 /);
  expect(upstream.requests).toEqual([]);
  expect(await send('host: a\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

describe('an odd spelling of a path', () => {
  test.each([
    '/api/auth/%00',
    '/api/auth/..;/internal/sessions/1',
    '/api/auth/..%3b/internal/sessions/1',
    '//api/auth/login',
    '/api//auth/login',
    '/api/auth//login',
    '/api/auth/../../internal/sessions/1',
    '/api/auth/%2e%2e/%2e%2e/internal/sessions/1',
    '/api/auth/%2E%2E/internal/sessions/1',
    '/api/auth/..%2f..%2finternal/sessions/1',
    '/api/auth/..%5c..%5cinternal/sessions/1',
    '/api/auth/..\\..\\internal\\sessions\\1',
    '/api/auth/%252e%252e/internal/sessions/1',
    '/api/auth/%25%32%65%25%32%65/internal',
    '/api%2fauth%2flogin',
    '/%61pi/auth/login',
    '/api/auth/.',
    '/api/auth/./login',
    '/api/auth;x=1/login',
    '/api/auth/%',
    '/api/auth/%zz',
    '/api/auth/%c0%ae%c0%ae/internal',
    '/api/auth/%ff',
    '/api/auth/\xff',
    '/api/auth/%0d%0aset-cookie:x',
    '/api/auth/{x}',
    '/api/auth/<x>',
    '/api/auth/|',
    'http://other.example/api/auth/login',
    '//other.example/api/auth/login',
    '*',
    'api/auth/login',
    '/.%2e/internal/sessions/1',
    '/internal/sessions/1',
    '/internal',
    '/%69nternal/sessions/1',
    '/INTERNAL/sessions/1',
    '/.well-known/jwks.json',
    '/.well-known/%6awks.json',
    '/hls/..%2finternal',
    '/Images/..%2f..%2f.env',
    '/Images/%2e%2e/%2e%2e/internal',
  ])('the odd path %s gets a 400 or 404 and reaches no service', async (target) => {
    const { status } = await sendTarget(gateway.port, target);
    expect([400, 404]).toContain(status);
    expect(upstream.requests).toHaveLength(0);
  });

  test('the response to an odd path is in the envelope', async () => {
    const { body } = await sendTarget(gateway.port, '/api//auth/login');
    expect(JSON.parse(body)).toEqual({
      success: false,
      code: 'MALFORMED_REQUEST',
      reason: 'code.MALFORMED_REQUEST',
      message: 'The request could not be understood.',
      requestId: expect.any(String),
    });
  });
});

describe('a smuggled request', () => {
  const smuggled = 'GET /internal/sessions/1 HTTP/1.1\r\nhost: x\r\n\r\n';
  test.each([
    [
      'a length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 44\r\n\r\n',
    ],
    ['an unknown coding', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n'],
    [
      'chunked not last',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n',
    ],
    ['a space before the colon', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length : 44\r\n\r\n'],
    ['a folded header', 'GET /api/auth/login HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n x-b: 2\r\n\r\n'],
    ['a bare line feed', 'GET /api/auth/login HTTP/1.1\nhost: x\nx-a: 1\n\n'],
    ['a lying length', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n'],
    ['no host', 'GET /api/auth/login HTTP/1.1\r\n\r\n'],
  ])('a request smuggled behind %s is rejected with the first', async (_name, head) => {
    const answer = await sendRaw(gateway.port, head + smuggled);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(upstream.requests.filter((request) => request.url?.includes('internal'))).toEqual([]);
  });

  test('a request smuggled in the body of a GET never reaches a service', async () => {
    const answer = await sendRaw(
      gateway.port,
      `GET /api/videos HTTP/1.1\r\nhost: x\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}` +
        'GET /api/videos HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(upstream.requests.map((request) => request.url)).toEqual(['/api/videos', '/api/videos']);
    expect(upstream.requests[0]?.headers['content-length']).toBeUndefined();
  });
});

describe('slow connections', () => {
  test('connections with unfinished headers are closed within 20 s, while others are served', async () => {
    const startedAt = performance.now();
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(gateway.port, '127.0.0.1').resume();
      socket.on('error', () => {});
      socket.write('GET /api/videos HTTP/1.1\r\nhost: x\r\nx-slow: ');
      return socket;
    });
    const dripping = setInterval(
      () => sockets.forEach((socket) => socket.writable && socket.write('x')),
      500,
    );
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    const response = await fetch(`${gateway.baseUrl}/api/videos`);
    expect(response.status).toBe(200);
    await closed;
    clearInterval(dripping);
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`200 slow connections closed after ${Math.round(tookMs)} ms\n`);
    expect(tookMs).toBeLessThan(20_000);
  });
});

describe('every response', () => {
  test.each(['/api/videos', '/api/nothing', '/nowhere', '/hls/1/master.m3u8', '/healthz', '/api//x'])(
    'the response to %s has the security headers',
    async (path) => {
      upstream.handle((request, response) => {
        request.resume();
        response.setHeader('content-security-policy', "default-src *; script-src 'unsafe-inline'");
        response.setHeader('server', 'upstream');
        response.end('x');
      });
      const { headers } = await fetch(gateway.baseUrl + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.any(String),
      });
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('server')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('responses enforce https only if the site uses https', async () => {
    const secure = await startGateway({ PUBLIC_URL: 'https://songs.example' });
    const plain = await startGateway({ PUBLIC_URL: 'http://192.0.2.7:8080' });
    try {
      const [onHttps, onHttp] = await Promise.all(
        [secure, plain].map((each) => fetch(`${each.baseUrl}/healthz`)),
      );
      expect(onHttps?.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
      expect(onHttp?.headers.get('strict-transport-security')).toBeNull();
      expect(onHttp?.headers.get('cross-origin-opener-policy')).toBeNull();
    } finally {
      await secure.stop();
      await plain.stop();
    }
  });
});
