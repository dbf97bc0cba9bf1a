import { callbackify } from 'node:util';

import { AppError } from '@larksong/service-kit';
import type { ObjectInfo, Storage } from '@larksong/service-kit/storage';
import { RandomAccessReader } from 'yauzl';

/** Returns the bytes of a file from `start` on; rejects if it has fewer. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

/** Size of the block that is read at once and kept for the next read: headers and small files are side by side. */
const BLOCK_BYTES = 128 * 1024;

/** Returns a reader of an object in storage, which holds one block in memory. */
export function readStored(
  storage: Storage,
  { key, sizeBytes }: Pick<ObjectInfo, 'key' | 'sizeBytes'>,
): ReadBytes {
  let block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  async function fetch(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    const range = { start, end: start + length - 1 };
    if (!(await storage.read(key, () => [bytes], range))) throw new AppError('UNAVAILABLE'); // it was there
    return bytes;
  }
  return async (start, length) => {
    if (length === 0) return Buffer.alloc(0);
    if (start < 0 || start + length > sizeBytes) throw new RangeError('the zip ends before');
    if (start < block.start || start + length > block.start + block.bytes.length)
      block = {
        start,
        bytes: await fetch(start, Math.min(Math.max(length, BLOCK_BYTES), sizeBytes - start)),
      };
    const from = start - block.start;
    return block.bytes.subarray(from, from + length);
  };
}

/** Lets yauzl read by way of a function; only whole buffers, no streams. */
export class BytesReader extends RandomAccessReader {
  readonly #read: ReadBytes;

  constructor(read: ReadBytes) {
    super();
    this.#read = read;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const fill = callbackify(async () => {
      (await this.#read(position, length)).copy(buffer, offset);
    });
    fill((error) => callback(error));
  }
}
