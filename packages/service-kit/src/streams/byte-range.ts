import { AppError } from '../base/errors.ts';
import type { ByteRange } from '../storage/types.ts';

/**
 * Returns the single range of a Range header (RFC 9110, section 14.2), or undefined for the whole file: without a header,
 * with another unit or with several ranges. Throws RANGE_NOT_SATISFIABLE if the range starts after the end.
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
