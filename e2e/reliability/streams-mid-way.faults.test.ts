import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { signInSuperadmin, type Account } from '../support/accounts.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { fetchPlaylist } from '../support/streams.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const line = faultLine(5);
const VIEWERS = 20;
const minio = await startMinio();

if ('unavailable' in minio) line.skip(minio.unavailable);

/** One request for a segment. */
interface Seen {
  /** When it was sent, by `performance.now()`. */
  at: number;
  tookMs: number;
  /** Its status; `broken` if the connection ended early, `wrong` if the bytes differ from earlier ones. */
  outcome: number | 'broken' | 'wrong';
}

describe.skipIf('unavailable' in minio)('streams while storage fails', () => {
  let proxy: TcpProxy;
  let site: Stack;
  let superadmin: Account;
  let clip: string;

  beforeAll(async () => {
    if ('unavailable' in minio) return;
    proxy = await startTcpProxy();
    proxy.forwardTo(minio.endpoint);
    const env = { ...toS3Settings(minio, 'streams'), S3_ENDPOINT: proxy.origin };
    // The memory holds about half of a video's segments.
    site = await startSite({ workers: 2, env: { all: env, gateway: { STREAM_CACHE_MB: '1' } } });
    superadmin = await signInSuperadmin(site);
    clip = await makeClip({ seconds: 60 });
  });
  afterAll(async () => {
    await site?.stop();
    await proxy?.stop();
    if (!('unavailable' in minio)) await minio.stop();
  });

  async function publish(): Promise<{ id: string; segments: string[] }> {
    const id = await uploadFile(site.url, superadmin, {
      title: 'Ducks',
      visibility: 'public',
      file: await openAsBlob(clip),
    });
    const isCompleted = async () =>
      (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
    await until(isCompleted, { what: 'the video', withinSeconds: 200, everyMs: 500 });
    const base = `/hls/${id}/360p`;
    const { segments } = await fetchPlaylist(site.url + base);
    return { id, segments: segments.map(({ uri }) => `${base}/${uri}`) };
  }

  /** Lets visitors watch a video repeatedly until `stop` is called, which returns all their requests. */
  async function watch(segments: string[]): Promise<{ stop: () => Promise<Seen[]> }> {
    const hashes = new Map<string, string>();
    for (const path of segments) hashes.set(path, await readHash(await fetch(site.url + path)));
    const seen: Seen[] = [];
    let isOver = false;
    const viewers = Array.from({ length: VIEWERS }, async (_, viewer) => {
      for (let number = viewer; !isOver; number += 1) {
        const path = segments[number % segments.length] ?? '';
        const at = performance.now();
        const outcome = await request(path, hashes.get(path));
        seen.push({ at, tookMs: performance.now() - at, outcome });
        await pause(outcome === 200 ? 20 : 200);
      }
    });
    return {
      async stop() {
        isOver = true;
        await Promise.all(viewers);
        return seen;
      },
    };
  }

  async function request(path: string, hash: string | undefined): Promise<Seen['outcome']> {
    try {
      const response = await fetch(site.url + path);
      const own = await readHash(response);
      return response.status === 200 && own !== hash ? 'wrong' : response.status;
    } catch {
      return 'broken';
    }
  }

  it('while storage is unavailable for 20 s, segments in memory are sent and others are refused in time', async () => {
    const { segments } = await publish();
    const { stop } = await watch(segments);
    await pause(3000);
    const awayAt = performance.now();
    proxy.hang();
    await pause(20_000);
    proxy.refuse(); // what hung is lost
    proxy.open();
    const backAt = performance.now();
    await pause(10_000);
    const seen = await stop();
    const during = seen.filter(({ at }) => at >= awayAt && at < backAt);
    const sent = during.filter(({ outcome }) => outcome === 200);
    // The rest of a segment that was evicted from memory can no longer be read.
    const isInterrupted = ({ at, tookMs, outcome }: Seen) =>
      outcome === 'broken' && at < awayAt && at + tookMs > awayAt;
    const lastRefusal = Math.max(backAt, ...seen.flatMap(({ at, outcome }) => (outcome === 200 ? [] : [at])));
    console.log(
      `${seen.length} requests, ${during.length} of them while storage was away, ${sent.length} sent`,
    );
    expect(new Set(during.map(({ outcome }) => outcome))).toEqual(new Set([200, 503]));
    line.prove('storage silent for 20 s, streams of 20 viewers', {
      'other answers than 200 and 503': {
        measured: seen.filter((one) => ![200, 503].includes(Number(one.outcome)) && !isInterrupted(one))
          .length,
        atMost: 0,
      },
      'refused before and 5 s after': {
        measured: seen.filter(
          ({ at, tookMs, outcome }) => outcome !== 200 && (at + tookMs < awayAt || at > backAt + 5000),
        ).length,
        atMost: 0,
      },
      'slowest answer': {
        measured: Math.max(...seen.map(({ tookMs }) => tookMs)) / 1000,
        atMost: 8,
        unit: 's',
      },
      'healed after': { measured: (lastRefusal - backAt) / 1000, atMost: 5, unit: 's' },
    });
  });

  it('a video that is deleted while it is being watched ends for all its viewers, without wrong bytes', async () => {
    const { id, segments } = await publish();
    const { stop } = await watch(segments);
    await pause(2000);
    await superadmin.call(catalog.deleteVideo, { params: { id } });
    const deletedAt = performance.now();
    await pause(12_000);
    const seen = await stop();
    const late = seen.filter(({ at }) => at > deletedAt + 10_000);
    expect(late.length).toBeGreaterThan(VIEWERS);
    const lastSent = Math.max(deletedAt, ...seen.flatMap(({ at, outcome }) => (outcome === 200 ? [at] : [])));
    line.prove('a video deleted under 20 viewers', {
      'sent 10 s later': { measured: late.filter(({ outcome }) => outcome !== 404).length, atMost: 0 },
      'wrong bytes': { measured: seen.filter(({ outcome }) => outcome === 'wrong').length, atMost: 0 },
      '5xx': { measured: seen.filter(({ outcome }) => Number(outcome) >= 500).length, atMost: 0 },
      'last segment sent after': { measured: (lastSent - deletedAt) / 1000, atMost: 10, unit: 's' },
    });
  });
});

async function readHash(response: Response): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}
