import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

let auth: Upstream;
let catalog: Upstream;
let game: Upstream;
let gateway: RunningGateway;

beforeAll(async () => {
  [auth, catalog, game] = await Promise.all([startUpstream(), startUpstream(), startUpstream()]);
  gateway = await startGateway({ AUTH_URL: auth.origin, CATALOG_URL: catalog.origin, GAME_URL: game.origin });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([auth, catalog, game].map((upstream) => upstream?.stop()));
});
beforeEach(() => {
  for (const upstream of [auth, catalog, game])
    upstream.handle((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
});

const call = (path: string, init?: RequestInit) => fetch(gateway.baseUrl + path, init);
const counts = () => [auth, catalog, game].map((upstream) => upstream.requests.length);

describe('a request', () => {
  test.each([
    ['/api/auth/login', [1, 0, 0]],
    ['/api/videos/?limit=50&sort=newest', [0, 1, 0]],
    ['/api/admin/videos/upload', [0, 1, 0]],
    ['/api/admin/transcoding/status', [0, 1, 0]],
    ['/hls/1/master.m3u8', [0, 1, 0]],
    ['/api/game/categories', [0, 0, 1]],
    ['/Images/A/Apple%20pie.png', [0, 0, 1]],
    ['/Audio/match.mp3', [0, 0, 1]],
  ])('a request for %s reaches its service once, with the same path', async (path, expected) => {
    const response = await call(path);
    expect(await response.json()).toEqual({ ok: true });
    expect(counts()).toEqual(expected);
    expect([auth, catalog, game].flatMap(({ requests }) => requests)[0]?.url).toBe(path);
  });

  test.each([
    '/internal/sessions/1',
    '/.well-known/jwks.json',
    '/api/nothing',
    '/api',
    '/metrics',
    '/readyz/x',
  ])('a request for %s reaches no service and gets a 404', async (path) => {
    const response = await call(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      success: false,
      code: 'NOT_FOUND',
      reason: 'code.NOT_FOUND',
      message: 'There is nothing at this address.',
      requestId: response.headers.get('x-request-id'),
    });
    expect(counts()).toEqual([0, 0, 0]);
  });

  test('method, headers and body of a request, and status, headers and body of its response are forwarded', async () => {
    catalog.handle((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(207, [
          ['set-cookie', 'a=1; Path=/hls/'],
          ['set-cookie', 'b=2'],
          ['x-echo', `${request.method} ${request.headers['content-type']}`],
          ['content-type', 'text/plain; charset=utf-8'],
        ]);
        response.end(Buffer.concat(chunks));
      });
    });
    const response = await call('/api/videos/1/tags', {
      method: 'PATCH',
      body: 'ünïcödé',
      headers: { 'content-type': 'text/x-anything' },
    });
    expect(response.status).toBe(207);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/hls/', 'b=2']);
    expect(response.headers.get('x-echo')).toBe('PATCH text/x-anything');
    expect(await response.text()).toBe('ünïcödé');
  });

  test.each(['DELETE', 'POST', 'OPTIONS', 'HEAD'])(
    'a %s request without a body is forwarded',
    async (method) => {
      const response = await call('/api/videos/1/like', { method });
      expect(response.status).toBe(200);
      expect(catalog.requests[0]?.method).toBe(method);
      expect(catalog.requests[0]?.headers['transfer-encoding']).toBeUndefined();
    },
  );

  test('an empty 304 and the content-length of a HEAD are forwarded', async () => {
    game.handle((_request, response) => response.writeHead(304, { etag: '"1"' }).end());
    const notModified = await call('/Audio/match.mp3', { headers: { 'if-none-match': '"1"' } });
    expect([notModified.status, notModified.headers.get('etag')]).toEqual([304, '"1"']);
    game.handle((_request, response) => response.writeHead(200, { 'content-length': '1234' }).end());
    const head = await call('/Audio/match.mp3', { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('1234');
  });

  test('a request has one id, from the client to the service and back, in every log', async () => {
    const response = await call('/api/videos', { headers: { 'x-request-id': 'my-own-id' } });
    expect(response.headers.get('x-request-id')).toBe('my-own-id');
    expect(catalog.requests[0]?.headers['x-request-id']).toBe('my-own-id');
    const odd = await call('/api/videos', { headers: { 'x-request-id': 'a b\tc' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(catalog.requests[1]?.headers['x-request-id']).toBe(odd.headers.get('x-request-id'));
  });
});

describe('forwarding headers', () => {
  const claims = {
    'x-user-id': '1',
    'x-role': 'superadmin',
    'x-internal-token': 'secret',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
  };

  test('forwarding headers of a client are not trusted', async () => {
    await call('/api/videos', { headers: claims });
    const { headers } = catalog.requests[0] ?? {};
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(gateway.baseUrl).host,
      host: new URL(catalog.origin).host,
    });
    for (const name of ['x-user-id', 'x-role', 'x-internal-token', 'forwarded', 'x-real-ip'])
      expect(headers).not.toHaveProperty(name);
  });

  test('forwarding headers of a trusted proxy are trusted, its other claims are not', async () => {
    const behind = await startGateway({
      CATALOG_URL: catalog.origin,
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
    });
    try {
      await fetch(`${behind.baseUrl}/api/videos`, { headers: claims });
      const { headers } = catalog.requests[0] ?? {};
      expect(headers).toMatchObject({
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
      });
      expect(headers).not.toHaveProperty('x-role');
    } finally {
      await behind.stop();
    }
  });
});
