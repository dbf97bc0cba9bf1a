import { decodePicture, recognizePicture } from '@larksong/pictures';
import { AppError } from '@larksong/service-kit';
import sharp from 'sharp';

/** Maximum size of an uploaded picture. */
export const MAX_PICTURE_BYTES = 900_000;
/** Maximum size of a thumbnail, so that a page of them loads quickly. */
export const THUMBNAIL_BYTES = 25_000;
const WIDTH = 640;
const HEIGHT = 360;
/** JPEG qualities; the first whose result is small enough is used. */
const QUALITIES = [80, 70, 60, 50, 40, 30, 20, 10] as const;

/**
 * Returns a thumbnail of 640 × 360 of any JPEG, PNG or WebP, cropped to fit: a new JPEG of at most 25 kB wherever
 * possible, upright, white where the picture was transparent, without metadata. Throws UNSUPPORTED_MEDIA_TYPE for other
 * files, and the errors of `decodePicture`.
 */
export async function toThumbnail(bytes: Buffer): Promise<Buffer> {
  if (!recognizePicture(bytes))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Please choose a JPEG, PNG or WebP picture.' });
  return decodePicture(bytes, async (picture) => {
    const pixels = await picture
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let small = Buffer.alloc(0);
    for (const quality of QUALITIES) {
      small = await sharp(pixels.data, { raw: pixels.info }).jpeg({ quality, mozjpeg: true }).toBuffer();
      if (small.length <= THUMBNAIL_BYTES) break;
    }
    return small;
  });
}
