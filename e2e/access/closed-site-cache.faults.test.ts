import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { findObstacle, startFrontProxy, type FrontProxy } from '@larksong/local/testing/front-proxies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { createMember, signInSuperadmin, type Account } from './people.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

/** STREAM_SHARED_CACHE_SECONDS. Longer than it takes to close the site, so that both limits can be told apart. */
const SHARED_SECONDS = 30;
const LIMIT_SECONDS = 10;
/** Allowed duration of a round of requests on a busy machine. */
const MEASURING_SECONDS = 2;
const obstacle = await findObstacle('nginx');

describe.skipIf(obstacle !== undefined)('a site that is closed behind a shared cache that was warm', () => {
  const title = `Heron song ${randomBytes(6).toString('hex')}`;
  let site: Stack;
  let proxy: FrontProxy;
  let superadmin: Account;
  let member: Account;
  let id: string;
  let kept: string[];
  let unkept: string[];

  beforeAll(async () => {
    const gateway = { STREAM_SHARED_CACHE_SECONDS: String(SHARED_SECONDS) };
    site = await startSite({ workers: 1, env: { gateway } });
    proxy = await startFrontProxy('nginx', { gatewayPort: Number(new URL(site.url).port), hasCache: true });
    superadmin = await signInSuperadmin(site);
    member = await createMember(site.url);
    const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
    id = await uploadFile(site.url, superadmin, { title, visibility: 'public', file });
    const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
    await until(async () => (await read()).status === 'completed', {
      what: 'a video completed',
      withinSeconds: 240,
    });
    const { text: playlist } = await get(`/hls/${id}/360p/playlist.m3u8`);
    const lines = playlist.split('\n');
    const init = /URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
    const { thumbnail, storyboard } = await read();
    kept = [`/hls/${id}/360p/${lines.find((line) => line.endsWith('.m4s'))}`, `${thumbnail}`];
    unkept = [`/hls/${id}/360p/${init}`, ...(storyboard ? [storyboard.url] : [])];
  });
  afterAll(async () => {
    await proxy?.stop();
    await site?.stop();
  });

  /** Sends a request to nginx, as a visitor unless a member is passed. */
  async function get(path: string, by?: Account) {
    return new Promise<{ status: number; cache: string; control: string; text: string }>(
      (resolve, reject) => {
        const headers = by ? { authorization: `Bearer ${by.accessToken}` } : {};
        const sent = request(proxy.url + path, { ca: proxy.certificate, headers, agent: false });
        sent.once('error', reject);
        sent.once('response', (response) => {
          const { statusCode: status = 0, headers: got } = response;
          const [cache, control] = [String(got['x-cache'] ?? ''), got['cache-control'] ?? ''];
          text(response).then((body) => resolve({ status, cache, control, text: body }), reject);
        });
        sent.end();
      },
    );
  }

  /** Pages, lists, playlists and calls, which no shared cache keeps. */
  const listNeverKept = () => [
    `/songs?v=${id}`,
    '/api/videos?limit=100',
    `/api/videos/${id}`,
    `/hls/${id}/master.m3u8`,
    `/hls/${id}/360p/playlist.m3u8`,
  ];
  const isOpen = ({ status, text: body }: { status: number; text: string }) =>
    body.includes(title) || body.startsWith('#EXTM3U') || (status === 200 && body.includes(id));

  it('the cache holds only segments and pictures that it kept before, and only as long as the setting said', async () => {
    for (const path of kept) await get(path);
    const warmAt = performance.now();
    for (const path of kept) expect([path, (await get(path)).cache]).toEqual([path, 'HIT']);
    for (const path of listNeverKept()) expect([path, isOpen(await get(path))]).toEqual([path, true]);

    await superadmin.call(catalog.putSiteAccess, { body: { visitors: 'nobody' } });
    const findOpen = async () => {
      const answers = listNeverKept().map(async (path) => (isOpen(await get(path)) ? [path] : []));
      return (await Promise.all(answers)).flat();
    };
    const closedAfter = await until(async () => (await findOpen()).length === 0, {
      what: 'nothing but what was kept is open',
      withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS,
    });

    // What it may still hold.
    for (const path of kept)
      expect([path, await get(path)]).toMatchObject([path, { status: 200, cache: 'HIT' }]);
    // Signed-in people add nothing to it.
    for (const path of unkept) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
      const { status, control } = await get(path, member);
      expect([path, status, control.includes('private')]).toEqual([path, 200, true]);
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    await until(
      async () => (await Promise.all(kept.map((path) => get(path)))).every(({ status }) => status === 404),
      {
        what: 'nothing is kept any more',
        withinSeconds: SHARED_SECONDS + LIMIT_SECONDS,
      },
    );
    const goneAfter = (performance.now() - warmAt) / 1000;
    console.log(
      `closed after ${closedAfter.toFixed(1)} s; what was kept was gone ${goneAfter.toFixed(1)} s after it was fetched`,
    );
    expect(goneAfter).toBeLessThan(SHARED_SECONDS + MEASURING_SECONDS);
    for (const path of kept) {
      expect([path, (await get(path, member)).status]).toEqual([path, 200]);
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('an emptied cache holds nothing at once', async () => {
    await superadmin.call(catalog.putSiteAccess, { body: { visitors: 'everybody' } });
    await until(
      async () => (await Promise.all(kept.map((path) => get(path)))).every(({ status }) => status === 200),
      {
        what: 'the site is open again',
        withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS,
      },
    );
    for (const path of kept) await get(path);
    await superadmin.call(catalog.putSiteAccess, { body: { visitors: 'nobody' } });
    await until(async () => (await get(`/hls/${id}/master.m3u8`)).status === 404, {
      what: 'the site is closed again',
      withinSeconds: LIMIT_SECONDS + MEASURING_SECONDS,
    });
    expect((await get(kept[0]!)).cache).toBe('HIT');
    await rm(proxy.cacheFolder, { recursive: true, force: true });
    for (const path of kept) expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
