import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import type { ObjectInfo, UploadedPart } from './types.ts';

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
