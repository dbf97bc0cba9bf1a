import { AppError } from '../../base/errors.ts';
import { awayStorage, fullStorage, goneUpload, missingParts } from '../storage-errors.ts';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = new Set(['XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);
const BROKEN_PARTS = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']);

/** Returns the code of an S3 error (`NoSuchKey` …) or a socket error (`ECONNRESET` …). */
export function s3Code(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns whether an error says that an object does not exist. */
export function isMissingObject(error: unknown): boolean {
  return MISSING.has(s3Code(error) ?? '');
}

/** Returns whether an error says that an upload in parts does not exist. */
export function isMissingUpload(error: unknown): boolean {
  return s3Code(error) === 'NoSuchUpload';
}

/** Returns whether the server closed an idle connection just as it was reused. */
export function isResetConnection(error: unknown): boolean {
  return s3Code(error) === 'ECONNRESET' || s3Code(error) === 'EPIPE';
}

/** Returns a failure of storage as a listed error; anything unrecognised becomes `UNAVAILABLE`. */
export function toS3StorageError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = s3Code(error) ?? '';
  if (code === 'InvalidRange') return new AppError('RANGE_NOT_SATISFIABLE', { cause: error });
  if (code === 'NoSuchUpload') return goneUpload(error);
  if (BROKEN_PARTS.has(code)) return missingParts(error);
  return FULL.has(code) ? fullStorage(error) : awayStorage(error);
}
