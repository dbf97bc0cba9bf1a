import { ApiError, catalog } from '@larksong/contracts';
import { keepTrying, type Trying } from '@larksong/import';

import { call } from '../../api/client.ts';
import { sendBody } from '../../api/send-body.ts';
import { toFormData, type UploadForm } from './form.ts';
import { sendParts, toStoredBytes } from './send-parts.ts';
import { findUnfinished, forgetUnfinished, rememberUnfinished } from './unfinished.ts';

/** Shown if the server sent no sentence (specification section 8). */
export const UPLOAD_FAILED = 'Upload failed';
/** Larger files are sent in parts. */
export const LARGE_BYTES = 16 * 1024 * 1024;

interface SendVideoOptions extends Trying {
  /** Makes repeated submits of the same form create one video. */
  idempotencyKey: string;
  /** `isFresh`: sending starts or resumes here, so that earlier speed measurements are invalid. */
  onSent: (sentBytes: number, isFresh?: boolean) => void;
  /** The server has lost its parts of this file, so it is sent from the beginning. */
  onRestart: () => void;
}

/** The state of a running upload. */
interface Run extends SendVideoOptions {
  form: UploadForm;
  file: File;
  /** The parts that the server has; null until known, and for a file that is sent in one piece. */
  upload: catalog.PartedUpload | null;
  /** Null until the video exists. */
  videoId: string | null;
}

type Step = (run: Run) => Promise<Run>;

const IN_ONE_PIECE: readonly Step[] = [sendWhole];
const IN_PARTS: readonly Step[] = [findStored, startUnlessFound, sendMissingParts, makeVideo];

/**
 * Sends a video and returns its id. If the server loses an upload in parts, it is restarted once. Rejects with an
 * `ApiError`, with an error of the file, or with the signal's reason.
 */
export async function sendVideo(form: UploadForm, file: File, options: SendVideoOptions): Promise<string> {
  const run: Run = { ...options, form, file, upload: null, videoId: null };
  if (file.size <= LARGE_BYTES) return await runSteps(IN_ONE_PIECE, run);
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await runSteps(IN_PARTS, run);
    } catch (error) {
      if (!isGone(error)) throw error;
      forgetUnfinished(file);
      if (restarts > 0) throw error;
      options.onRestart();
    }
  }
}

async function runSteps(steps: readonly Step[], run: Run): Promise<string> {
  let current = run;
  // Each step continues where the one before ended.
  for (const step of steps) current = await step(current);
  if (current.videoId === null) throw new Error('The upload ended without a video.');
  return current.videoId;
}

async function sendWhole(run: Run): Promise<Run> {
  const { form, file, idempotencyKey, signal, onSent } = run;
  const { video } = await sendBody(catalog.uploadVideo, toFormData(form, file), {
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    failure: UPLOAD_FAILED,
    onProgress: onSent,
  });
  return { ...run, videoId: video.id };
}

/** Asks the server for the stored parts, if this device has begun to send the file before. */
async function findStored(run: Run): Promise<Run> {
  const id = findUnfinished(run.file);
  if (id === undefined) return run;
  try {
    const { signal } = run;
    const answer = await keepTrying(() => call(catalog.getUpload, { params: { id } }, { signal }), run);
    return { ...run, upload: answer.data.upload };
  } catch (error) {
    if (!isGone(error)) throw error;
    forgetUnfinished(run.file);
    run.onRestart();
    return run;
  }
}

/** Announces the file, which the server may refuse before any bytes are sent. */
async function startUnlessFound(run: Run): Promise<Run> {
  if (run.upload !== null) return run;
  const { file, signal } = run;
  const body = { sizeBytes: file.size };
  const answer = await keepTrying(() => call(catalog.startUpload, { body }, { signal }), run);
  rememberUnfinished(file, answer.data.upload.id);
  return { ...run, upload: answer.data.upload };
}

async function sendMissingParts(run: Run): Promise<Run> {
  const upload = uploadOf(run);
  run.onSent(toStoredBytes(upload), true);
  await sendParts(run.file, upload, { ...run, failure: UPLOAD_FAILED });
  return run;
}

/** Turns the upload into a video. If the server refuses (a title, for example), the parts are kept. */
async function makeVideo(run: Run): Promise<Run> {
  const { form, file, idempotencyKey, signal } = run;
  const body = toFormData(form, { uploadId: uploadOf(run).id });
  const headers = { 'idempotency-key': idempotencyKey };
  const { video } = await keepTrying(
    () => sendBody(catalog.uploadVideo, body, { headers, signal, failure: UPLOAD_FAILED }),
    run,
  );
  forgetUnfinished(file);
  return { ...run, videoId: video.id };
}

function uploadOf({ upload }: Run): catalog.PartedUpload {
  if (upload === null) throw new Error('An upload in parts has not been started.');
  return upload;
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
