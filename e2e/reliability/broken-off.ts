import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import { connectTo, FORM_TYPE, toFormBody, toRequestBytes, writeAll } from '../support/raw-upload.ts';

const MIB = 1024 ** 2;
const LARGEST_BYTES = 18 * MIB;
const CONTENT = randomBytes(LARGEST_BYTES);
/** Bytes that may be missing at the end of an otherwise complete request. */
const TAIL_BYTES = 32;

export interface Target {
  site: Stack;
  account: Account;
}

/** Returns a size within one packet, within a storage part, or across several parts. */
function pickSize(random: Random): number {
  return random.whole(1, random.pick([2000, 300_000, 300_000, 2 * MIB, LARGEST_BYTES]));
}

/** Returns a form with its file first or last. */
function makeForm(random: Random, account: Account): Buffer {
  const file = { name: 'video', value: CONTENT.subarray(0, pickSize(random)), fileName: 'clip.mp4' };
  const fields = [
    { name: 'title', value: 'Broken off' },
    { name: 'visibility', value: 'public' },
  ];
  return toRequestBytes({
    method: 'POST',
    path: '/api/admin/videos/upload',
    token: account.accessToken,
    contentType: FORM_TYPE,
    encoding: random.pick(['length', 'chunked'] as const),
    body: toFormBody(random.chance(0.5) ? [file, ...fields] : [...fields, file]),
  });
}

/** Creates an upload with some stored parts. Returns the request for one more. */
async function makePart(random: Random, target: Target): Promise<Buffer> {
  const { account } = target;
  const sizeBytes = pickSize(random);
  const { data } = await account.call(catalog.startUpload, { body: { sizeBytes } });
  const { id, partSizeBytes, partCount } = data.upload;
  const broken = random.whole(1, partCount);
  const toPath = (number: number) => `/api/admin/uploads/${id}/parts/${number}`;
  const toBody = (number: number) =>
    CONTENT.subarray((number - 1) * partSizeBytes, Math.min(number * partSizeBytes, sizeBytes));
  for (let number = 1; number < broken; number += 1) {
    await putPart(target, toPath(number), toBody(number));
  }
  return toRequestBytes({
    method: 'PUT',
    path: toPath(broken),
    token: account.accessToken,
    contentType: 'application/octet-stream',
    encoding: random.pick(['length', 'chunked'] as const),
    body: toBody(broken),
  });
}

/** Stores a part as soon as a slot is free; earlier interrupted parts release theirs. */
async function putPart({ site, account }: Target, path: string, body: Buffer<ArrayBuffer>): Promise<void> {
  const isStored = async () => {
    const { status, text } = await rawCall(site.url + path, 'PUT', { token: account.accessToken, body });
    if (status !== 200 && status !== 503) throw new Error(`${path} was rejected: ${text}`);
    return status === 200;
  };
  await until(isStored, { what: `${path} stored`, withinSeconds: 20 });
}

/**
 * Starts an upload, by a form or in parts, and interrupts it at a random byte, by closing or resetting the connection.
 */
export async function breakOffUpload(random: Random, target: Target): Promise<void> {
  const bytes = random.chance(0.5) ? makeForm(random, target.account) : await makePart(random, target);
  const kept = random.whole(1, Math.max(1, bytes.length - TAIL_BYTES));
  const socket = await connectTo(target.site.url);
  socket.resume();
  await writeAll(socket, bytes.subarray(0, kept));
  if (random.chance(0.5)) socket.resetAndDestroy();
  else socket.end();
  if (!socket.closed) await once(socket, 'close').catch(() => {});
}

/** Starts the upload of a large form and stops in the middle with the connection open. */
export async function leaveInTheMiddle({ site, account }: Target): Promise<Socket> {
  const bytes = toRequestBytes({
    method: 'POST',
    path: '/api/admin/videos/upload',
    token: account.accessToken,
    contentType: FORM_TYPE,
    encoding: 'length',
    body: toFormBody([
      { name: 'title', value: 'Left in the middle' },
      { name: 'video', value: CONTENT, fileName: 'clip.mp4' },
    ]),
  });
  const socket = await connectTo(site.url);
  socket.resume();
  await writeAll(socket, bytes.subarray(0, bytes.length / 2));
  return socket;
}
