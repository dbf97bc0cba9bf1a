import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import type { ObjectInfo, UploadedPart } from './types.ts';

/** What S3 tags an object of several parts with. */
export function multipartTag(parts: UploadedPart[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(etag, 'hex');
  return `"${hash.digest('hex')}-${parts.length}"`;
}

/** What the headers of an answer to GET say about the whole object, also when it is a part of it. */
export function toObjectInfo(key: string, headers: IncomingHttpHeaders): ObjectInfo {
  const whole = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  return {
    key,
    sizeBytes: Number(whole),
    etag: headers.etag ?? '',
    modifiedAt: new Date(headers['last-modified'] ?? 0),
  };
}
