import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { catalog, STREAM_COOKIE } from '@larksong/contracts';
import { startMinio } from '@larksong/service-kit/testing/minio';
import { describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';

/** Addresses under it match the path of the stream cookie, which therefore could reach the S3 server. */
const BUCKET = 'hls';

interface Front {
  origin: string;
  requests: IncomingMessage[];
  stop: () => Promise<void>;
}

/** Starts a server in front of MinIO that keeps the requests of browsers. It has the host name of the site. */
async function startFront(endpoint: string): Promise<Front> {
  const requests: IncomingMessage[] = [];
  const server = createServer((asked, answer) => {
    requests.push(asked);
    const { method, headers, url = '/' } = asked;
    const sent = request(endpoint + url, { method: method ?? 'GET', headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    sent.once('error', () => answer.destroy());
    asked.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    origin: `http://localhost:${port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const minio = await startMinio();
const reason = 'unavailable' in minio ? `, skipped: ${minio.unavailable}` : '';

describe.skipIf('unavailable' in minio)(`segments that the S3 server sends to the browser${reason}`, () => {
  it('a video for signed-in viewers plays, and the S3 server gets neither the cookie nor a token', async () => {
    if ('unavailable' in minio) return;
    const front = await startFront(minio.endpoint);
    const s3 = {
      S3_ENDPOINT: minio.endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: minio.accessKey,
      S3_SECRET_KEY: minio.secretKey,
    };
    const direct = { STREAM_DELIVERY: 'direct', S3_PUBLIC_ENDPOINT: front.origin };
    const site = await startSite({ workers: 1, env: { all: s3, gateway: direct } });
    try {
      const superadmin = await signInSuperadmin(site);
      const file = await openAsBlob(await makeClip({ seconds: 8, width: 320, height: 180 }));
      const title = `A direct song ${randomBytes(4).toString('hex')}`;
      const id = await uploadFile(site.url, superadmin, { title, visibility: 'registered', file });
      const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
      const isReady = async () => (await read()).status === 'completed';
      await until(isReady, { what: 'a video completed', withinSeconds: 240 });

      const { page, trouble, close } = await openPage({ site: site.url });
      await signInPage(page, superadmin);
      const ownRequest = page.waitForRequest((sent) => sent.url().startsWith(`${site.url}/hls/`));
      await page.goto(`/songs?v=${id}`);
      const video = page.locator('video');
      await video.evaluate((element) => void (element as HTMLVideoElement).play());
      const timeOf = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
      await expect.poll(timeOf).toBeGreaterThan(5); // beyond the first segment
      const toSite = await (await ownRequest).allHeaders();
      expect(toSite['cookie']).toContain(STREAM_COOKIE);
      await close();
      const segments = front.requests.filter(({ url }) => url?.includes('.m4s?'));
      expect(segments.length).toBeGreaterThan(2);
      expect(front.requests).toHaveLength(segments.length); // no preflight requests either
      for (const { method, headers } of segments) {
        expect([method, headers.origin]).toEqual(['GET', site.url]);
        expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined]);
      }
      expect(trouble.errors).toEqual([]);
      const foreign = trouble.foreignRequests.filter((url) => !url.startsWith(`${front.origin}/${BUCKET}/`));
      expect(foreign).toEqual([]);
    } finally {
      await site.stop();
      await front.stop();
      await minio.stop();
    }
  });
});
