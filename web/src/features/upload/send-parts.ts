import { ApiError, catalog } from '@larksong/contracts';
import { keepTrying, type Trying } from '@larksong/import';
import pMap from 'p-map';

import { sendBody } from '../../api/send-body.ts';

const CONCURRENCY = 2;

/** A part of the file: its number from 1, and its bytes (the end is exclusive). */
export interface Part {
  number: number;
  start: number;
  end: number;
}

/** Lists the parts that the server does not have yet, in order. */
export function listMissingParts(upload: catalog.PartedUpload): Part[] {
  const { sizeBytes, partSizeBytes, partCount, storedParts } = upload;
  return Array.from({ length: partCount }, (_, index) => ({
    number: index + 1,
    start: index * partSizeBytes,
    end: Math.min(sizeBytes, (index + 1) * partSizeBytes),
  })).filter((part) => !storedParts.includes(part.number));
}

/** Returns how many bytes of the file the server has. */
export function toStoredBytes(upload: catalog.PartedUpload): number {
  return listMissingParts(upload).reduce((rest, { start, end }) => rest - (end - start), upload.sizeBytes);
}

interface SendPartsOptions extends Trying {
  /** Receives the bytes of the whole file that were sent, including those that the server had before. */
  onSent: (sentBytes: number) => void;
  failure: string;
}

/** Sends the missing parts, two at a time, retrying each. Rejects with a refusal, or with the signal's reason. */
export async function sendParts(
  file: File,
  upload: catalog.PartedUpload,
  options: SendPartsOptions,
): Promise<void> {
  const sent = new Map<number, number>();
  const storedBytes = toStoredBytes(upload);
  const group = new AbortController();
  const signal = AbortSignal.any([options.signal, group.signal]);
  const note = (part: Part, bytes: number) => {
    sent.set(part.number, Math.min(bytes, part.end - part.start));
    options.onSent([...sent.values()].reduce((sum, one) => sum + one, storedBytes));
  };
  const send = (part: Part) => sendPart(file, part, { ...options, uploadId: upload.id, signal, note });
  try {
    await pMap(listMissingParts(upload), send, { concurrency: CONCURRENCY });
  } catch (error) {
    group.abort(); // the other sender would continue for nothing
    throw error;
  }
}

interface SendPartOptions extends SendPartsOptions {
  uploadId: string;
  note: (part: Part, sentBytes: number) => void;
}

function sendPart(file: File, part: Part, options: SendPartOptions): Promise<void> {
  const { uploadId, signal, note, failure } = options;
  const bytes = file.slice(part.start, part.end, 'application/octet-stream');
  return keepTrying(async () => {
    try {
      await sendBody(catalog.putUploadPart, bytes, {
        params: { id: uploadId, number: String(part.number) },
        signal,
        failure,
        onProgress: (sentBytes) => note(part, sentBytes),
      });
      note(part, bytes.size);
    } catch (error) {
      if (signal.aborted) throw error;
      note(part, 0);
      if (error instanceof ApiError && error.status === 0) await assertReadable(bytes);
      throw error;
    }
  }, options);
}

/** A file that was moved or changed after it was chosen looks like a lost connection. */
async function assertReadable(bytes: Blob): Promise<void> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileGoneError({ cause });
  }
}

/** The file was changed, moved or deleted on the device while it was being sent. */
export class FileGoneError extends Error {
  override name = 'FileGoneError';

  constructor(options: ErrorOptions) {
    super('The file can no longer be read. Please choose it again.', options);
  }
}
