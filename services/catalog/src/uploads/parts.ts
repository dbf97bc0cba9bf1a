import { type Explanation, because, catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { PART_BYTES } from '@larksong/service-kit/storage';

/** Returns the size of the largest file that can be uploaded in parts. */
export function largestPartedUpload(maxUploadBytes: number): number {
  return Math.min(maxUploadBytes, catalog.MAX_PARTS * PART_BYTES);
}

/** Returns the number of parts of a file of this size. */
export function countParts(sizeBytes: number): number {
  return Math.ceil(sizeBytes / PART_BYTES);
}

/**
 * Returns the exact size of a part: all but the last are full. Throws VALIDATION_FAILED if the upload has no such part.
 */
export function partSizeBytes(sizeBytes: number, number: number): number {
  const count = countParts(sizeBytes);
  if (!Number.isInteger(number) || number < 1 || number > count)
    throw new AppError('VALIDATION_FAILED', because('upload.part-number', { last: count }));
  return Math.min(PART_BYTES, sizeBytes - (number - 1) * PART_BYTES);
}

/** Returns the numbers of the whole parts, in order; `stored` are the parts in storage. */
export function listWholeParts(
  sizeBytes: number,
  stored: { partNumber: number; sizeBytes: number }[],
): number[] {
  const whole = stored.filter(
    (part) =>
      part.partNumber <= countParts(sizeBytes) &&
      part.sizeBytes === partSizeBytes(sizeBytes, part.partNumber),
  );
  return whole.map((part) => part.partNumber).toSorted((a, b) => a - b);
}

/** Explains the refusal of a file above the limit. */
export function explainTooLarge(maxBytes: number): Explanation {
  return because('upload.too-large', { megabytes: Math.floor(maxBytes / 1024 ** 2) });
}
