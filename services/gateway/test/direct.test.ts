import { randomBytes, randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createStorage, type Storage } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const VIDEO = randomUUID();
const OWNER = { videoId: VIDEO, attempt: 1, token: randomUUID() };
const SEGMENT = randomBytes(100_000);
const PATH = `/hls/${VIDEO}/360p/1/${OWNER.token}/00000.m4s`;
const THUMBNAIL = `extras/1/${OWNER.token}/thumbnail.jpg`;
const SITE = 'https://songs.example';

const minio = await startMinio();
const reason = 'unavailable' in minio ? `, skipped: ${minio.unavailable}` : '';

describe.skipIf('unavailable' in minio)(`segments from the S3 server itself${reason}`, () => {
  if ('unavailable' in minio) return;
  const s3 = toS3Settings(minio);
  let storage: Storage;
  let upstream: Upstream;
  let gateway: RunningGateway;
  let isPermitted: boolean;

  const get = (path: string, options: RequestInit = {}) =>
    fetch(gateway.baseUrl + path, { redirect: 'manual', ...options });
  const linkOf = async (options: RequestInit = {}) =>
    (await get(PATH, options)).headers.get('location') ?? '';

  beforeAll(async () => {
    storage = createStorage(s3);
    await storage.put(catalog.segmentKey(OWNER, '360p', 0), SEGMENT, { contentType: 'video/mp4' });
    await storage.put(`videos/${VIDEO}/${THUMBNAIL.replace('extras/1', '1/extras')}`, SEGMENT);
    upstream = await startUpstream();
    upstream.handle((_request, response) => {
      const body = isPermitted
        ? { success: true, data: { isPublic: true } }
        : { success: false, code: 'VIDEO_NOT_FOUND', message: 'This video does not exist.' };
      response
        .writeHead(isPermitted ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    });
    const origin = upstream.origin;
    const settings = { ...s3, STREAM_DELIVERY: 'direct', STREAM_LINK_SECONDS: '2' };
    gateway = await startGateway({ CATALOG_URL: origin, AUTH_URL: origin, ...settings });
  });
  beforeEach(() => {
    isPermitted = true;
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
    await storage.close();
    await minio.stop();
  });

  it('a segment is redirected to a link, which no cache keeps, and the S3 server sends it', async () => {
    const redirect = await get(PATH);
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('cache-control')).toBe('no-store');
    const link = redirect.headers.get('location') ?? '';
    expect(new URL(link).origin).toBe(minio.endpoint);
    const response = await fetch(link, { headers: { origin: SITE } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/songs\.example)$/);
    expect(Buffer.from(await response.arrayBuffer()).equals(SEGMENT)).toBe(true);
  });

  it('requests for ranges and HEAD requests are redirected and served by the S3 server', async () => {
    const part = await get(PATH, { redirect: 'follow', headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(SEGMENT.subarray(10, 20))).toBe(true);
    const head = await get(PATH, { redirect: 'follow', method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '100000']);
  });

  it('a link to a segment is valid for one object and one method, and expires', async () => {
    const link = await linkOf();
    expect((await fetch(link.replace('00000.m4s', '00001.m4s'))).status).toBe(403);
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(link)).status).toBe(200);
    await expect.poll(async () => (await fetch(link)).status, { timeout: 5000 }).toBe(403);
    expect((await fetch(await linkOf())).status).toBe(200);
  });

  it('a viewer without rights gets catalog’s refusal and no link', async () => {
    isPermitted = false;
    const response = await get(PATH, { headers: { authorization: 'Bearer other' } });
    expect([response.status, response.headers.get('location')]).toEqual([404, null]);
  });

  it('once rights end, no further link is made within a second, and the last one expires', async () => {
    const headers = { authorization: 'Bearer one' };
    expect((await get(PATH, { headers })).status).toBe(302);
    isPermitted = false;
    await expect.poll(async () => (await get(PATH, { headers })).status, { timeout: 1500 }).toBe(404);
  });

  it('pictures are sent by the gateway, so that browsers keep them', async () => {
    const response = await get(`/hls/${VIDEO}/${THUMBNAIL}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
  });

  it('the content security policy permits the S3 server for segments only, and only in this mode', async () => {
    const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
    const policy = policyOf(await get('/healthz'));
    expect(policy).toContain(`connect-src 'self' ${minio.endpoint};`);
    expect(policy).toContain(`media-src 'self' blob: ${minio.endpoint};`);
    expect(policy.split(minio.endpoint)).toHaveLength(3);
    const usual = await startGateway(s3);
    expect(policyOf(await fetch(`${usual.baseUrl}/healthz`))).not.toMatch(/http|connect-src/);
    await usual.stop();
  });

  it('links and policy name the public address of the S3 server if it has one', async () => {
    const settings = { ...s3, STREAM_DELIVERY: 'direct', S3_PUBLIC_ENDPOINT: 'https://media.songs.example' };
    const named = await startGateway({
      CATALOG_URL: upstream.origin,
      AUTH_URL: upstream.origin,
      ...settings,
    });
    const response = await fetch(named.baseUrl + PATH, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/^https:\/\/media\.songs\.example\/larksong\/videos\//);
    expect(response.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://media.songs.example;",
    );
    await named.stop();
  });
});
