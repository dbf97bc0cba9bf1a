import { catalog } from '@larksong/contracts';

/**
 * Returns the hash of a file as the server calculates it for its source, reading one part at a time. Rejects if the file
 * can no longer be read.
 */
export async function hashFile(file: Blob): Promise<string> {
  const digest = await findDigest();
  const count = Math.max(1, Math.ceil(file.size / catalog.SOURCE_PART_BYTES));
  const hashes = new Uint8Array(count * HASH_BYTES);
  for (let index = 0; index < count; index += 1) {
    const start = index * catalog.SOURCE_PART_BYTES;
    const part = file.slice(start, start + catalog.SOURCE_PART_BYTES);
    // One part in memory at a time.
    hashes.set(await digest(await part.arrayBuffer()), index * HASH_BYTES);
  }
  return toHex(await digest(hashes.buffer));
}

const HASH_BYTES = 32;

type Digest = (bytes: ArrayBuffer) => Promise<Uint8Array>;

/** Returns the browser's own SHA-256, or one in JavaScript on a page without https, where it is missing. */
async function findDigest(): Promise<Digest> {
  // The type claims that it exists everywhere.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle) return async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return async (bytes) => sha256(new Uint8Array(bytes));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
