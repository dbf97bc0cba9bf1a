import { ApiError, catalog } from '@larksong/contracts';
import { keepTrying, sendVideo as sendVideoTo, type SendBody, type Trying } from '@larksong/import';

import { call } from '../../api/client.ts';
import { sendBody } from '../../api/send-body.ts';
import { text } from '../../lib/texts.ts';
import { assertReadable } from './file-gone.ts';
import { toFormData, type UploadForm } from './form.ts';
import { findUnfinished, forgetUnfinished, rememberUnfinished } from './unfinished.ts';

interface SendVideoOptions extends Trying {
  /** Makes repeated submits of the same form create one video. */
  idempotencyKey: string;
  /** `isFresh`: sending starts or resumes here, so that earlier speed measurements are invalid. */
  onSent: (sentBytes: number, isFresh?: boolean) => void;
  /** The server has lost its parts of this file, so it is sent from the beginning. */
  onRestart: () => void;
}

/**
 * Sends a video and returns its id. If the server loses an upload in parts, it is restarted once. Rejects with an
 * `ApiError`, with an error of the file, or with the signal's reason.
 */
export async function sendVideo(form: UploadForm, file: File, options: SendVideoOptions): Promise<string> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      const videoId = await sendVideoTo<Blob>({
        ...options,
        sizeBytes: file.size,
        sendBody: sendReadable,
        slice: (start, end) => file.slice(start, end, 'application/octet-stream'),
        openUpload: () => openUpload(file, options),
        toForm: (upload) => toFormData(form, upload ?? file),
      });
      forgetUnfinished(file);
      return videoId;
    } catch (error) {
      if (!isGone(error)) throw error;
      forgetUnfinished(file);
      if (restarts > 0) throw error;
      options.onRestart();
    }
  }
}

/** A file that was moved or changed after it was chosen looks like a lost connection. */
const sendReadable: SendBody<Blob> = async (endpoint, body, options) => {
  try {
    return await sendBody(endpoint, body, { ...options, failure: text('upload.failed') });
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && body instanceof Blob) await assertReadable(body);
    throw error;
  }
};

/** Returns the upload that this device has begun for the file; otherwise starts one, which the server may refuse. */
async function openUpload(file: File, options: SendVideoOptions): Promise<catalog.PartedUpload> {
  const found = await findStored(file, options);
  if (found !== undefined) return found;
  const { signal } = options;
  const body = { sizeBytes: file.size };
  const { data } = await keepTrying(() => call(catalog.startUpload, { body }, { signal }), options);
  rememberUnfinished(file, data.upload.id);
  return data.upload;
}

async function findStored(file: File, options: SendVideoOptions): Promise<catalog.PartedUpload | undefined> {
  const id = findUnfinished(file);
  if (id === undefined) return undefined;
  const { signal, onRestart } = options;
  try {
    const { data } = await keepTrying(() => call(catalog.getUpload, { params: { id } }, { signal }), options);
    return data.upload;
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetUnfinished(file);
    onRestart();
    return undefined;
  }
}

/** Deletes the stored parts of a file. Never rejects: if the call fails, the server deletes them later. */
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

/** Returns a new key. Unlike `randomUUID`, works on plain http. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
