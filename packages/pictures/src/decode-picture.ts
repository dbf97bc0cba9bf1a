import { because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';

import { dropPngTexts } from './png-texts.ts';
import { recognizePicture } from './recognize-picture.ts';

/** Maximum number of pixels of a picture. */
export const MAX_PIXELS = 40_000_000;
/** Maximum decoded size of a picture that cannot be decoded line by line: 26 megapixels of 3 × 8 bits. */
const MAX_DECODED_BYTES = 80_000_000;
const TIMEOUT_SECONDS = 10;
/** Further pictures are turned away, so that the last one finishes within the gateway's timeout. */
const MAX_WAITING = 3;
const RETRY_AFTER_SECONDS = 5;

// Only the decoders of accepted formats, reading from memory only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1); // leaves the other cores to requests

const oneAtATime = pLimit(1);

/**
 * Decodes a file that `recognizePicture` accepts and passes it, upright, to `shape`, which returns the new picture. One
 * picture is decoded at a time in this process, in bounded memory. Throws VALIDATION_FAILED with a sentence if the file
 * is broken, has more than 40 megapixels or would decode to too much memory, and TOO_BUSY if too many others wait.
 */
export async function decodePicture(
  file: Buffer,
  shape: (picture: Sharp) => Promise<Buffer>,
): Promise<Buffer> {
  if (oneAtATime.pendingCount >= MAX_WAITING)
    throw new AppError('TOO_BUSY', {
      ...because('picture.others-first'),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  return oneAtATime(async () => {
    try {
      const bytes = recognizePicture(file) === 'png' ? dropPngTexts(file) : file;
      const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
      const metadata = await sharp(bytes, options).metadata();
      if (toDecodedBytes(metadata) > MAX_DECODED_BYTES) throw new TooLargeError();
      return await shape(sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient());
    } catch (cause) {
      const isLarge = cause instanceof Error && /pixel limit|timeout/i.test(cause.message);
      const explanation = because(isLarge ? 'picture.too-many-pixels' : 'picture.cannot-be-read');
      throw new AppError('VALIDATION_FAILED', { ...explanation, cause });
    }
  });
}

class TooLargeError extends Error {
  constructor() {
    super('pixel limit: the decoded picture would not fit');
  }
}

/** Returns the memory in bytes that a decoder needs if it cannot work line by line. */
function toDecodedBytes({ width, height, channels, depth, ...more }: Metadata): number {
  const pixels = width * height;
  // 16-bit coefficients, chroma mostly at half the size (libjpeg, `jpeg_read_coefficients`).
  if (more.format === 'jpeg' && more.isProgressive)
    return pixels * 2 * (more.chromaSubsampling === '4:2:0' ? 1.5 : channels);
  // One canvas for the animation, one for its frame.
  if ((more.pages ?? 1) > 1) return pixels * 4 * 2;
  if (more.format !== 'webp' && !more.isProgressive) return 0;
  return pixels * channels * (depth === 'ushort' ? 2 : 1);
}
