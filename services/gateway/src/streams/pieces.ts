/** A part of an object in memory. */
export interface Piece {
  readonly bytes: Buffer;
  holders: number;
}

export interface PiecePool {
  /** Returns a piece of the size, at most `PIECE_BYTES`, with arbitrary content and one holder. */
  take: (sizeBytes: number) => Piece;
  hold: (piece: Piece) => void;
  /** Ends one hold. The content must not be read from then on. */
  release: (piece: Piece) => void;
  /** Returns the bytes of the pieces that somebody holds. */
  heldBytes: () => number;
}

/** Each piece has its own memory, so that a client that reads slowly holds this much of an object, not all of it. */
export const PIECE_BYTES = 256 * 1024;
/** Memory is allocated in multiples of this, so that most of it can be reused. */
export const UNIT_BYTES = 64 * 1024;
/** Bytes of free memory that are kept. */
const MAX_FREE_BYTES = 16 * 1024 * 1024;

/**
 * Returns a pool of memory for objects, which is reused once nobody holds it: Node frees large buffers late, so that reading a
 * few hundred megabytes a second into new ones takes several times the memory that is needed.
 */
export function createPiecePool(): PiecePool {
  const free = new Map<number, ArrayBuffer[]>();
  let freeBytes = 0;
  let heldBytes = 0;
  return {
    take(sizeBytes) {
      const memoryBytes = Math.ceil(sizeBytes / UNIT_BYTES) * UNIT_BYTES;
      const used = free.get(memoryBytes)?.pop();
      if (used) freeBytes -= memoryBytes;
      heldBytes += memoryBytes;
      return { bytes: Buffer.from(used ?? new ArrayBuffer(memoryBytes), 0, sizeBytes), holders: 1 };
    },
    hold(piece) {
      if (piece.holders === 0) throw new Error('a piece was held after its last holder released it');
      piece.holders += 1;
    },
    release(piece) {
      if (piece.holders === 0) throw new Error('a piece was released twice');
      piece.holders -= 1;
      if (piece.holders > 0) return;
      const { buffer } = piece.bytes;
      heldBytes -= buffer.byteLength;
      if (freeBytes + buffer.byteLength > MAX_FREE_BYTES) return;
      freeBytes += buffer.byteLength;
      const others = free.get(buffer.byteLength);
      if (others) others.push(buffer as ArrayBuffer);
      else free.set(buffer.byteLength, [buffer as ArrayBuffer]);
    },
    heldBytes: () => heldBytes,
  };
}
