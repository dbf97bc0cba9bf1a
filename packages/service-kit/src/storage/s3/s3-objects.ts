import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { toS3StorageError } from './s3-errors.ts';
import type { Allocate, ByteRange, ObjectInfo, ObjectStream, UploadedPart } from '../types.ts';

/** Returns the entity tag that S3 gives an object uploaded in parts. */
export function multipartTag(parts: UploadedPart[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(etag, 'hex');
  return `"${hash.digest('hex')}-${parts.length}"`;
}

/** Returns the metadata of the whole object from the headers of a GET response, which may be partial. */
export function toObjectInfo(key: string, headers: IncomingHttpHeaders): ObjectInfo {
  const whole = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  return {
    key,
    sizeBytes: Number(whole),
    etag: headers.etag ?? '',
    modifiedAt: new Date(headers['last-modified'] ?? 0),
  };
}

/** Reads an object, or a range of it, into the buffers that `allocate` returns, if any, and returns its metadata. */
export async function readInto(
  { stream, ...info }: ObjectStream,
  allocate: Allocate,
  range: ByteRange = { start: 0, end: info.sizeBytes - 1 },
): Promise<ObjectInfo> {
  const buffers = allocate(range.end + 1 - range.start);
  try {
    if (buffers) await fill(buffers, stream);
  } catch (error) {
    throw toS3StorageError(error);
  } finally {
    stream.destroy();
  }
  return info;
}

async function fill(buffers: Uint8Array[], stream: AsyncIterable<Buffer>): Promise<void> {
  let [index, at] = [0, 0];
  for await (const data of stream)
    for (let from = 0; from < data.length;) {
      const buffer = buffers[index];
      if (!buffer) throw new Error('an object in storage is longer than it was');
      const copied = data.copy(buffer, at, from);
      [from, at] = [from + copied, at + copied];
      if (at === buffer.length) [index, at] = [index + 1, 0];
    }
  if (index < buffers.length) throw new Error('an object in storage is shorter than it was');
}
