import type { Readable } from 'node:stream';

/** Size of every part of an upload except the last. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Maximum size of an object that `put` writes in one request. */
export const MAX_PUT_BYTES = 64 * 1024 * 1024;

export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  /** Strong entity tag with its quotes, ready for an ETag header. */
  etag: string;
  modifiedAt: Date;
}

/** First and last byte, both inclusive (RFC 9110, section 14). */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectStream extends ObjectInfo {
  /** The requested bytes; destroy the stream to free its socket or file. */
  stream: Readable;
}

/** Returns buffers that together have the size of an object, or of the range; undefined to skip reading. */
export type Allocate = (sizeBytes: number) => Uint8Array[] | undefined;

/** A started upload in parts that is neither complete nor aborted. */
export interface Upload {
  key: string;
  uploadId: string;
}

export interface UploadedPart {
  /** From 1. */
  partNumber: number;
  etag: string;
  sizeBytes: number;
}

/**
 * Object storage, with one driver for S3 and one for a folder; both pass the same contract test.
 * Keys are relative paths of `[A-Za-z0-9._-]` and `/`; no segment starts with a dot, and the whole is not a number.
 * Any other key is rejected with `AppError('VALIDATION_FAILED')` before it reaches storage.
 * Every call fails with `AppError('UNAVAILABLE')` if storage cannot be reached within its timeouts.
 */
export interface Storage {
  /** Writes an object of known size, at most `MAX_PUT_BYTES`, from a buffer or a file path. */
  put(
    key: string,
    body: Uint8Array | { path: string },
    options?: { contentType?: string },
  ): Promise<ObjectInfo>;

  /**
   * Takes one of the few places for simultaneous uploads in this process and returns the function that frees it.
   * Call it before reading a part into memory; `uploadStream` does so itself.
   * Throws `AppError('TOO_BUSY')` with `retryAfterSeconds` if all places are taken.
   */
  reserveUpload(): () => void;

  startUpload(key: string): Promise<Upload>;
  /**
   * Stores a part, in any order; a repeated number replaces it. `hash` is that of `hashPart` if it is known. Throws
   * `AppError('NOT_FOUND')` if the upload is gone.
   */
  putPart(upload: Upload, partNumber: number, body: Uint8Array, hash?: Buffer): Promise<UploadedPart>;
  /** Returns the stored parts by number. */
  listParts(upload: Upload): Promise<UploadedPart[]>;
  /**
   * Makes the object from its parts. Throws `AppError('VALIDATION_FAILED')` unless they are 1, 2, 3 … without a gap and
   * all but the last have `PART_BYTES`. Can be repeated after a crash or a lost response.
   */
  completeUpload(upload: Upload, parts: UploadedPart[]): Promise<ObjectInfo>;
  /** Deletes an upload and its parts. Idempotent. */
  abortUpload(upload: Upload): Promise<void>;
  /** Yields all unfinished uploads. */
  listUploads(): Promise<(Upload & { startedAt: Date })[]>;

  /**
   * Returns an object's bytes, or undefined if it does not exist. A range is cut at the object's end. Throws
   * `AppError('RANGE_NOT_SATISFIABLE')` if it starts after the end. `sizeBytes` is the size of the whole object.
   */
  get(key: string, range?: ByteRange): Promise<ObjectStream | undefined>;
  /**
   * Reads an object, or a range within it, into the caller's memory. Returns undefined if it does not exist.
   */
  read(key: string, allocate: Allocate, range?: ByteRange): Promise<ObjectInfo | undefined>;
  stat(key: string): Promise<ObjectInfo | undefined>;
  /** Yields all objects whose key starts with the prefix, by key. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Deletes everything under a prefix, which ends with a slash, and returns the number of objects deleted. */
  deletePrefix(prefix: string): Promise<number>;

  /** Returns the object's path on this machine for ffmpeg, or undefined if the driver has none. */
  localPath(key: string): string | undefined;

  /** Returns the free space in bytes, or undefined if it is unknown. Never rejects. */
  freeBytes(): Promise<number | undefined>;

  /** Rejects if storage does not respond; for readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Streams a source of unknown size into storage, one part in memory at a time.
 * Rejects and leaves nothing behind if the source fails, is destroyed, exceeds `maxBytes`
 * (`AppError('PAYLOAD_TOO_LARGE')`) or the signal is aborted. `onStart` is awaited before the first part is sent, but a
 * rejection does not wait for it if the source fails meanwhile. `holdPart` is awaited before each part is sent: it may
 * reject the part by throwing, and the function that it returns is called once the part is no longer being sent. The body
 * of a part is overwritten by the next one. The key
 * must be new: an object of that name does not survive a failure. The source is read but never destroyed, so that a
 * rejected request can still get a response.
 */
export type UploadStream = (
  storage: Storage,
  request: {
    key: string;
    source: Readable;
    maxBytes: number;
    signal?: AbortSignal;
    onStart?: (upload: Upload) => Promise<void>;
    /** Is given the hash of each part, in order, by `hashPart`. */
    onHash?: (hash: Buffer) => void;
    holdPart?: (part: { partNumber: number; body: Uint8Array }) => Promise<() => void>;
  },
) => Promise<ObjectInfo>;
