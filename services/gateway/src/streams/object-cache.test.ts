import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

import type { WritableBody } from '@larksong/service-kit';
import type { ByteRange, Storage } from '@larksong/service-kit/storage';
import { afterEach, expect, test } from 'vitest';

import { createObjectCache, type ObjectCache } from './object-cache.ts';
import { PIECE_BYTES } from './pieces.ts';

const SIZES = [0, 1, 1000, 65_535, 65_536, 262_144, 262_145, 700_000, 1_400_000];
/** The objects of storage, by number. */
const OBJECTS = Array.from({ length: 90 }, (_, number) => randomBytes(SIZES[number % SIZES.length] ?? 0));
const LARGEST = SIZES.length - 1;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HASHES = OBJECTS.map(hash);
const HEAD_END = '\r\n\r\n';

let reads = 0;
let readBytes = 0;
/** After this many bytes of an object, storage fails. */
let failsAfter = Infinity;
afterEach(() => {
  failsAfter = Infinity;
});
const storage = {
  async read(key: string, allocate: (sizeBytes: number) => Uint8Array[], range?: ByteRange) {
    const object = OBJECTS[Number(key)];
    if (!object) return undefined;
    reads += 1;
    const bytes = range ? object.subarray(range.start, range.end + 1) : object;
    readBytes += bytes.length;
    let from = 0;
    for (const buffer of allocate(bytes.length)) {
      await new Promise(setImmediate);
      if (from >= failsAfter) throw new Error('storage failed');
      buffer.set(bytes.subarray(from, from + buffer.length));
      from += buffer.length;
    }
    return { key, sizeBytes: object.length, etag: '"1"', modifiedAt: new Date() };
  },
} as unknown as Storage; // the cache only reads

function afterTurns(count: number, then: () => void): void {
  if (count === 0) then();
  else setImmediate(() => afterTurns(count - 1, then));
}

/** Returns a response on a connection that sends each piece only after some turns of the event loop. */
function createResponse(slowness = 0, { stopsAfterBytes = Infinity } = {}) {
  const digest = createHash('sha256');
  const seen = { mostWaiting: 0 };
  let isHead = true;
  let sentBytes = 0;
  const socket = new Duplex({
    highWaterMark: 64 * 1024,
    read() {},
    write(data: Buffer, _encoding, done) {
      seen.mostWaiting = Math.max(seen.mostWaiting, socket.writableLength);
      const body = isHead ? data.subarray(data.indexOf(HEAD_END) + HEAD_END.length) : data;
      isHead = false;
      sentBytes += body.length;
      if (sentBytes > stopsAfterBytes) return;
      afterTurns(slowness, () => {
        digest.update(body);
        done();
      });
    },
  });
  const response = new ServerResponse(new IncomingMessage(socket as Socket)); // only what a stream has is used
  response.assignSocket(socket as Socket);
  return { response, socket, digest, seen };
}

async function open(cache: ObjectCache, number: number): Promise<WritableBody> {
  const file = await cache.find(String(number));
  const body = await file?.open(undefined);
  if (!body || !('writeTo' in body)) throw new Error(`object ${number} was not found`);
  return body;
}

/** Sends an object and returns the hash of the received bytes. */
async function send(cache: ObjectCache, number: number, slowness = 0): Promise<string> {
  const { response, digest } = createResponse(slowness);
  const body = await open(cache, number);
  response.setHeader('content-length', OBJECTS[number]?.length ?? 0); // without chunks in between
  await Promise.all([body.writeTo(response), once(response, 'finish')]);
  return digest.digest('hex');
}

test('objects arrive intact at readers of all speeds while other objects evict them', async () => {
  const cache = createObjectCache(storage, { maxBytes: 4_000_000 });
  const wrong: number[] = [];
  await Promise.all(
    Array.from({ length: 40 }, async (_, reader) => {
      for (let time = 0; time < 20; time += 1) {
        const number = (reader * 7 + time * 13) % OBJECTS.length;
        if ((await send(cache, number, reader % 4)) !== HASHES[number]) wrong.push(number);
      }
    }),
  );
  expect(wrong).toEqual([]);
  expect(cache.sizeBytes()).toBeLessThanOrEqual(4_000_000);
});

test('an object is intact for a slow reader after it was evicted', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  const slow = send(cache, LARGEST, 300);
  for (let number = LARGEST + 1; number < OBJECTS.length; number += 1)
    expect(await send(cache, number)).toBe(HASHES[number]);
  expect(await slow).toBe(HASHES[LARGEST]);
});

test('an object that is evicted while it is being sent is read at most twice', async () => {
  const cache = createObjectCache(storage, { maxBytes: 2_000_000 });
  readBytes = 0;
  const large = OBJECTS.flatMap(({ length }, number) => (length === SIZES[LARGEST] ? [number] : []));
  await Promise.all(large.map((number) => send(cache, number, 20)));
  expect(readBytes).toBeLessThanOrEqual(2 * large.length * (SIZES[LARGEST] ?? 0));
});

test('a client that reads slowly is given one piece at a time, and a fast one four', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  const [slow, fast] = [createResponse(1), createResponse()];
  await (await open(cache, LARGEST)).writeTo(slow.response);
  await (await open(cache, LARGEST)).writeTo(fast.response);
  const head = 1000;
  expect(slow.seen.mostWaiting).toBeLessThan(PIECE_BYTES + head);
  expect(fast.seen.mostWaiting).toBeGreaterThanOrEqual(4 * PIECE_BYTES);
  expect(fast.seen.mostWaiting).toBeLessThan(4 * PIECE_BYTES + head);
});

