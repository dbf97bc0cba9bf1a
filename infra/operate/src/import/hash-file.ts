import { createReadStream } from 'node:fs';

import { hashSource } from '@larksong/service-kit/storage';

const CHUNK_BYTES = 1024 * 1024;

/** Returns the hash of a file as the server calculates it for its source. */
export async function hashFile(place: string, signal: AbortSignal): Promise<string> {
  return hashSource(createReadStream(place, { highWaterMark: CHUNK_BYTES, signal }));
}
