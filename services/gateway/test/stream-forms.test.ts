import { randomBytes, randomUUID } from 'node:crypto';

import { catalog as contract, STREAM_COOKIE } from '@larksong/contracts';
import { createStorage, type Storage } from '@larksong/service-kit/storage';
import { createTestFolder } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { useGateway } from './start-gateway.ts';

const VIDEO = randomUUID();
const OWNER = { videoId: VIDEO, attempt: 1, token: randomUUID() };
const SEGMENT = randomBytes(700_000);
const PATH = `/hls/${VIDEO}/360p/1/${OWNER.token}/00000.m4s`;
const PUBLIC = { success: true, data: { isPublic: true } };
const HIDDEN = { success: false, code: 'VIDEO_NOT_FOUND', message: 'This video does not exist.' };

const { catalog, gateway, startWith } = useGateway();
let folder: { path: string; remove: () => Promise<void> };
let storage: Storage;
let etag: string;
/** Whether catalog refuses requests. */
let isHidden: boolean;

beforeAll(async () => {
  folder = await createTestFolder();
  storage = createStorage({ STORAGE_DIR: folder.path });
  ({ etag } = await storage.put(contract.segmentKey(OWNER, '360p', 0), SEGMENT));
});
afterAll(async () => {
  await storage.close();
  await folder.remove();
});
beforeEach(async () => {
  isHidden = false;
  catalog().handle((_, response) => {
    response.writeHead(isHidden ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isHidden ? HIDDEN : PUBLIC));
  });
  await startWith({ STORAGE_DIR: folder.path });
});

async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(gateway().baseUrl + PATH, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, bytes };
}

describe.each(['from memory', 'from storage'])('an object %s', (from) => {
  beforeEach(async () => {
    if (from === 'from memory') await ask();
  });

  it(`a HEAD gets the length and the tag of an object ${from}, and no bytes`, async () => {
    const { status, header, bytes } = await ask({}, 'HEAD');
    expect([status, header('content-length'), bytes.length]).toEqual([200, String(SEGMENT.length), 0]);
    expect(header('etag')).toBe(etag);
    expect((await ask({ 'if-none-match': etag }, 'HEAD')).status).toBe(304);
  });

  it(`a range is sent ${from} only if the client has the rest of the same object`, async () => {
    const range = { range: 'bytes=1000-' };
    const same = await ask({ ...range, 'if-range': etag });
    expect([same.status, same.header('content-length')]).toEqual([206, String(SEGMENT.length - 1000)]);
    expect(same.bytes.equals(SEGMENT.subarray(1000))).toBe(true);
    for (const other of ['"other"', `W/${etag}`, 'Tue, 24 Nov 2026 00:00:00 GMT']) {
      const whole = await ask({ ...range, 'if-range': other });
      expect([whole.status, whole.bytes.equals(SEGMENT)]).toEqual([200, true]);
    }
  });

  it(`the end of an object is sent ${from} by its length`, async () => {
    const { status, bytes } = await ask({ range: 'bytes=-300000' });
    expect([status, bytes.equals(SEGMENT.subarray(-300_000))]).toEqual([206, true]);
  });

  it.each(['bytes=0-9,20-29', 'bytes=9-0', 'lines=0-9', 'bytes=a-b'])(
    `the whole object is sent ${from} for the range %j`,
    async (range) => {
      const { status, bytes } = await ask({ range });
      expect([status, bytes.equals(SEGMENT)]).toEqual([200, true]);
    },
  );

  it(`a range beyond the end of an object is refused ${from}, and no cache keeps the refusal`, async () => {
    const { status, header } = await ask({ range: `bytes=${SEGMENT.length}-` });
    expect([status, header('content-range')]).toEqual([416, `bytes */${SEGMENT.length}`]);
    expect(header('cache-control')).toBeNull();
  });

  it(`a viewer without rights is refused an object ${from} in every form, without anything of it`, async () => {
    isHidden = true;
    const stranger = { cookie: `${STREAM_COOKIE}=stranger` };
    const forms: Record<string, string>[] = [
      {},
      { range: 'bytes=0-9' },
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
    ];
    for (const form of forms)
      for (const method of ['GET', 'HEAD']) {
        const { status, header } = await ask({ ...form, ...stranger }, method);
        expect([status, header('etag'), header('content-range')]).toEqual([404, null, null]);
      }
  });
});
