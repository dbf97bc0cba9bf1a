import { findStoredFile, type SendableFile } from '@larksong/service-kit';
import type { ObjectInfo, Storage } from '@larksong/service-kit/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { openObject, type Source } from './object-body.ts';
import { createPiecePool, PIECE_BYTES, type Piece, type PiecePool } from './pieces.ts';
import { createTurns } from './turns.ts';

/** An object in pieces of `PIECE_BYTES`, the last one shorter. */
interface KeptObject extends ObjectInfo {
  pieces: readonly Piece[];
}

export interface ObjectCache {
  /** Returns a stored object to send, or undefined if it does not exist. */
  find: (key: string) => Promise<SendableFile | undefined>;
  /** Returns the bytes of the objects in memory. */
  sizeBytes: () => number;
  /** Returns the bytes in memory for them and for those that are being sent. */
  heldBytes: () => number;
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

/**
 * Keeps the most recently requested objects in memory, up to `maxBytes`. Any number of simultaneous requests for an
 * object read it from storage once.
 */
export function createObjectCache(storage: Storage, { maxBytes, onFind }: Options): ObjectCache {
  const pool = createPiecePool();
  const limit = pLimit(MAX_READS);
  const read: Storage['read'] = (...of) => limit(() => storage.read(...of));
  const kept = new LRUCache<string, KeptObject | 'large'>({
    max: 10_000,
    maxSize: maxBytes,
    maxEntrySize: Math.min(MAX_OBJECT_BYTES, maxBytes),
    sizeCalculation: (object) => (object === 'large' ? 100 : memoryOf(object)),
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    fetchMethod: (key) => readWhole(read, { key, pool }),
    dispose: (object) => release(pool, object),
  });
  const source: Source = {
    pool,
    turn: createTurns(),
    extraHeld: 0,
    read,
    findKept: (key, number) => pieceOf(kept.get(key), number),
  };
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
        open: (range = { start: 0, end: sizeBytes - 1 }) => openObject(source, { key, etag }, range),
      };
    },
    sizeBytes: () => kept.calculatedSize,
    heldBytes: pool.heldBytes,
  };
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

function pieceOf(object: KeptObject | 'large' | undefined, number: number): Piece | undefined {
  return object === 'large' ? undefined : object?.pieces[number];
}

function memoryOf({ pieces }: KeptObject): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes.buffer.byteLength, 100);
}

function release(pool: PiecePool, object: KeptObject | 'large'): void {
  if (object !== 'large') for (const piece of object.pieces) pool.release(piece);
}
