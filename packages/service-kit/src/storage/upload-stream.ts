import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '../base/errors.ts';
import { hashPart } from './source-hash.ts';
import { SourceReader } from './source-reader.ts';
import {
  PART_BYTES,
  type ObjectInfo,
  type Storage,
  type Upload,
  type UploadedPart,
  type UploadStream,
} from './types.ts';

/** Time that a failed upload waits for the part being sent before it aborts anyway. */
const LAST_PART_MS = 500;
/** Time that the caller of a failed upload waits for the cleanup, which then continues in the background. */
const CLEANUP_MS = 750;
/** The same if storage itself has failed, so that its timeout and this one stay below 3 s. */
const CLEANUP_UNAVAILABLE_MS = 300;

type Request = Parameters<UploadStream>[1];

interface State {
  upload: Upload;
  /** Settles when no part is being sent; never rejects. */
  sending: Promise<void>;
  isCompleting: boolean;
}

/** See `UploadStream`. Throws `AppError('TOO_BUSY')` if none of the process's upload places is free. */
export async function uploadStream(storage: Storage, request: Request): Promise<ObjectInfo> {
  const reader = new SourceReader(request.source, request.signal);
  try {
    const free = storage.reserveUpload();
    try {
      return await send(storage, reader, request);
    } finally {
      free();
    }
  } finally {
    reader.release();
  }
}

async function send(storage: Storage, reader: SourceReader, request: Request): Promise<ObjectInfo> {
  const upload = await storage.startUpload(request.key);
  const parts: UploadedPart[] = [];
  const state: State = { upload, sending: Promise.resolve(), isCompleting: false };
  try {
    await Promise.race([request.onStart?.(upload), reader.broken]);
    for await (const body of readParts(reader, request.maxBytes)) {
      const partNumber = parts.length + 1;
      const hash = request.onHash && hashPart(body);
      if (hash) request.onHash?.(hash);
      const release = await request.holdPart?.({ partNumber, body });
      const part = storage.putPart(upload, partNumber, body, hash);
      state.sending = settled(part).finally(release);
      parts.push(await Promise.race([part, reader.broken]));
    }
    state.isCompleting = true;
    return await storage.completeUpload(upload, parts);
  } catch (error) {
    const isAway = error instanceof AppError && error.code === 'UNAVAILABLE';
    // If storage is unavailable now, the sweep of old uploads cleans up.
    const tidied = cleanUp(storage, state).catch(() => {});
    await Promise.race([tidied, delay(isAway ? CLEANUP_UNAVAILABLE_MS : CLEANUP_MS)]);
    throw error;
  }
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}

/** Yields parts of `PART_BYTES`, the last one shorter, at least one. Each part is overwritten by the next. */
async function* readParts(reader: SourceReader, maxBytes: number): AsyncGenerator<Uint8Array> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let filled = 0;
  let total = 0;
  for (let chunk = await reader.read(); chunk !== undefined; chunk = await reader.read()) {
    total += chunk.length;
    if (total > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    for (let taken = 0; taken < chunk.length;) {
      if (filled === PART_BYTES) {
        yield part;
        filled = 0;
      }
      const copied = chunk.copy(part, filled, taken);
      taken += copied;
      filled += copied;
    }
  }
  yield part.subarray(0, filled);
}

/**
 * Aborts an upload whose last part may still be on its way. Some servers may keep a part that arrives after the abort, so
 * a slow part is followed by a second abort.
 */
async function cleanUp(storage: Storage, { upload, sending, isCompleting }: State): Promise<void> {
  const isSent = await Promise.race([sending.then(() => true), delay(LAST_PART_MS, false)]);
  await storage.abortUpload(upload);
  // Storage may have made the object although its response did not arrive.
  if (isCompleting) await storage.delete(upload.key);
  if (isSent) return;
  await sending;
  await storage.abortUpload(upload);
}
