import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { auth, catalog, STREAM_COOKIE } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';

/** Addresses under it match the path of the stream cookie, which therefore could reach the S3 server. */
const BUCKET = 'hls';
const LIMIT_SECONDS = 10;
/** Allowed duration of the calls themselves on a busy machine. */
const MEASURING_SECONDS = 1;

interface Front {
  origin: string;
  requests: IncomingMessage[];
  /** Holds the next request back for this time. */
  holdNext: (ms: number) => void;
  stop: () => Promise<void>;
}

/** Starts a server in front of MinIO that records the requests of browsers. It has the host name of the site. */
async function startFront(endpoint: string): Promise<Front> {
  const requests: IncomingMessage[] = [];
  let holdMs = 0;
  const server = createServer((asked, answer) => {
    requests.push(asked);
    setTimeout(() => forward(endpoint, asked, answer), holdMs);
    holdMs = 0;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    origin: `http://localhost:${port}`,
    requests,
    holdNext: (ms) => (holdMs = ms),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(endpoint: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = asked;
  const sent = request(endpoint + url, { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  sent.once('error', () => answer.destroy());
  asked.pipe(sent);
}

const minio = await startMinio();
const reason = 'unavailable' in minio ? `, skipped: ${minio.unavailable}` : '';

describe.skipIf('unavailable' in minio)(`segments that the S3 server sends to the browser${reason}`, () => {
  if ('unavailable' in minio) return;
  let front: Front;
  let site: Stack;
  let superadmin: Account;
  let id: string;

  beforeAll(async () => {
    front = await startFront(minio.endpoint);
    const s3 = toS3Settings(minio, BUCKET);
    const direct = { STREAM_DELIVERY: 'direct', S3_PUBLIC_ENDPOINT: front.origin };
    site = await startSite({ workers: 1, env: { all: s3, gateway: direct } });
    superadmin = await signInSuperadmin(site);
    const file = await openAsBlob(await makeClip({ seconds: 8, width: 320, height: 180 }));
    id = await uploadFile(site.url, superadmin, { title: 'A direct song', visibility: 'registered', file });
    const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
    const isReady = async () => (await read()).status === 'completed';
    await until(isReady, { what: 'a video completed', withinSeconds: 240 });
  });
  afterAll(async () => {
    await site.stop();
    await front.stop();
    await minio.stop();
  });

  /** Plays the video until its time is beyond the first segment. */
  async function play({ page }: OpenedPage): Promise<void> {
    await signInPage(page, superadmin);
    await page.goto(`/songs?v=${id}`);
    const video = page.locator('video');
    await video.evaluate((element) => void (element as HTMLVideoElement).play());
    const timeOf = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
    await expect.poll(timeOf).toBeGreaterThan(5);
  }

  it('a video for signed-in viewers plays, and the S3 server gets neither the cookie nor a token', async () => {
    const opened = await openPage({ site: site.url });
    const sent = opened.page.waitForRequest(
      (each) => each.url().startsWith(`${site.url}/hls/`) && each.url().endsWith('.m4s'),
    );
    await play(opened);
    expect((await (await sent).allHeaders())['cookie']).toContain(STREAM_COOKIE); // the site itself gets it
    await opened.close();
    const segments = front.requests.filter(({ url }) => url?.includes('.m4s?'));
    expect(segments.length).toBeGreaterThan(2);
    expect(front.requests).toHaveLength(segments.length); // no preflight requests either
    for (const { method, headers } of segments) {
      expect([method, headers.origin]).toEqual(['GET', site.url]);
      expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined]);
    }
    const { errors, foreignRequests } = opened.trouble;
    expect(errors).toEqual([]);
    expect(foreignRequests.filter((url) => !url.startsWith(`${front.origin}/${BUCKET}/`))).toEqual([]);
  });

  it('a video plays although the browser reaches the S3 server only after a link has expired', async () => {
    const opened = await openPage({ site: site.url });
    front.holdNext(5000);
    await play(opened);
    expect(opened.trouble.errors.join()).toContain('403');
    await opened.close();
  });

  /** Returns the seconds for which a viewer gets a segment after `end`, by a redirect or by the last link. */
  async function measureOpen(
    viewer: Account | null,
    path: string,
    end: () => Promise<unknown>,
  ): Promise<number> {
    const headers: Record<string, string> = viewer ? { authorization: `Bearer ${viewer.accessToken}` } : {};
    const ask = () => fetch(site.url + path, { headers, redirect: 'manual' });
    let link = (await ask()).headers.get('location') ?? '';
    await end();
    const isShut = async () => {
      const response = await ask();
      link = response.headers.get('location') ?? link;
      return response.status !== 302 && (await fetch(link)).status === 403;
    };
    return until(isShut, { what: 'a segment shut', withinSeconds: 2 * LIMIT_SECONDS, everyMs: 50 });
  }

  /** Returns the address of a segment, which the playlist names to those who may watch. */
  async function findSegment(): Promise<string> {
    const headers = { authorization: `Bearer ${superadmin.accessToken}` };
    const base = `/hls/${id}/360p`;
    const playlist = await (await fetch(`${site.url}${base}/playlist.m3u8`, { headers })).text();
    return `${base}/${playlist.split('\n').find((line) => line.endsWith('.m4s'))}`;
  }

  it('segments of a public video end for visitors within 10 s after the site is closed, also by the last link', async () => {
    const body = { visibility: 'public' as const };
    await superadmin.call(catalog.updateVideo, { params: { id }, body });
    const segment = await findSegment();
    const isOpen = async () => (await fetch(site.url + segment, { redirect: 'manual' })).status === 302;
    await until(isOpen, { what: 'a public segment open to visitors', withinSeconds: LIMIT_SECONDS });
    const close = () => superadmin.call(catalog.putSiteAccess, { body: { visitors: 'nobody' } });
    const closed = await measureOpen(null, segment, close);
    console.log(`segments ended ${closed.toFixed(1)} s after the site was closed`);
    expect(closed).toBeLessThanOrEqual(LIMIT_SECONDS + MEASURING_SECONDS);
    await superadmin.call(catalog.putSiteAccess, { body: { visitors: 'everybody' } });
  });

  it('segments end within 10 s of a sign-out, and of a video being made private', async () => {
    // A public one would stay open without a session.
    await superadmin.call(catalog.updateVideo, { params: { id }, body: { visibility: 'registered' } });
    const [leaving, staying] = [await createMember(site.url), await createMember(site.url)];
    const segment = await findSegment();
    const signedOut = await measureOpen(leaving, segment, () => leaving.call(auth.logout, {}));
    const body = { visibility: 'private' as const, privateUserId: superadmin.user.id };
    const madePrivate = await measureOpen(staying, segment, () =>
      superadmin.call(catalog.updateVideo, { params: { id }, body }),
    );
    console.log(
      `segments ended ${signedOut.toFixed(1)} s after a sign-out, ${madePrivate.toFixed(1)} s after the video was made private`,
    );
    expect(Math.max(signedOut, madePrivate)).toBeLessThanOrEqual(LIMIT_SECONDS + MEASURING_SECONDS);
  });
});
