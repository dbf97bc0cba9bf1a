import { hashFile } from './hash-file.ts';

/** A file to hash, and the response to it. */
export interface HashRequest {
  id: number;
  file: Blob;
}
export type HashResponse = { id: number; hash: string } | { id: number; hash: null };

addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  const respond = (hash: string | null) => postMessage({ id: data.id, hash });
  hashFile(data.file).then(respond, () => respond(null));
});
