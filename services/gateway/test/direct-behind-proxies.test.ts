import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';

import { catalog } from '@larksong/contracts';
import { findObstacle, freePort, startFrontProxy } from '@larksong/local/testing/front-proxies';
import { createStorage } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, describe, expect, it } from 'vitest';

import { startGateway, startUpstream } from './start-gateway.ts';

const OWNER = { videoId: randomUUID(), attempt: 1, token: randomUUID() };
const KEY = catalog.segmentKey(OWNER, '360p', 0);
const PATH = `/hls/${OWNER.videoId}/360p/1/${OWNER.token}/00000.m4s`;
const SEGMENT = randomBytes(700_000);

const minio = await startMinio();
afterAll(async () => {
  if ('stop' in minio) await minio.stop();
});

for (const name of ['nginx', 'caddy'] as const) {
  const obstacle = 'unavailable' in minio ? minio.unavailable : await findObstacle(name);
  const reason = obstacle === undefined ? '' : `, skipped: ${obstacle}`;

  describe.skipIf(obstacle !== undefined)(`an S3 server behind ${name}${reason}`, () => {
    it(`a segment is sent by the S3 server through ${name}, which passes on nothing but reads of videos`, async () => {
      if ('unavailable' in minio) return;
      const s3 = toS3Settings(minio);
      await using resources = new AsyncDisposableStack();
      const storage = createStorage(s3);
      resources.defer(() => storage.close());
      await storage.put(KEY, SEGMENT);
      await storage.put('game/letter', Buffer.from('a'));
      const upstream = await startUpstream();
      resources.defer(upstream.stop);
      upstream.handle((_request, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"success":true,"data":{"isPublic":true}}');
      });
      const media = { storagePort: Number(new URL(minio.endpoint).port), port: await freePort() };
      const gateway = await startGateway({
        ...s3,
        CATALOG_URL: upstream.origin,
        AUTH_URL: upstream.origin,
        PUBLIC_URL: 'https://localhost',
        STREAM_DELIVERY: 'direct',
        STREAM_LINK_SECONDS: '60',
        S3_PUBLIC_ENDPOINT: `https://127.0.0.1:${media.port}`,
      });
      resources.defer(gateway.stop);
      const proxy = await startFrontProxy(name, { gatewayPort: gateway.port, media });
      resources.defer(proxy.stop);
      const call = async (url: string, method = 'GET', headers: Record<string, string> = {}) => {
        const sent = request(url, { method, headers, ca: proxy.certificate, agent: false }).end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the event's own argument
        return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
      };

      const redirect = await call(proxy.url + PATH);
      const link = redirect.headers.location ?? '';
      expect([redirect.status, new URL(link).port]).toEqual([302, String(media.port)]);
      const origin = { origin: 'https://songs.example' };
      const whole = await call(link, 'GET', { ...origin, cookie: 'a=1', authorization: 'Bearer one' });
      expect([whole.status, whole.body.equals(SEGMENT)]).toEqual([200, true]);
      expect(whole.headers['access-control-allow-origin']).toBe('https://songs.example');
      expect((await call(link, 'GET', { range: 'bytes=0-9' })).status).toBe(206);
      const head = await call((await call(proxy.url + PATH, 'HEAD')).headers.location ?? '', 'HEAD');
      expect([head.status, head.headers['content-length']]).toEqual([200, String(SEGMENT.length)]);

      for (const path of ['/', '/larksong/', '/larksong/game/letter', '/minio/v2/metrics/cluster'])
        expect((await call(new URL(path, link).href)).status, path).toBe(404);
      expect((await call(link, 'PUT')).status).toBeGreaterThanOrEqual(400);
      expect((await call(link.split('?')[0] ?? '')).status).toBe(403);
    });
  });
}
