import { Readable } from 'node:stream';

import { AppError, findStoredFile, type SendableFile } from '@larksong/service-kit';
import type { ByteRange, ObjectInfo, Storage } from '@larksong/service-kit/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { createPiecePool, PIECE_BYTES, type Piece, type PiecePool } from './pieces.ts';

/** An object in pieces of `PIECE_BYTES`, the last one shorter. */
interface KeptObject extends ObjectInfo {
  pieces: readonly Piece[];
}

type Kept = LRUCache<string, KeptObject | 'large'>;

/** What readers read from. */
interface Source {
  kept: Kept;
  pool: PiecePool;
  read: Storage['read'];
}

export interface ObjectCache {
  /** Returns a stored object to send, or undefined if it does not exist. */
  find: (key: string) => Promise<SendableFile | undefined>;
  /** Returns the bytes of the objects in memory. */
  sizeBytes: () => number;
}

interface Options {
  maxBytes: number;
  /** Called for each `find`: whether the object was in memory. */
  onFind?: (result: 'hit' | 'miss') => void;
}

/** Larger objects are streamed from storage. Segments are smaller. */
const MAX_OBJECT_BYTES = 8 * 1024 * 1024;
/** Objects read from storage at once; more would need memory without being faster. */
const MAX_READS = 12;
/** A socket that receives at least this much requests more only once it has sent it. Smaller chunks are copied. */
const HELD_BYTES = 64 * 1024;

/**
 * Keeps the most recently requested objects in memory, up to `maxBytes`. Any number of simultaneous requests for an
 * object read it from storage once.
 */
export function createObjectCache(storage: Storage, { maxBytes, onFind }: Options): ObjectCache {
  const pool = createPiecePool();
  const limit = pLimit(MAX_READS);
  const read: Storage['read'] = (...of) => limit(() => storage.read(...of));
  const kept: Kept = new LRUCache<string, KeptObject | 'large'>({
    max: 10_000,
    maxSize: maxBytes,
    maxEntrySize: Math.min(MAX_OBJECT_BYTES, maxBytes),
    sizeCalculation: (object) => (object === 'large' ? 100 : memoryOf(object)),
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    fetchMethod: (key) => readWhole(read, { key, pool }),
    dispose: (object) => release(pool, object),
  });
  return {
    async find(key) {
      const known = kept.get(key);
      onFind?.(known ? 'hit' : 'miss');
      const object = known ?? (await kept.fetch(key));
      if (!object) return undefined;
      if (object === 'large') return findStoredFile(storage, key);
      const { etag, sizeBytes } = object;
      return {
        etag,
        sizeBytes,
        open: async (range = { start: 0, end: sizeBytes - 1 }) =>
          new ObjectReader({ kept, pool, read }, { key, etag }, range),
      };
    },
    sizeBytes: () => kept.calculatedSize,
  };
}

/** Reads a range of an object piece by piece for `pipe`; a piece is held until the socket has taken it. */
class ObjectReader extends Readable {
  readonly #source: Source;
  readonly #object: Pick<ObjectInfo, 'key' | 'etag'>;
  readonly #end: number;
  #at: number;
  #held: Piece[] = [];

  constructor(source: Source, object: Pick<ObjectInfo, 'key' | 'etag'>, range: ByteRange) {
    super({ highWaterMark: 0 }); // the next piece is requested once the socket has sent the last one
    this.#source = source;
    this.#object = object;
    this.#at = range.start;
    this.#end = range.end;
  }

  override _read(): void {
    if (this.readableLength === 0) this.#release(); // all that was pushed has been sent
    if (this.#at > this.#end) {
      this.push(null);
      return;
    }
    const number = Math.floor(this.#at / PIECE_BYTES);
    const object = this.#source.kept.get(this.#object.key);
    const piece = object === 'large' ? undefined : object?.pieces[number];
    if (!piece) {
      void this.#readPiece(number);
      return;
    }
    const offset = this.#at - number * PIECE_BYTES;
    const bytes = piece.bytes.subarray(offset, offset + this.#end + 1 - this.#at);
    if (bytes.length >= HELD_BYTES) this.#source.pool.hold(piece);
    this.#send(bytes, piece);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#release();
    callback(error);
  }

  /** Reads a piece of an evicted object for this reader alone. */
  async #readPiece(number: number): Promise<void> {
    const { key, etag } = this.#object;
    const range = { start: this.#at, end: Math.min(this.#end, (number + 1) * PIECE_BYTES - 1) };
    const piece = this.#source.pool.take(range.end + 1 - range.start);
    try {
      const info = await this.#source.read(key, () => [piece.bytes], range);
      if (info?.etag !== etag) throw new AppError('NOT_FOUND');
      if (this.destroyed) return this.#source.pool.release(piece);
      this.#send(piece.bytes, piece);
      if (piece.bytes.length < HELD_BYTES) this.#source.pool.release(piece);
    } catch (error) {
      this.#source.pool.release(piece);
      this.destroy(error instanceof Error ? error : new Error('storage failed', { cause: error }));
    }
  }

  #send(bytes: Buffer, piece: Piece): void {
    this.#at += bytes.length;
    if (bytes.length < HELD_BYTES) {
      this.push(Buffer.from(bytes));
      return;
    }
    this.#held.push(piece);
    this.push(bytes);
  }

  #release(): void {
    for (const piece of this.#held) this.#source.pool.release(piece);
    this.#held = [];
  }
}

async function readWhole(
  read: Storage['read'],
  { key, pool }: { key: string; pool: PiecePool },
): Promise<KeptObject | 'large' | undefined> {
  const pieces: Piece[] = [];
  try {
    const info = await read(key, (sizeBytes) => {
      if (sizeBytes > MAX_OBJECT_BYTES) return undefined;
      for (let left = sizeBytes; left > 0; left -= PIECE_BYTES)
        pieces.push(pool.take(Math.min(left, PIECE_BYTES)));
      return pieces.map(({ bytes }) => bytes);
    });
    if (!info) return undefined;
    return info.sizeBytes > MAX_OBJECT_BYTES ? 'large' : { ...info, pieces };
  } catch (error) {
    for (const piece of pieces) pool.release(piece);
    throw error;
  }
}

function memoryOf({ pieces }: KeptObject): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes.buffer.byteLength, 100);
}

function release(pool: PiecePool, object: KeptObject | 'large'): void {
  if (object !== 'large') for (const piece of object.pieces) pool.release(piece);
}
