import { because } from '@larksong/contracts';

import { AppError } from '../base/errors.ts';

const MAX_KEY_LENGTH = 1024;
const MAX_SEGMENT_LENGTH = 255;
/** No segment starts with a dot: this excludes `.` and `..` and reserves such names for the drivers. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Returns whether the S3 client would parse a name in a listing as a number or boolean and lose it. */
function looksLikeValue(text: string): boolean {
  return text === 'true' || text === 'false' || !Number.isNaN(Number(text));
}

/**
 * Returns whether a text is a valid key: segments of `[A-Za-z0-9._-]` between single slashes, no segment with a leading
 * dot, and the whole neither a number nor `true` or `false`.
 */
export function isKey(text: string): boolean {
  if (text.length > MAX_KEY_LENGTH || text.includes('..') || looksLikeValue(text)) return false;
  return text.split('/').every((segment) => segment.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(segment));
}

/** Throws `AppError('VALIDATION_FAILED')` unless `key` is a valid key. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new AppError('VALIDATION_FAILED', because('storage.name-not-valid'));
}

/** Throws `AppError('VALIDATION_FAILED')` if no key can start with the prefix; the empty prefix matches every object. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !isKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix))
    throw new AppError('VALIDATION_FAILED', because('storage.prefix-not-valid'));
}

/** As `checkPrefix`, but the prefix must end with a slash: `videos/1` must not match `videos/10`. */
export function checkFolderPrefix(prefix: string): void {
  checkPrefix(prefix);
  if (!prefix.endsWith('/')) throw new AppError('VALIDATION_FAILED', because('storage.prefix-without-slash'));
}
