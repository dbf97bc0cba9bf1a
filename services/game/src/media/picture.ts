import { AppError } from '@larksong/service-kit';
import sharp from 'sharp';

import { recognizePicture } from './recognize.ts';

/** Longest side of a kept picture in pixels. */
export const PICTURE_SIZE = 512;

/** Most pixels of a picture that is taken in: what a camera of 100 megapixels makes. */
const MAX_PIXELS = 100_000_000;
const TIMEOUT_SECONDS = 20;

const SENTENCES = {
  empty: 'The file is empty.',
  other: 'This file is not a PNG, JPEG or WebP picture.',
  damaged:
    'This picture is damaged, or larger than 100 megapixels. Please save it again and upload the new file.',
};

// Only the decoders of what is taken in, each fed from memory alone.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1); // requests come first

/**
 * Makes a card's picture from an uploaded file: upright, at most 512 × 512 pixels with its shape kept, a PNG with
 * 256 colours where that is smaller. Throws UNSUPPORTED_MEDIA_TYPE and VALIDATION_FAILED with a sentence.
 */
export async function toPicture(file: Buffer): Promise<Buffer> {
  if (file.length === 0) throw new AppError('VALIDATION_FAILED', { message: SENTENCES.empty });
  if (!recognizePicture(file)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: SENTENCES.other });
  try {
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: PICTURE_SIZE, height: PICTURE_SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const small = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const [full, palette] = await Promise.all([
      small().png({ compressionLevel: 9 }).toBuffer(),
      small().png({ palette: true, effort: 7, compressionLevel: 9 }).toBuffer(),
    ]);
    return palette.length < full.length ? palette : full;
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { message: SENTENCES.damaged, cause });
  }
}
