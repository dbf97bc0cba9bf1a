import { catalog } from '@larksong/contracts';

import { keepTrying } from './keep-trying.ts';
import { sendParts, toStoredBytes, type SendPartsOptions } from './send-parts.ts';

/** Larger files are sent in parts. */
export const LARGE_BYTES = 16 * 1024 * 1024;

interface SendVideoOptions<B> extends SendPartsOptions<B> {
  sizeBytes: number;
  /** Makes repeated sending of the same video create one video. */
  idempotencyKey: string;
  /** Starts the upload in parts, or returns the one that an earlier attempt has begun. */
  openUpload: () => Promise<catalog.PartedUpload>;
  /** Returns the fields of the video, with the file itself unless its parts are stored in an upload. */
  toForm: (upload?: { uploadId: string }) => FormData | Promise<FormData>;
  /** As for the parts. `isFresh`: sending starts or resumes here, so that earlier speed measurements are invalid. */
  onSent: (sentBytes: number, isFresh?: boolean) => void;
}

/**
 * Sends a video and returns its id: a large one in parts, each call of which is repeated until the site responds, and
 * another one in a single call, which is not. Rejects with the last failure, or with the signal's reason. If the server
 * refuses the form of a large file (its title, for example), the parts are kept.
 */
export async function sendVideo<B>(options: SendVideoOptions<B>): Promise<string> {
  const { sizeBytes, idempotencyKey, sendBody, openUpload, toForm, onSent, signal } = options;
  const headers = { 'idempotency-key': idempotencyKey };
  if (sizeBytes <= LARGE_BYTES) {
    const sent = await sendBody(catalog.uploadVideo, await toForm(), { headers, signal, onProgress: onSent });
    return sent.video.id;
  }
  const upload = await openUpload();
  onSent(toStoredBytes(upload), true);
  await sendParts(upload, options);
  const form = await toForm({ uploadId: upload.id });
  const { video } = await keepTrying(() => sendBody(catalog.uploadVideo, form, { headers, signal }), options);
  return video.id;
}
