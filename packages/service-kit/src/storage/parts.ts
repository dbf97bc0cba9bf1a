import { catalog } from '@larksong/contracts';

import { AppError } from '../errors.ts';
import { PART_BYTES, type ByteRange, type UploadedPart } from './types.ts';
import { missingParts } from './storage-errors.ts';

const { MAX_PARTS } = catalog;

/** Throws `AppError('VALIDATION_FAILED')` for a part number or a size that no upload has. */
export function checkPart(partNumber: number, sizeBytes: number): void {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS)
    throw new AppError('VALIDATION_FAILED', { message: `Parts are numbered from 1 to ${MAX_PARTS}.` });
  if (sizeBytes > PART_BYTES)
    throw new AppError('VALIDATION_FAILED', { message: `A part has at most ${PART_BYTES} bytes.` });
}

/**
 * The parts in their order. Throws `AppError('VALIDATION_FAILED')` unless they are numbered 1, 2, 3 … and
 * all but the last are full: only then does each part have one place in the object.
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

/** The range cut to the object; throws `AppError('RANGE_NOT_SATISFIABLE')` when nothing is left (RFC 9110, 14.1.2). */
export function clampRange(range: ByteRange, sizeBytes: number): ByteRange {
  checkRange(range);
  if (range.start >= sizeBytes) throw new AppError('RANGE_NOT_SATISFIABLE');
  return { start: range.start, end: Math.min(range.end, sizeBytes - 1) };
}

/** Throws `AppError('RANGE_NOT_SATISFIABLE')` for a range that no object has. */
export function checkRange(range: ByteRange): void {
  if (!Number.isSafeInteger(range.start) || range.start < 0 || !(range.end >= range.start))
    throw new AppError('RANGE_NOT_SATISFIABLE');
}
