import type { Readable } from 'node:stream';

/** Size of every part of an upload but the last. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Largest object that `put` takes in one request. */
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
  /** The bytes asked for; destroy it to free its socket or file. */
  stream: Readable;
}

/** An upload in parts that has been started and is neither complete nor aborted. */
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
 * Keys are relative paths of `[A-Za-z0-9._-]` and `/`, no segment starting with a dot, the whole no number;
 * anything else is refused with `AppError('VALIDATION_FAILED')` before it reaches storage.
 * Every call fails with `AppError('UNAVAILABLE')` when storage cannot be reached within its time limits.
 */
export interface Storage {
  /** Writes something whose size is known, at most `MAX_PUT_BYTES`: a buffer, or a file by its path. */
  put(
    key: string,
    body: Uint8Array | { path: string },
    options?: { contentType?: string },
  ): Promise<ObjectInfo>;

  /**
   * Takes one of the few places for an upload that runs in this process and gives the function that frees it.
   * To be called before a part is read into memory; `uploadStream` does it by itself.
   * Throws `AppError('TOO_BUSY')` with `retryAfterSeconds` when all are taken.
   */
  reserveUpload(): () => void;

  startUpload(key: string): Promise<Upload>;
  /** Stores a part, in any order; the same number again replaces it. Throws `AppError('NOT_FOUND')` once the upload is gone. */
  putPart(upload: Upload, partNumber: number, body: Uint8Array): Promise<UploadedPart>;
  /** What has been uploaded so far, by part number. */
  listParts(upload: Upload): Promise<UploadedPart[]>;
  /**
   * Makes the object from its parts: 1, 2, 3 … without a gap, all but the last of `PART_BYTES`, else
   * `AppError('VALIDATION_FAILED')`. Can be repeated after a crash or a lost answer.
   */
  completeUpload(upload: Upload, parts: UploadedPart[]): Promise<ObjectInfo>;
  /** Idempotent: an upload that is not there any more is fine. */
  abortUpload(upload: Upload): Promise<void>;
  /** Every unfinished upload in the bucket. */
  listUploads(): Promise<(Upload & { startedAt: Date })[]>;

  /**
   * Undefined when there is no such object. A range is cut at the object's end; one that starts behind it throws
   * `AppError('RANGE_NOT_SATISFIABLE')`. `sizeBytes` is the size of the whole object.
   */
  get(key: string, range?: ByteRange): Promise<ObjectStream | undefined>;
  stat(key: string): Promise<ObjectInfo | undefined>;
  /** Every object whose key starts with the prefix, by key. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Deletes everything below a prefix, which ends with a slash, and gives how many objects it were. */
  deletePrefix(prefix: string): Promise<number>;

  /** Path of the object on this machine where the driver has one, for ffmpeg to read; undefined otherwise. */
  localPath(key: string): string | undefined;

  /** Bytes that are left for new objects; undefined where the driver cannot know it, or not now. Never rejects. */
  freeBytes(): Promise<number | undefined>;

  /** Rejects when storage does not answer; for readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Streams a source of unknown size into storage, one part in memory at a time.
 * Rejects and leaves nothing behind when the source fails, is destroyed, grows past `maxBytes`
 * (`AppError('PAYLOAD_TOO_LARGE')`) or the signal is aborted. `onStart` is awaited before the first part is sent, but
 * not by the rejection when the source fails meanwhile. `holdPart` is awaited before each part is sent: it may refuse
 * the part by throwing, and what it returns is called once the part is no longer on its way. The key must be new: an object of that name does not survive a
 * failure. The source stays its owner's: it is read, never destroyed, so that a refused request can still be answered.
 */
export type UploadStream = (
  storage: Storage,
  request: {
    key: string;
    source: Readable;
    maxBytes: number;
    signal?: AbortSignal;
    onStart?: (upload: Upload) => Promise<void>;
    holdPart?: (part: { partNumber: number; sizeBytes: number }) => Promise<() => void>;
  },
) => Promise<ObjectInfo>;
