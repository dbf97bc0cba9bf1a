import { Readable } from 'node:stream';

import { AppError, findStoredFile, type SendableFile } from '@larksong/service-kit';
import type { ByteRange, ObjectInfo, Storage } from '@larksong/service-kit/storage';
import { LRUCache } from 'lru-cache';

/** An object in pieces of `PIECE_BYTES`, the last one shorter. */
interface KeptObject extends ObjectInfo {
  pieces: readonly Buffer[];
}

type Kept = LRUCache<string, KeptObject | 'large'>;

export interface ObjectCache {
  /** Returns a stored object to send, or undefined if it does not exist. */
  find: (key: string) => Promise<SendableFile | undefined>;
}

/** Larger objects are streamed from storage. Segments are smaller. */
const MAX_OBJECT_BYTES = 8 * 1024 * 1024;
/** Each piece has memory of its own, so that a client that reads slowly holds this much of an object, not all of it. */
const PIECE_BYTES = 256 * 1024;

/**
 * Keeps the objects that were asked for last in memory, up to `maxBytes`. Any number of simultaneous requests for an
 * object read it from storage once.
 */
export function createObjectCache(storage: Storage, { maxBytes }: { maxBytes: number }): ObjectCache {
  const kept: Kept = new LRUCache<string, KeptObject | 'large'>({
    max: 10_000,
    maxSize: maxBytes,
    maxEntrySize: MAX_OBJECT_BYTES,
    sizeCalculation: (object) => (object === 'large' ? 100 : Math.max(1, object.sizeBytes)),
    fetchMethod: (key) => read(storage, key),
  });
  return {
    async find(key) {
      const object = kept.get(key) ?? (await kept.fetch(key));
      if (!object) return undefined;
      if (object === 'large') return findStoredFile(storage, key);
      const { etag, sizeBytes } = object;
      return {
        etag,
        sizeBytes,
        open: async (range = { start: 0, end: sizeBytes - 1 }) => new ObjectReader(kept, key, range),
      };
    },
  };
}

/** Reads a range of an object piece by piece; between two pieces, it holds nothing of it. */
class ObjectReader extends Readable {
  readonly #kept: Kept;
  readonly #key: string;
  readonly #end: number;
  #at: number;

  constructor(kept: Kept, key: string, range: ByteRange) {
    super({ highWaterMark: 1 }); // one piece at a time
    this.#kept = kept;
    this.#key = key;
    this.#at = range.start;
    this.#end = range.end;
  }

  override _read(): void {
    if (this.#at > this.#end) {
      this.push(null);
      return;
    }
    const object = this.#kept.get(this.#key);
    if (object) this.#pushFrom(object);
    else void this.#fetch();
  }

  /** Reads the object again, since others have displaced it. */
  async #fetch(): Promise<void> {
    try {
      this.#pushFrom(await this.#kept.fetch(this.#key));
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error('storage failed', { cause: error }));
    }
  }

  #pushFrom(object: KeptObject | 'large' | undefined): void {
    const number = Math.floor(this.#at / PIECE_BYTES);
    const piece = object === 'large' ? undefined : object?.pieces[number];
    if (!piece) {
      this.destroy(new AppError('NOT_FOUND'));
      return;
    }
    const offset = number * PIECE_BYTES;
    const bytes = piece.subarray(this.#at - offset, this.#end + 1 - offset);
    this.#at += bytes.length;
    this.push(bytes);
  }
}

async function read(storage: Storage, key: string): Promise<KeptObject | 'large' | undefined> {
  const object = await storage.get(key);
  if (!object) return undefined;
  const { stream, ...info } = object;
  if (info.sizeBytes > MAX_OBJECT_BYTES) {
    stream.destroy();
    return 'large';
  }
  return { ...info, pieces: await collectPieces(stream, info.sizeBytes) };
}

async function collectPieces(stream: Readable, sizeBytes: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let at = 0;
  for await (const data of stream as AsyncIterable<Buffer>)
    for (let from = 0; from < data.length;) {
      const size = Math.min(PIECE_BYTES, sizeBytes - (at - (at % PIECE_BYTES)));
      if (at % PIECE_BYTES === 0 && data.buffer.byteLength === size) {
        pieces.push(data); // a piece with memory of its own already
        [from, at] = [data.length, at + data.length];
        continue;
      }
      if (at % PIECE_BYTES === 0) pieces.push(Buffer.allocUnsafeSlow(Math.max(0, size)));
      const copied = data.copy(pieces.at(-1) ?? data, at % PIECE_BYTES, from);
      if (copied === 0) throw new Error('an object in storage is longer than it was');
      [from, at] = [from + copied, at + copied];
    }
  if (at < sizeBytes) throw new Error('an object in storage is shorter than it was');
  return pieces;
}