test('responses are written in turns: after the first, one begins in each round of the event loop', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  const responses = Array.from({ length: 5 }, () => createResponse());
  const sends = await Promise.all(
    responses.map(async ({ response }) => {
      const body = await open(cache, LARGEST);
      return () => body.writeTo(response);
    }),
  );
  const whenSent = Promise.all(sends.map(async (send) => send()));
  const begun: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await new Promise(setImmediate);
    begun.push(responses.filter(({ seen }) => seen.mostWaiting > 0).length);
  }
  expect(begun).toEqual([2, 3, 4, 5]);
  await whenSent;
});

test('clients that were fast and stop reading hold few pieces together', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  const stopped = [];
  for (let client = 0; client < 40; client += 1) {
    const { response, socket } = createResponse(0, { stopsAfterBytes: PIECE_BYTES });
    const sending = (await open(cache, LARGEST)).writeTo(response);
    await new Promise((resolve) => afterTurns(3, () => resolve(undefined)));
    stopped.push({ socket, sending });
  }
  const held = stopped.map(({ socket }) => Math.ceil(socket.writableLength / PIECE_BYTES));
  expect(held[0]).toBe(4);
  expect(held.at(-1)).toBe(1);
  expect(held.reduce((sum, count) => sum + count - 1, 0)).toBe(64);
  for (const { socket, sending } of stopped) {
    socket.destroy();
    await sending;
  }
  for (let number = 0; number < OBJECTS.length; number += 1)
    expect(await send(cache, number)).toBe(HASHES[number]);
  const { response, seen } = createResponse();
  await (await open(cache, LARGEST)).writeTo(response);
  expect(seen.mostWaiting).toBeGreaterThanOrEqual(4 * PIECE_BYTES);
});

test('an object larger than the memory arrives intact', async () => {
  const cache = createObjectCache(storage, { maxBytes: 100_000 });
  expect(await send(cache, LARGEST)).toBe(HASHES[LARGEST]);
});

test('a reader that leaves in the middle of an object releases its memory once', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  for (let time = 0; time < 20; time += 1) {
    const { response, socket } = createResponse(1);
    const sending = (await open(cache, LARGEST)).writeTo(response);
    socket.destroy();
    await sending;
  }
  for (let number = 0; number < OBJECTS.length; number += 1)
    expect(await send(cache, number)).toBe(HASHES[number]);
});

test('a thousand readers that stop hold less memory than a gateway has, and others stay intact', async () => {
  const cache = createObjectCache(storage, { maxBytes: 3_000_000 });
  const large = OBJECTS.flatMap(({ length }, number) => (length === SIZES[LARGEST] ? [number] : []));
  const stopped: { socket: Duplex; sending: Promise<void> }[] = [];
  for (let reader = 0; reader < 1000; reader += 1) {
    const { response, socket } = createResponse(0, { stopsAfterBytes: 0 });
    const body = await open(cache, large[reader % large.length] ?? LARGEST);
    stopped.push({ socket, sending: body.writeTo(response) });
  }
  expect(cache.heldBytes()).toBeGreaterThan(128 * 1024 * 1024);
  expect(cache.heldBytes()).toBeLessThan(180 * 1024 * 1024);
  for (const number of large) expect(await send(cache, number)).toBe(HASHES[number]);
  for (const { socket } of stopped) socket.destroy();
  await Promise.all(stopped.map(({ sending }) => sending));
  expect(cache.heldBytes()).toBeLessThan(4_000_000);
});

test('simultaneous requests for an object read it once', async () => {
  const cache = createObjectCache(storage, { maxBytes: 4_000_000 });
  reads = 0;
  const hashes = await Promise.all(Array.from({ length: 50 }, () => send(cache, LARGEST)));
  expect(new Set(hashes)).toEqual(new Set([HASHES[LARGEST]]));
  expect(reads).toBe(1);
});

test('a request that is given up does not end the read that others share', async () => {
  const cache = createObjectCache(storage, { maxBytes: 4_000_000 });
  reads = 0;
  const first = open(cache, LARGEST);
  const others = Promise.all(Array.from({ length: 5 }, () => send(cache, LARGEST)));
  const { response, socket } = createResponse();
  socket.destroy();
  await (await first).writeTo(response);
  expect(new Set(await others)).toEqual(new Set([HASHES[LARGEST]]));
  expect(reads).toBe(1);
});

test('an object whose read fails half-way fails for all its readers, and is read again for the next', async () => {
  const cache = createObjectCache(storage, { maxBytes: 4_000_000 });
  failsAfter = 500_000;
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => send(cache, LARGEST)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(cache.sizeBytes()).toBe(0);
  failsAfter = Infinity;
  // Memory of the failed read is used again, and must not be handed out twice.
  const hashes = await Promise.all(OBJECTS.map((_, number) => send(cache, number)));
  expect(hashes).toEqual(HASHES);
});

test('a response whose object left the memory breaks off if storage fails, and others stay intact', async () => {
  const cache = createObjectCache(storage, { maxBytes: 2_000_000 });
  const slow = send(cache, LARGEST, 300).catch((error: Error) => error.message);
  for (let number = LARGEST + 1; number < 3 * SIZES.length; number += 1) await send(cache, number);
  failsAfter = 0;
  expect(await slow).toBe('storage failed');
  failsAfter = Infinity;
  for (let number = 0; number < OBJECTS.length; number += 1)
    expect(await send(cache, number)).toBe(HASHES[number]);
});
