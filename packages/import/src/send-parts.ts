import { catalog, type Data, type Endpoint } from '@larksong/contracts';
import pMap from 'p-map';

import { keepTrying, type Trying } from './keep-trying.ts';

/** Number of parts of one film that are sent concurrently. */
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

interface BodyOptions {
  params?: Record<string, string>;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Reports the bytes of the body that have left this device, if the client can tell. */
  onProgress?: (sentBytes: number) => void;
}

/** Makes a call whose body is a form or bytes in the client's own form, such as a `Blob`. */
export type SendBody<B> = <E extends Endpoint>(
  endpoint: E,
  body: FormData | B,
  options: BodyOptions,
) => Promise<Data<E>>;

export interface SendPartsOptions<B> extends Trying {
  sendBody: SendBody<B>;
  /** Returns bytes of the file (the end is exclusive). */
  slice: (start: number, end: number) => B | Promise<B>;
  /** Receives the bytes of the whole file that were sent, including those that the server had before. */
  onSent: (sentBytes: number) => void;
}

/** Sends the missing parts, two at a time, retrying each. Rejects with a refusal, or with the signal's reason. */
export async function sendParts<B>(
  upload: catalog.PartedUpload,
  options: SendPartsOptions<B>,
): Promise<void> {
  const sent = new Map<number, number>();
  const storedBytes = toStoredBytes(upload);
  const group = new AbortController();
  const signal = AbortSignal.any([options.signal, group.signal]);
  const note = (part: Part, bytes: number) => {
    sent.set(part.number, Math.min(bytes, part.end - part.start));
    options.onSent([...sent.values()].reduce((sum, one) => sum + one, storedBytes));
  };
  const send = (part: Part) => sendPart(part, { ...options, uploadId: upload.id, signal, note });
  try {
    await pMap(listMissingParts(upload), send, { concurrency: CONCURRENCY });
  } catch (error) {
    group.abort(); // the other sender would continue for nothing
    throw error;
  }
}

interface SendPartOptions<B> extends SendPartsOptions<B> {
  uploadId: string;
  note: (part: Part, sentBytes: number) => void;
}

async function sendPart<B>(part: Part, options: SendPartOptions<B>): Promise<void> {
  const { uploadId, sendBody, slice, signal, note } = options;
  const bytes = await slice(part.start, part.end);
  const params = { id: uploadId, number: String(part.number) };
  const onProgress = (sentBytes: number) => note(part, sentBytes);
  await keepTrying(async () => {
    try {
      await sendBody(catalog.putUploadPart, bytes, { params, signal, onProgress });
      note(part, part.end - part.start);
    } catch (error) {
      if (!signal.aborted) note(part, 0);
      throw error;
    }
  }, options);
}
