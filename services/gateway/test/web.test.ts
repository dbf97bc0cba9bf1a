import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { createTestFolder, startStopwatch } from '@larksong/service-kit/testing';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startMetricsServer } from '../src/metrics-server.ts';
import { sendTarget, startGateway, startUpstream, type RunningGateway } from './start-gateway.ts';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let gateway: RunningGateway;
const template = '<!doctype html><!-- details --><!-- /details -->';
/** The page with the details of the site; pages.test.ts covers those of videos. */
let index: string;
const script = 'export const a = 1;'.repeat(50);

beforeAll(async () => {
  folder = await createTestFolder();
  const root = join(folder.path, 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), template);
  await writeFile(join(root, 'pages.json'), JSON.stringify(['/', '/songs', '/game-admin', '/lists/:id']));
  await writeFile(join(root, 'assets/index-DiwrgTda.js'), script);
  await writeFile(join(root, 'assets/index-DiwrgTda.js.br'), brotliCompressSync(script));
  await writeFile(join(root, 'favicon.svg'), '<svg/>');
  await writeFile(join(root, '.secret'), 'secret');
  await writeFile(join(folder.path, 'outside.txt'), 'outside');
  gateway = await startGateway({ WEB_DIR: root });
  index = await (await get('/')).text();
});
afterAll(async () => {
  await gateway?.stop();
  await folder?.remove();
});

const get = (
  path: string,
  headers: Record<string, string> = { accept: 'text/html,*/*;q=0.8' },
  method = 'GET',
) => fetch(gateway.baseUrl + path, { headers, method });

