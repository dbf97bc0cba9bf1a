import { AppError } from '../errors.ts';
import { awayStorage, fullStorage, goneUpload, missingParts } from './storage-errors.ts';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);
const BROKEN_PARTS = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']);

/** The code that S3 answered with (`NoSuchKey` …) or that the socket failed with (`ECONNRESET` …). */
export function s3Code(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isMissingObject(error: unknown): boolean {
  return MISSING.has(s3Code(error) ?? '');
}

export function isMissingUpload(error: unknown): boolean {
  return s3Code(error) === 'NoSuchUpload';
}

/** Whether a kept connection was closed by the server just as it was used again. */
export function isResetConnection(error: unknown): boolean {
  return s3Code(error) === 'ECONNRESET' || s3Code(error) === 'EPIPE';
}

/** Failures of storage in the words of this product; what is none of its known answers is `UNAVAILABLE`. */
export function toS3StorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = s3Code(error) ?? '';
  if (code === 'InvalidRange') return new AppError('RANGE_NOT_SATISFIABLE', { cause: error });
  if (code === 'NoSuchUpload') return goneUpload(error);
  if (BROKEN_PARTS.has(code)) return missingParts(error);
  return FULL.has(code) ? fullStorage(error) : awayStorage(error);
}
