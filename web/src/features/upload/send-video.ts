import { ApiError, catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { sendBody } from '../../api/send-body.ts';
import { toFormData, type UploadForm } from './form.ts';
import { keepTrying, type Obstacle } from './keep-trying.ts';
import { sendParts, toStoredBytes } from './send-parts.ts';
import { findUnfinished, forgetUnfinished, rememberUnfinished } from './unfinished.ts';

/** What the user reads when the server gave no sentence of its own (specification section 8). */
export const UPLOAD_FAILED = 'Upload failed';
/** Larger files go in parts. */
export const LARGE_BYTES = 16 * 1024 * 1024;

interface SendVideoOptions {
  /** Makes a repeated submit of the same form one video. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** `isFresh`: sending begins or goes on here, so that a speed measured before means nothing. */
  onSent: (sentBytes: number, isFresh?: boolean) => void;
  onObstacle: (obstacle: Obstacle) => void;
  /** The server has lost what it had of this file, so that it is sent from the beginning. */
  onRestart: () => void;
}

/** Sends a video; gives its id. Rejects with an `ApiError`, with a file's own fault, or with the signal's reason. */
export async function sendVideo(form: UploadForm, file: File, options: SendVideoOptions): Promise<string> {
  if (file.size > LARGE_BYTES) return sendLarge(form, file, options);
  const { video } = await sendBody(catalog.uploadVideo, toFormData(form, file), {
    headers: { 'idempotency-key': options.idempotencyKey },
    signal: options.signal,
    failure: UPLOAD_FAILED,
    onProgress: options.onSent,
  });
  return video.id;
}

async function sendLarge(form: UploadForm, file: File, options: SendVideoOptions): Promise<string> {
  for (let restarts = 0; ; restarts += 1) {
    const upload = await findOrStart(file, options);
    options.onSent(toStoredBytes(upload), true);
    try {
      await sendParts(file, upload, { ...options, failure: UPLOAD_FAILED });
      return await finish(form, file, { ...options, uploadId: upload.id });
    } catch (error) {
      if (!isGone(error)) throw error;
      forgetUnfinished(file);
      if (restarts > 0) throw error;
      options.onRestart();
    }
  }
}

/** Goes on with what the server has of this file; otherwise begins anew, which it may refuse before bytes are sent. */
async function findOrStart(file: File, options: SendVideoOptions): Promise<catalog.PartedUpload> {
  const { signal } = options;
  const id = findUnfinished(file);
  if (id !== undefined) {
    try {
      const answer = await keepTrying(() => call(catalog.getUpload, { params: { id } }, { signal }), options);
      return answer.data.upload;
    } catch (error) {
      if (!isGone(error)) throw error;
      forgetUnfinished(file);
      options.onRestart();
    }
  }
  const body = { sizeBytes: file.size };
  const answer = await keepTrying(() => call(catalog.startUpload, { body }, { signal }), options);
  rememberUnfinished(file, answer.data.upload.id);
  return answer.data.upload;
}

/** Makes the upload a video. What the server refuses (a title, say) leaves the parts where they are. */
async function finish(
  form: UploadForm,
  file: File,
  options: SendVideoOptions & { uploadId: string },
): Promise<string> {
  const { uploadId, idempotencyKey, signal } = options;
  const { video } = await keepTrying(
    () =>
      sendBody(catalog.uploadVideo, toFormData(form, { uploadId }), {
        headers: { 'idempotency-key': idempotencyKey },
        signal,
        failure: UPLOAD_FAILED,
      }),
    options,
  );
  forgetUnfinished(file);
  return video.id;
}

/** Gives up what the server has of a file. Never rejects: what is not told now, the server sweeps later. */
export async function abandonUpload(file: File): Promise<void> {
  const id = findUnfinished(file);
  if (id === undefined) return;
  forgetUnfinished(file);
  try {
    await call(catalog.cancelUpload, { params: { id } });
  } catch {
    // see above
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND';
}

/** A new key. Works on plain http too, unlike `randomUUID`. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
