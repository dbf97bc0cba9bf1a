import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { beforeAll, describe, expect, it } from 'vitest';

import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import type { Account } from '../support/accounts.ts';
import type { CatalogData } from '../support/catalog-data.ts';
import { describeGrowth, measureGrowth } from '../support/memory.ts';
import { FORM_TYPE, sendUpload, toFormBody, toRequestBytes } from '../support/raw-upload.ts';
import { countVisible, findLeftovers } from './count-leftovers.ts';
import type { LimitedSite } from './limited-site.ts';
import { fileOf, LIMIT_BYTES, OVERSIZED, streamOf } from './oversized-requests.ts';

const MIB = 1024 ** 2;
const STREAMS = 4;
const MAX_GROWTH_MIB = 200;

/**
 * Defines tests that send oversized films, by forms and in parts, to a site without videos. `streamMib` is the size of
 * each endless body; four of them must exceed the allowed growth of a process.
 */
export function describeOversizedFilms(
  getTarget: () => LimitedSite,
  { streamMib }: { streamMib: number },
): void {
  const streamBytes = streamMib * MIB;
  let site: Stack;
  let account: Account;
  let data: CatalogData;
  beforeAll(() => {
    ({ site, account, data } = getTarget());
  });

  const NOTHING = { objects: [], uploads: [], rows: [], visible: 0 };

  /**
   * Consecutive checks that must find nothing, since the gateway may reject an upload before catalog has started it.
   */
  const LOOKS = 5;

  /** Returns the leftovers of uploads, after the site has had time to clean up. */
  async function findLeft() {
    let looks = 0;
    const isEmpty = async () => {
      looks = Object.values(await findLeftovers(data)).flat().length === 0 ? looks + 1 : 0;
      return looks >= LOOKS;
    };
    await until(isEmpty, { what: 'nothing left', withinSeconds: 15 }).catch(() => {}); // the caller reports leftovers
    return { ...(await findLeftovers(data)), visible: await countVisible({ site, account }) };
  }

  describe('an upload', () => {
    it('an upload of exactly the limit is accepted', async () => {
      const body = toFormBody([{ name: 'title', value: 'Just enough' }, fileOf(LIMIT_BYTES)]);
      const { accessToken: token } = account;
      const path = '/api/admin/videos/upload';
      const request = {
        method: 'POST',
        path,
        token,
        contentType: FORM_TYPE,
        encoding: 'length',
        body,
      } as const;
      const { status, text } = await sendUpload(site.url, [toRequestBytes(request)]);
      expect(status, text).toBe(201);
      const id = /"id":"([\w-]+)"/.exec(text)?.[1] ?? '';
      await account.call(catalog.deleteVideo, { params: { id } });
      expect(await findLeft()).toEqual(NOTHING);
    });

    it.each(OVERSIZED)(
      'an upload with $name is rejected with $status and leaves nothing',
      async ({ bytes, status, code }) => {
        const answer = await sendUpload(site.url, bytes(account.accessToken));
        expect(`${answer.status} ${answer.code}`, answer.text.slice(0, 500)).toBe(`${status} ${code}`);
        expect(await findLeft()).toEqual(NOTHING);
      },
    );

    it(`${STREAMS} simultaneous uploads of ${streamMib} MiB are rejected without memory growth`, async () => {
      const { result, growth } = await measureGrowth(site, () =>
        Promise.all(
          Array.from({ length: STREAMS }, () =>
            sendUpload(site.url, streamOf(account.accessToken, streamBytes), { insists: true }),
          ),
        ),
      );
      const sent = result.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / MIB;
      console.log(`${STREAMS} streams of ${sent.toFixed(0)} MiB, growth in MiB: ${describeGrowth(growth)}`);
      expect(result.map(({ status, code }) => `${status} ${code}`)).toEqual(
        Array.from({ length: STREAMS }, () => '413 PAYLOAD_TOO_LARGE'),
      );
      for (const name of ['gateway', 'catalog']) expect(growth.get(name), name).toBeLessThan(MAX_GROWTH_MIB);
      expect(await findLeft()).toEqual(NOTHING);
    });
  });

  describe('an upload in parts', () => {
    const put = (path: string, body: Buffer) =>
      rawCall(site.url + path, 'PUT', { token: account.accessToken, body });

    it('an upload in parts that announces more than the limit is rejected', async () => {
      const { partSizeBytes } = await begin(LIMIT_BYTES);
      expect(partSizeBytes).toBeGreaterThan(0);
      for (const sizeBytes of [LIMIT_BYTES + 1, Number.MAX_SAFE_INTEGER]) {
        const started = account.call(catalog.startUpload, { body: { sizeBytes } });
        await expect(started).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
      }
    });

    it('an upload in parts rejects a part that is longer, shorter or not announced', async () => {
      const { id, partSizeBytes } = await begin(LIMIT_BYTES);
      const path = `/api/admin/uploads/${id}/parts`;
      const codes: unknown[] = [];
      for (const [number, sizeBytes] of [
        [1, partSizeBytes + 1],
        [1, partSizeBytes - 1],
        [1, 0],
        [9999, 1],
        [0, 1],
        [10_001, 1],
      ] as const)
        codes.push((await put(`${path}/${number}`, Buffer.alloc(sizeBytes))).code);
      expect(codes).toEqual([
        'PAYLOAD_TOO_LARGE',
        'MALFORMED_REQUEST',
        'MALFORMED_REQUEST',
        expect.stringMatching(/^(VALIDATION_FAILED|PAYLOAD_TOO_LARGE)$/),
        expect.stringMatching(/^(VALIDATION_FAILED|NOT_FOUND)$/),
        expect.stringMatching(/^(VALIDATION_FAILED|NOT_FOUND)$/),
      ]);
      const { data: found } = await account.call(catalog.getUpload, { params: { id } });
      expect(found.upload.storedParts).toEqual([]);
    });

    it('an upload in parts rejects endless parts in all slots without memory growth', async () => {
      const { id } = await begin(LIMIT_BYTES);
      const head = (number: number) =>
        Buffer.from(
          `PUT /api/admin/uploads/${id}/parts/${number} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${account.accessToken}\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n`,
        );
      function* endless(number: number): Generator<Buffer> {
        yield head(number);
        const chunk = Buffer.concat([
          Buffer.from(`${MIB.toString(16)}\r\n`),
          Buffer.alloc(MIB),
          Buffer.from('\r\n'),
        ]);
        for (let sent = 0; sent < streamBytes; sent += MIB) yield chunk;
      }
      const { result, growth } = await measureGrowth(site, () =>
        Promise.all([1, 2, 3, 4].map((number) => sendUpload(site.url, endless(number), { insists: true }))),
      );
      console.log(`4 parts without an end, growth in MiB: ${describeGrowth(growth)}`);
      for (const { status, code } of result) expect(`${status} ${code}`).toBe('413 PAYLOAD_TOO_LARGE');
      for (const name of ['gateway', 'catalog']) expect(growth.get(name), name).toBeLessThan(MAX_GROWTH_MIB);
    });

    it('an abandoned upload in parts leaves nothing after the sweep', async () => {
      await data.sweepUploads();
      expect(await findLeft()).toEqual(NOTHING);
    });

    async function begin(sizeBytes: number) {
      return (await account.call(catalog.startUpload, { body: { sizeBytes } })).data.upload;
    }
  });
}
