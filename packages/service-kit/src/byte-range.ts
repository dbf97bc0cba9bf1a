import { AppError } from './errors.ts';
import type { ByteRange } from './storage/types.ts';

/**
 * The one range that a Range header asks for (RFC 9110, section 14.2), or undefined for the whole: without a header,
 * with another unit and with several ranges. Throws RANGE_NOT_SATISFIABLE when it begins behind the end.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    if (length === 0) throw new AppError('RANGE_NOT_SATISFIABLE');
    return { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes) throw new AppError('RANGE_NOT_SATISFIABLE');
  return end < start ? undefined : { start, end };
}