describe('the web client', () => {
  test.each(['/', '/songs', '/songs/', '/songs?v=1', '/game-admin', '/lists/0198f3c2'])(
    'the web client is the same page for %s, always revalidated',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const text = await response.text();
      expect(text).toBe(index);
      expect(text).toMatch(/^<!doctype html><title>Larksong<\/title>/);
      const etag = response.headers.get('etag') ?? '';
      const again = await get(path, { accept: 'text/html', 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    },
  );

  test.each(['/list/0198f3c2', '/lists', '/lists/', '/lists/0198f3c2/more', '/lists/:id/play'])(
    'the web client says at %s that there is no such page',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(index);
    },
  );

  test('the web client responds to HEAD like GET, without a body', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' };
    const response = await get('/songs', headers, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(index)));
    expect(await response.text()).toBe('');
  });

  test('files with a hash in their name are cached for ever, others for minutes', async () => {
    const asset = await get('/assets/index-DiwrgTda.js', { 'accept-encoding': 'identity' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
    expect(await asset.text()).toBe(script);
    const icon = await get('/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=300');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon.headers.get('etag')).toBeTruthy();
  });

  test.each(['/songs', '/assets/index-DiwrgTda.js'])(
    '%s is sent compressed to clients that accept it, and revalidated in each form',
    async (path) => {
      const text = path === '/songs' ? index : script;
      // A page is another one where a nest is.
      const vary = path === '/songs' ? 'accept-encoding, cookie' : 'accept-encoding';
      const tags = new Set<string>();
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['identity', undefined],
        ['zstd', undefined],
      ] as const) {
        const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': accepted };
        const sent = await request(gateway.baseUrl + path, { headers });
        expect(sent.headers['content-encoding']).toBe(encoding);
        expect(sent.headers['vary']).toBe(vary);
        const body = Buffer.from(await sent.body.arrayBuffer());
        expect((encoding === 'br' ? brotliDecompressSync(body) : body).toString()).toBe(text);
        const etag = String(sent.headers['etag']);
        tags.add(etag);
        // not by `fetch`, which would add Cache-Control: no-cache
        const again = await request(gateway.baseUrl + path, {
          headers: { ...headers, 'if-none-match': etag },
        });
        expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
        expect(again.headers['vary']).toBe(vary);
      }
      expect(tags.size).toBe(2);
    },
  );

  test.each([
    '/assets/missing-DiwrgTda.js',
    '/missing.png',
    '/.secret',
    '/assets',
    '/api/nothing',
    '/internal/sessions/1',
    '/.well-known/jwks.json',
    '/metrics',
  ])('the response to %s is not the web client', async (path) => {
    const response = await get(path, { accept: path === '/assets' ? 'image/png' : 'text/html' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  test.each(['/../outside.txt', '/assets/../../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt'])(
    'the web client serves nothing outside its folder: %s',
    async (target) => {
      const { status, body } = await sendTarget(gateway.port, target);
      expect([400, 404]).toContain(status);
      expect(body).not.toContain('outside');
    },
  );

  test('the web client accepts only GET and HEAD', async () => {
    expect((await get('/songs', { accept: 'text/html' }, 'POST')).status).toBe(404);
  });

  test('starting without a built web client fails with a sentence', async () => {
    await expect(startGateway({ WEB_DIR: folder.path })).rejects.toThrow(
      /no index.html .* build the web client/,
    );
  });
});

describe('health', () => {
  test('/healthz reports that the gateway runs, and not its version', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
  });

  test('/readyz names the unavailable service in time, while pages are still served', async () => {
    const [ready, hanging] = await Promise.all([startUpstream(), startUpstream()]);
    hanging.handle(() => undefined);
    hanging.admit(undefined);
    const part = await startGateway({
      AUTH_URL: ready.origin,
      CATALOG_URL: hanging.origin,
      WEB_DIR: join(folder.path, 'web'),
    });
    try {
      const elapsedMs = startStopwatch();
      const answers = await Promise.all([1, 2, 3].map(() => fetch(`${part.baseUrl}/readyz`)));
      expect(elapsedMs()).toBeLessThan(2500);
      expect([answers[0]?.status, await answers[0]?.json()]).toEqual([
        503,
        { status: 'not ready', checks: { auth: 'ok', catalog: 'away', game: 'away' } },
      ]);
      expect(hanging.requests.map(({ url }) => url)).toEqual(['/readyz']); // however many requests
      const page = await fetch(`${part.baseUrl}/songs`, { headers: { accept: 'text/html' } });
      expect([page.status, await page.text()]).toEqual([200, index]);
      expect((await fetch(`${part.baseUrl}/healthz`)).status).toBe(200);
    } finally {
      await part.stop();
      await Promise.all([ready.stop(), hanging.stop()]);
    }
  });

  test('/readyz recovers once the services do', async () => {
    const upstream = await startUpstream();
    const { origin } = upstream;
    let isReady = false;
    upstream.handle((_request, response) => response.writeHead(isReady ? 200 : 503).end());
    const whole = await startGateway({ AUTH_URL: origin, CATALOG_URL: origin, GAME_URL: origin });
    try {
      expect((await fetch(`${whole.baseUrl}/readyz`)).status).toBe(503);
      isReady = true;
      await expect.poll(async () => (await fetch(`${whole.baseUrl}/readyz`)).status).toBe(200);
    } finally {
      await whole.stop();
      await upstream.stop();
    }
  });

  test('metrics are served on their own port', async () => {
    const measured = await startGateway();
    let isListening = false;
    const server = await startMetricsServer(measured.metrics, {
      host: '127.0.0.1',
      port: 0,
      isListening: () => isListening,
    });
    try {
      await fetch(`${measured.baseUrl}/api/videos`);
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('it listens on a port');
      const text = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text();
      expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/api\/videos".*status="503"\} 1/);
      expect((await fetch(`http://127.0.0.1:${address.port}/`)).status).toBe(404);
      expect((await fetch(`http://127.0.0.1:${address.port}/healthz`)).status).toBe(503);
      isListening = true;
      expect((await fetch(`http://127.0.0.1:${address.port}/healthz`)).status).toBe(200);
      expect((await fetch(`${measured.baseUrl}/metrics`)).status).toBe(404);
    } finally {
      await measured.stop();
      server.closeAllConnections();
      server.close();
    }
  });
});
