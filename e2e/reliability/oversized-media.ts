import { catalog, game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { beforeAll, expect, it } from 'vitest';

import { blackPng } from '../../packages/pictures/test/bombs.ts';
import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import type { Account } from '../support/accounts.ts';
import type { CatalogData } from '../support/catalog-data.ts';
import { describeGrowth, measureGrowth } from '../support/memory.ts';
import { FORM_TYPE, sendUpload, toFormBody, toRequestBytes } from '../support/raw-upload.ts';
import type { LimitedSite } from './limited-site.ts';
import { fileOf, streamOf } from './oversized-requests.ts';

const MIB = 1024 ** 2;
const MAX_GROWTH_MIB = 200;

interface Medium {
  name: string;
  path: string;
  method: 'POST' | 'PUT';
  contentType: string;
  limitBytes: number;
}

/**
 * Defines tests that send oversized thumbnails, subtitles, pictures and sounds. `streamMib` is the size of each endless
 * body, `insists` keeps sending after the rejection, `bombs` is the number of simultaneous pictures.
 */
export function describeOversizedMedia(
  getTarget: () => LimitedSite,
  of: { streamMib: number; streams: number; insists: boolean; bombs: number },
): void {
  const { streamMib, streams, insists, bombs } = of;
  let site: Stack;
  let account: Account;
  let data: CatalogData;
  let videoId: string;
  let letterId: string;
  let media: Medium[];
  let before: string[];

  beforeAll(async () => {
    ({ site, account, data } = getTarget());
    videoId = await uploadVideo();
    const letter = await account.call(game.createCategory, { body: { letter: 'A' } });
    letterId = letter.data.category.id;
    const item = { categoryId: letterId, type: 'letter', name: 'apple' } as const;
    const itemId = (await account.call(game.createItem, { body: item })).data.item.id;
    media = listMedia(videoId, itemId);
    await setThumbnail();
    before = await data.listObjects();
  });

  async function uploadVideo(): Promise<string> {
    const body = toFormBody([{ name: 'title', value: 'Ducks' }, fileOf(1000)]);
    const { accessToken: token } = account;
    const request = {
      method: 'POST',
      path: '/api/admin/videos/upload',
      token,
      contentType: FORM_TYPE,
    } as const;
    const { text } = await sendUpload(site.url, [toRequestBytes({ ...request, encoding: 'length', body })]);
    return /"id":"([\w-]+)"/.exec(text)?.[1] ?? '';
  }

  async function expectNothingNew() {
    const isSo = async () => (await data.listObjects()).join() === before.join();
    await until(isSo, { what: 'nothing left', withinSeconds: 15 }).catch(() => {}); // the next line reports leftovers
    expect(await data.listObjects()).toEqual(before);
    expect(await data.storage.listUploads()).toEqual([]);
  }

  const headOf = ({ method, path, contentType }: Medium, length: string) =>
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${account.accessToken}\r\ncontent-type: ${contentType}\r\n${length}\r\n\r\n`,
    );

  function* endless(medium: Medium): Generator<Buffer> {
    yield headOf(medium, 'transfer-encoding: chunked');
    const chunk = Buffer.concat([
      Buffer.from(`${MIB.toString(16)}\r\n`),
      Buffer.alloc(MIB, 7),
      Buffer.from('\r\n'),
    ]);
    for (let sent = 0; sent < streamMib; sent += 1) yield chunk;
  }

  it('a medium that is one byte or far too large is rejected, by its length or in chunks', async () => {
    for (const medium of media) {
      const body = Buffer.alloc(medium.limitBytes + 1, 'quack');
      const { accessToken: token } = account;
      for (const encoding of ['length', 'chunked'] as const) {
        const bytes = toRequestBytes({ ...medium, token, encoding, body });
        const { status, code } = await sendUpload(site.url, [bytes]);
        expect(`${medium.name} ${encoding}: ${status} ${code}`).toBe(
          `${medium.name} ${encoding}: 413 PAYLOAD_TOO_LARGE`,
        );
      }
      const lying = [headOf(medium, 'content-length: 99999999999'), Buffer.alloc(100)];
      expect(await sendUpload(site.url, lying)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
      const short = [headOf(medium, 'content-length: 10'), Buffer.alloc(MIB)];
      // 0: what follows the body is no request, and the connection may be closed before the response was read.
      expect([0, 400, 415], medium.name).toContain((await sendUpload(site.url, short)).status);
    }
    await expectNothingNew();
  });

  it(`${streams} simultaneous bodies of ${streamMib} MiB for every kind of medium are rejected without memory growth`, async () => {
    const senders = Array.from({ length: streams }, () => [
      ...media.map((medium) => endless(medium)),
      streamOf(account.accessToken, streamMib * MIB),
    ]).flat();
    const { result, growth } = await measureGrowth(site, () =>
      Promise.all(senders.map((bytes) => sendUpload(site.url, bytes, { insists }))),
    );
    const sent = result.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / MIB;
    console.log(
      `${senders.length} endless bodies, ${sent.toFixed(0)} MiB: growth in MiB ${describeGrowth(growth)}`,
    );
    // If memory is reserved by others, some are told to retry instead.
    for (const { status, code } of result)
      expect(['413 PAYLOAD_TOO_LARGE', '503 TOO_BUSY']).toContain(`${status} ${code}`);
    for (const name of ['gateway', 'catalog', 'game'])
      expect(growth.get(name), name).toBeLessThan(MAX_GROWTH_MIB);
    await expectNothingNew();
  });

  it.each(['thumbnail', 'picture'])(
    `${bombs} simultaneous decompression bombs sent as a %s are decoded one at a time, and streams continue`,
    async (kind) => {
      const bomb = new Uint8Array(blackPng({ width: 5160, height: 5160, isInterlaced: true }));
      const path = media.find(({ name }) => name === kind)?.path ?? '';
      const send = () => rawCall(site.url + path, 'PUT', { token: account.accessToken, body: bomb });
      const usual = await timeReads(async (read) => {
        for (let done = 0; done < 100; done += 1) await read();
      });
      const { result, growth } = await measureGrowth(site, async () => {
        const state = { isRunning: true };
        const done = Promise.all(Array.from({ length: bombs }, send)).finally(
          () => (state.isRunning = false),
        );
        const times = await timeReads(async (read) => {
          while (state.isRunning) await read();
        });
        return { answers: await done, times };
      });
      const statuses = result.answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()).toSorted();
      console.log(
        `${bombs} ${kind}s of ${(bomb.length / 1000).toFixed(0)} kB: ${statuses.join(', ')}; growth in MiB: ${describeGrowth(growth)}; p95 of a read: usually ${p95(usual)} ms, meanwhile ${p95(result.times)} ms (${result.times.length} reads)`,
      );
      // On a busy machine, the database may be too slow, too.
      for (const status of statuses) expect(status).toMatch(/^(200|503 (TOO_BUSY|UNAVAILABLE))$/);
      for (const name of ['catalog', 'game']) expect(growth.get(name), name).toBeLessThan(MAX_GROWTH_MIB);
      // The limit detects a blocked thread pool; a shared processor adds delay, too.
      expect(p95(result.times)).toBeLessThan(5 * p95(usual) + 250);
    },
  );

  /** Reads a picture under `/hls`, which comes from storage like a segment. */
  async function setThumbnail(): Promise<void> {
    const path = media.find(({ name }) => name === 'thumbnail')?.path ?? '';
    const body = new Uint8Array(blackPng({ width: 640, height: 360 }));
    const { status } = await rawCall(site.url + path, 'PUT', { token: account.accessToken, body });
    expect(status).toBe(200);
  }

  async function timeReads(run: (read: () => Promise<void>) => Promise<void>): Promise<number[]> {
    const { thumbnail } = (await account.call(catalog.getVideo, { params: { id: videoId } })).data.video;
    const headers = { authorization: `Bearer ${account.accessToken}` };
    const times: number[] = [];
    await run(async () => {
      const start = performance.now();
      const response = await fetch(`${site.url}${thumbnail}`, { headers });
      await response.arrayBuffer();
      times.push(performance.now() - start);
    });
    return times;
  }

  it('media leave no objects once their video and their letter are deleted', async () => {
    await account.call(catalog.deleteVideo, { params: { id: videoId } });
    await account.call(game.deleteCategory, { params: { id: letterId } });
    await until(async () => (await data.listObjects()).length === 0, {
      what: 'no objects',
      withinSeconds: 75,
    });
    expect(await data.listObjects()).toEqual([]);
  });
}

function listMedia(videoId: string, itemId: string): Medium[] {
  const video = `/api/admin/videos/${videoId}`;
  const item = `/api/admin/game/media/${itemId}`;
  const bytes = { method: 'PUT', contentType: 'application/octet-stream' } as const;
  return [
    { name: 'thumbnail', path: `${video}/thumbnail`, limitBytes: 900_000, ...bytes },
    {
      name: 'captions',
      path: `${video}/captions`,
      method: 'PUT',
      contentType: 'application/json',
      limitBytes: Math.max(MIB, catalog.MAX_CAPTION_BYTES),
    },
    { name: 'picture', path: `${item}/picture`, limitBytes: 10 * MIB, ...bytes },
    { name: 'sound', path: `${item}/sound`, limitBytes: 10 * MIB, ...bytes },
  ];
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
