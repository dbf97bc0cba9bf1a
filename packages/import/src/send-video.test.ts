import { ApiError, catalog, type Endpoint, type ErrorCode } from '@larksong/contracts';
import { expect, test } from 'vitest';

import type { Obstacle } from './obstacle.ts';
import type { SendBody } from './send-parts.ts';
import { LARGE_BYTES, sendVideo } from './send-video.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** Two whole parts and a shorter one. */
const SIZE_BYTES = LARGE_BYTES + 5;
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const UPLOAD = '0198f3c2-7a1e-7d40-b1c9-00000000a001';

/** A call that the site received; `body` is the range of a part, or the fields of the form. */
interface Received {
  part: number | undefined;
  body: unknown;
  headers: Record<string, string> | undefined;
  signal: AbortSignal;
}
type Reply = (received: Received, onProgress: (sentBytes: number) => void) => Promise<void> | void;

const failure = (status: number, code?: ErrorCode) =>
  new ApiError({ message: `failure ${status}`, status, ...(code ? { code } : {}) });

interface Film {
  sizeBytes?: number;
  storedParts?: number[];
  reply?: Reply;
}

/** Sends a film to a site that has `storedParts` and stores everything, unless `reply` throws. */
function send({ sizeBytes = SIZE_BYTES, storedParts = [], reply = () => {} }: Film = {}) {
  const received: Received[] = [];
  const sent: [number, boolean?][] = [];
  const obstacles: Obstacle[] = [];
  const ending = new AbortController();
  const sendBody = async (
    endpoint: Endpoint,
    body: unknown,
    { params, headers, signal, onProgress = () => {} }: Parameters<SendBody<string>>[2],
  ) => {
    const part = endpoint === catalog.putUploadPart ? Number(params?.['number']) : undefined;
    const call = { part, body: body instanceof FormData ? Object.fromEntries(body) : body, headers, signal };
    received.push(call);
    signal.throwIfAborted();
    await reply(call, onProgress);
    return endpoint === catalog.uploadVideo ? { video: { id: VIDEO } } : { sizeBytes: 0 };
  };
  const result = sendVideo<string>({
    sizeBytes,
    idempotencyKey: 'key',
    sendBody: sendBody as SendBody<string>, // responds to the two calls that are made
    slice: (start, end) => `${start}-${end}`,
    openUpload: async () => ({
      id: UPLOAD,
      sizeBytes,
      partSizeBytes: PART_BYTES,
      partCount: 3,
      storedParts,
      expiresAt: '2026-12-01T00:00:00.000Z',
    }),
    toForm: (upload) => {
      const form = new FormData();
      form.append('title', 'A film');
      if (upload) form.append('uploadId', upload.uploadId);
      else form.append('video', 'bytes');
      return form;
    },
    onSent: (bytes, isFresh) => void sent.push(isFresh === undefined ? [bytes] : [bytes, isFresh]),
    signal: ending.signal,
    onObstacle: (obstacle) => void obstacles.push(obstacle),
    pause: async () => {},
  });
  return { result, received, sent, obstacles, ending };
}

const listParts = (received: readonly Received[]) => received.flatMap(({ part }) => part ?? []);

test('a file of up to 16 MiB is sent in one call, with its form and key', async () => {
  const { result, received, obstacles } = send({ sizeBytes: LARGE_BYTES });
  expect(await result).toBe(VIDEO);
  expect(received).toMatchObject([
    { part: undefined, body: { title: 'A film', video: 'bytes' }, headers: { 'idempotency-key': 'key' } },
  ]);
  expect(obstacles).toEqual([]);
});

test('the single call of a small file is not repeated', async () => {
  const reply = () => {
    throw failure(503, 'TOO_BUSY');
  };
  const { result, received } = send({ sizeBytes: 1, reply });
  await expect(result).rejects.toThrow('failure 503');
  expect(received).toHaveLength(1);
});

test('a larger file is sent in parts, and its form names the upload', async () => {
  const { result, received, sent } = send();
  expect(await result).toBe(VIDEO);
  expect(received.slice(0, 3).map(({ body }) => body)).toEqual([
    `0-${PART_BYTES}`,
    `${PART_BYTES}-${2 * PART_BYTES}`,
    `${2 * PART_BYTES}-${SIZE_BYTES}`,
  ]);
  expect(received[3]).toMatchObject({
    body: { title: 'A film', uploadId: UPLOAD },
    headers: { 'idempotency-key': 'key' },
  });
  expect(sent[0]).toEqual([0, true]);
  expect(sent.at(-1)).toEqual([SIZE_BYTES]);
});

test('an upload resumes after the parts that the server has', async () => {
  const { result, received, sent } = send({ storedParts: [1, 3] });
  await result;
  expect(listParts(received)).toEqual([2]);
  expect(sent).toEqual([[PART_BYTES + 5, true], [SIZE_BYTES]]);
});

test('two parts are sent at a time', async () => {
  let running = 0;
  let most = 0;
  const reply: Reply = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await send({ reply }).result;
  expect(most).toBe(2);
});

test('a part is repeated until it arrives, and bytes of failed attempts do not count', async () => {
  const errors = [failure(0), failure(503, 'MAINTENANCE')];
  const reply: Reply = ({ part }, onProgress) => {
    if (part !== undefined) onProgress(1_000);
    const error = errors.shift();
    if (error) throw error;
  };
  const { result, received, sent, obstacles } = send({ storedParts: [1, 3], reply });
  await result;
  expect(listParts(received)).toEqual([2, 2, 2]);
  expect(obstacles).toEqual(['lost', 'read-only']);
  const storedBytes = PART_BYTES + 5;
  expect(sent.map(([bytes]) => bytes - storedBytes)).toEqual([0, 1_000, 0, 1_000, 0, 1_000, PART_BYTES]);
});

test('a refused part ends the upload and the other part that is being sent', async () => {
  let other: AbortSignal | undefined;
  const reply: Reply = async ({ part, signal }) => {
    if (part === 2) throw failure(507, 'STORAGE_FULL');
    other = signal;
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const { result, received, ending } = send({ reply });
  await expect(result).rejects.toThrow('failure 507');
  expect(listParts(received)).toEqual([1, 2]);
  expect([other?.aborted, ending.signal.aborted]).toEqual([true, false]);
});

test('an aborted upload rejects with the reason and sends nothing more', async () => {
  const { result, received, ending } = send({
    reply: async ({ part, signal }) => {
      if (part === 2) ending.abort(new Error('cancelled'));
      signal.throwIfAborted();
    },
  });
  await expect(result).rejects.toThrow('cancelled');
  expect(listParts(received)).toEqual([1, 2]);
});

test('the form of a large file is repeated while the site is away, but not if it is refused', async () => {
  const errors = [failure(0), failure(400, 'VALIDATION_FAILED')];
  const reply: Reply = ({ part }) => {
    const error = part === undefined ? errors.shift() : undefined;
    if (error) throw error;
  };
  const { result, received, obstacles } = send({ storedParts: [1, 2, 3], reply });
  await expect(result).rejects.toThrow('failure 400');
  expect(received).toHaveLength(2);
  expect(obstacles).toEqual(['lost']);
});
