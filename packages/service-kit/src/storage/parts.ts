import { because, catalog } from '@larksong/contracts';

import { AppError } from '../base/errors.ts';
import { PART_BYTES, type ByteRange, type UploadedPart } from './types.ts';
import { missingParts } from './storage-errors.ts';

const { MAX_PARTS } = catalog;

/** Throws `AppError('VALIDATION_FAILED')` if the part number or the size is invalid. */
export function checkPart(partNumber: number, sizeBytes: number): void {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS)
    throw new AppError('VALIDATION_FAILED', because('storage.part-number', { last: MAX_PARTS }));
  if (sizeBytes > PART_BYTES)
    throw new AppError('VALIDATION_FAILED', because('storage.part-too-large', { maximum: PART_BYTES }));
}

/**
 * Returns the parts in order. Throws `AppError('VALIDATION_FAILED')` unless they are numbered 1, 2, 3 … and all but the
 * last are full, so that each part has one place in the object.
 */
export function orderParts(parts: UploadedPart[]): UploadedPart[] {
  const ordered = parts.toSorted((a, b) => a.partNumber - b.partNumber);
  const whole = ordered.every(
    (part, index) =>
      part.partNumber === index + 1 && (index === ordered.length - 1 || part.sizeBytes === PART_BYTES),
  );
  if (!whole || ordered.length === 0) throw missingParts();
  return ordered;
}

/** Returns the range cut to the object. Throws `AppError('RANGE_NOT_SATISFIABLE')` if it is empty (RFC 9110, 14.1.2). */
export function clampRange(range: ByteRange, sizeBytes: number): ByteRange {
  checkRange(range);
  if (range.start >= sizeBytes) throw new AppError('RANGE_NOT_SATISFIABLE');
  return { start: range.start, end: Math.min(range.end, sizeBytes - 1) };
}

/** Throws `AppError('RANGE_NOT_SATISFIABLE')` if no object can have the range. */
export function checkRange(range: ByteRange): void {
  if (!Number.isSafeInteger(range.start) || range.start < 0 || !(range.end >= range.start))
    throw new AppError('RANGE_NOT_SATISFIABLE');
}
