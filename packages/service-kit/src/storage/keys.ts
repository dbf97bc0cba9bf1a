import { AppError } from '../errors.ts';

const MAX_KEY_LENGTH = 1024;
const MAX_SEGMENT_LENGTH = 255;
/** No segment starts with a dot: that keeps `.` and `..` out, and such names free for the drivers themselves. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** The S3 client turns such names into numbers and booleans when it reads a listing, and loses them. */
function looksLikeValue(text: string): boolean {
  return text === 'true' || text === 'false' || !Number.isNaN(Number(text));
}

/**
 * Whether a text is a key of an object: segments of `[A-Za-z0-9._-]` between single slashes, nowhere `..`, and
 * the whole neither a number nor `true` or `false`.
 */
export function isKey(text: string): boolean {
  if (text.length > MAX_KEY_LENGTH || text.includes('..') || looksLikeValue(text)) return false;
  return text.split('/').every((segment) => segment.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(segment));
}

/** Throws `AppError('VALIDATION_FAILED')` for what is no key. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new AppError('VALIDATION_FAILED', { message: 'This is not a valid object name.' });
}

/** Throws `AppError('VALIDATION_FAILED')` for what no key can start with; the empty prefix is every object. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '' && !isKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix))
    throw new AppError('VALIDATION_FAILED', { message: 'This is not a valid beginning of object names.' });
}

/** As `checkPrefix`, and the prefix names a folder: `videos/1` must not take `videos/10` along. */
export function checkFolderPrefix(prefix: string): void {
  checkPrefix(prefix);
  if (!prefix.endsWith('/'))
    throw new AppError('VALIDATION_FAILED', { message: 'A prefix to delete must end with a slash.' });
}
