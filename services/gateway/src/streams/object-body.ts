import type { ServerResponse } from 'node:http';

import { AppError, type WritableBody } from '@larksong/service-kit';
import type { ByteRange, ObjectInfo, Storage } from '@larksong/service-kit/storage';

import { PIECE_BYTES, UNIT_BYTES, type Piece, type PiecePool } from './pieces.ts';
import type { Turns } from './turns.ts';

/** The source that a body reads from. */
export interface Source {
  /** Returns a piece of an object that is in memory. */
  findKept: (key: string, number: number) => Piece | undefined;
  pool: PiecePool;
  /** Waits for the turn to write. */
  turn: Turns;
  /** Reads pieces that have been evicted. */
  read: Storage['read'];
  /** Pieces beyond the first that bodies hold. */
  extraHeld: number;
}

/** A piece with a hold, or the bytes of it that were requested. */
interface Part {
  piece: Piece;
  bytes: Buffer;
}

/** Number of pieces that are written together while the client reads as fast as they arrive. */
const PIECES_AT_ONCE = 4;
/** Pieces beyond the first that all bodies hold together: clients may stop reading after they have been fast. */
const MAX_EXTRA_PIECES = 64;

/**
 * Above this much memory in pieces, a body holds only a part of one. Otherwise thousands of slow clients, each reading
 * a different object, would hold more memory than a gateway has.
 */
const SCARCE_BYTES = 128 * 1024 * 1024;

/**
 * Returns a range of an object whose first piece has been read. Its pieces are written one after another, and each is
 * held until the socket has taken it.
 */
export async function openObject(
  source: Source,
  object: Pick<ObjectInfo, 'key' | 'etag'>,
  range: ByteRange,
): Promise<WritableBody> {
  const parts = new Parts(source, object, range);
  let held = parts.takeKept(1);
  if (held.length === 0 && parts.hasMore) held = [await parts.read()];
  return {
    async writeTo(response) {
      let isFast = false;
      while (held.length > 0 || parts.hasMore) {
        await source.turn();
        if (held.length === 0) held = parts.takeKept(isFast ? 1 + extraPieces(source) : 1);
        if (held.length === 0) held = [await parts.read()];
        const extra = held.length - 1;
        source.extraHeld += extra;
        isFast = await write(response, held);
        source.extraHeld -= extra;
        for (const { piece } of held) source.pool.release(piece);
        held = [];
        if (response.destroyed) return;
      }
      response.end();
    },
  };
}

function extraPieces({ extraHeld }: Source): number {
  return Math.min(PIECES_AT_ONCE - 1, MAX_EXTRA_PIECES - extraHeld);
}

class Parts {
  readonly #source: Source;
  readonly #object: Pick<ObjectInfo, 'key' | 'etag'>;
  readonly #end: number;
  #at: number;

  constructor(source: Source, object: Pick<ObjectInfo, 'key' | 'etag'>, range: ByteRange) {
    this.#source = source;
    this.#object = object;
    this.#at = range.start;
    this.#end = range.end;
  }

  get hasMore(): boolean {
    return this.#at <= this.#end;
  }

  /** Returns the next parts that are in memory, at most `count`. */
  takeKept(count: number): Part[] {
    const parts: Part[] = [];
    while (parts.length < count && this.hasMore) {
      const number = Math.floor(this.#at / PIECE_BYTES);
      const piece = this.#source.findKept(this.#object.key, number);
      if (!piece) break;
      const offset = this.#at - number * PIECE_BYTES;
      if (this.#isMemoryScarce) return parts.length > 0 ? parts : [this.#copy(piece, offset)];
      this.#source.pool.hold(piece);
      const bytes = piece.bytes.subarray(offset, offset + this.#end + 1 - this.#at);
      this.#at += bytes.length;
      parts.push({ piece, bytes });
    }
    return parts;
  }

  get #isMemoryScarce(): boolean {
    return this.#source.pool.heldBytes() > SCARCE_BYTES;
  }

  /** Returns a small copy of a piece, whose own memory can then be used for others. */
  #copy({ bytes: all }: Piece, offset: number): Part {
    const length = Math.min(UNIT_BYTES, all.length - offset, this.#end + 1 - this.#at);
    const piece = this.#source.pool.take(length);
    all.copy(piece.bytes, 0, offset, offset + length);
    this.#at += length;
    return { piece, bytes: piece.bytes };
  }

  /** Reads the next part of an evicted object for this body only. */
  async read(): Promise<Part> {
    const { key, etag } = this.#object;
    const start = this.#at;
    const endOfPiece = (Math.floor(start / PIECE_BYTES) + 1) * PIECE_BYTES - 1;
    const most = this.#isMemoryScarce ? UNIT_BYTES : PIECE_BYTES;
    const end = Math.min(this.#end, endOfPiece, start + most - 1);
    const piece = this.#source.pool.take(end + 1 - start);
    try {
      const info = await this.#source.read(key, () => [piece.bytes], { start, end });
      if (info?.etag !== etag) throw new AppError('NOT_FOUND');
    } catch (error) {
      this.#source.pool.release(piece);
      throw error;
    }
    this.#at = end + 1;
    return { piece, bytes: piece.bytes };
  }
}

/**
 * Writes parts, and resolves once the socket has taken them or the response is closed. Returns whether the socket took them at
 * once.
 */
async function write(response: ServerResponse, parts: Part[]): Promise<boolean> {
  if (response.destroyed) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const settle = () => {
    response.off('close', settle);
    resolve();
  };
  response.once('close', settle); // a socket that is being closed discards bytes without a word
  response.cork();
  for (const [index, { bytes }] of parts.entries())
    response.write(bytes, index === parts.length - 1 ? settle : undefined);
  response.uncork();
  const isTaken = response.socket?.writableLength === 0;
  await promise;
  return isTaken;
}
