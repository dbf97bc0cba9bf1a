import { AppError } from '@larksong/service-kit';
import sharp, { type Metadata, type Sharp } from 'sharp';

import { createOneAtATime } from './one-at-a-time.ts';
import { dropPngTexts } from './png-texts.ts';
import { recognizePicture } from './recognize-picture.ts';

/** Most pixels of a picture that is taken in. */
export const MAX_PIXELS = 40_000_000;
/** Most memory of a picture that cannot be decoded line by line: 26 megapixels in three colours of eight bits. */
const MAX_DECODED_BYTES = 80_000_000;
const TIMEOUT_SECONDS = 10;
/** More than these are asked to come back, so that the last one is answered within what the gateway waits. */
const MAX_WAITING = 3;

const TOO_LARGE = 'This picture has too many pixels. Please make it smaller and try again.';
const UNREADABLE = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.';

// Only the decoders of what is taken in, each fed from memory alone.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1); // requests come first

const oneAtATime = createOneAtATime({ maxWaiting: MAX_WAITING });

/**
 * Decodes a file that `recognizePicture` knows and hands it, upright, to `shape`, which returns the new picture. One
 * picture is worked on at a time in this process, in bounded memory. Throws VALIDATION_FAILED with a sentence for a file
 * that is broken, has more than 40 megapixels, or is a small file made to fill the memory; TOO_BUSY when others wait.
 */
export async function decodePicture(
  file: Buffer,
  shape: (picture: Sharp) => Promise<Buffer>,
): Promise<Buffer> {
  return oneAtATime(async () => {
    try {
      const bytes = recognizePicture(file) === 'png' ? dropPngTexts(file) : file;
      const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
      const metadata = await sharp(bytes, options).metadata();
      if (toDecodedBytes(metadata) > MAX_DECODED_BYTES) throw new TooLargeError();
      return await shape(sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient());
    } catch (cause) {
      const isLarge = cause instanceof Error && /pixel limit|timeout/i.test(cause.message);
      throw new AppError('VALIDATION_FAILED', { message: isLarge ? TOO_LARGE : UNREADABLE, cause });
    }
  });
}

class TooLargeError extends Error {
  constructor() {
    super('pixel limit: the decoded picture would not fit');
  }
}

/** What a decoder holds in memory where it cannot work line by line. */
function toDecodedBytes({ width, height, channels, depth, ...more }: Metadata): number {
  const pixels = width * height;
  // Coefficients of 16 bits, for colours mostly at half the size (libjpeg, `jpeg_read_coefficients`).
  if (more.format === 'jpeg' && more.isProgressive)
    return pixels * 2 * (more.chromaSubsampling === '4:2:0' ? 1.5 : channels);
  // One canvas for the film, one for its frame.
  if ((more.pages ?? 1) > 1) return pixels * 4 * 2;
  if (more.format !== 'webp' && !more.isProgressive) return 0;
  return pixels * channels * (depth === 'ushort' ? 2 : 1);
}
