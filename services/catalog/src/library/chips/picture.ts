import { catalog } from '@larksong/contracts';
import { decodePicture, recognizePicture } from '@larksong/pictures';
import { AppError } from '@larksong/service-kit';
import sharp from 'sharp';

/** Maximum side length in pixels: a chip is 64 × 56 px, on screens with three times as many pixels. */
const SIZE = 256;
/** WebP qualities; the first whose result is small enough is used. The last one always is. */
const QUALITIES = [80, 60, 40, 20, 1] as const;

/**
 * Returns a chip's picture from an uploaded file: an upright WebP of at most 256 × 256 pixels and 40 kB, with its aspect
 * ratio, without metadata. Throws UNSUPPORTED_MEDIA_TYPE for other files, and the errors of `decodePicture`.
 */
export async function toChipPicture(bytes: Buffer): Promise<Buffer> {
  if (!recognizePicture(bytes))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Please choose a JPEG, PNG or WebP picture.' });
  return decodePicture(bytes, async (picture) => {
    const { data, info } = await picture
      .resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    let small = Buffer.alloc(0);
    for (const quality of QUALITIES) {
      small = await sharp(data, { raw }).webp({ quality, alphaQuality: quality }).toBuffer();
      if (small.length <= catalog.CHIP_PICTURE_BYTES) break;
    }
    return small;
  });
}
