import { AppError } from '@larksong/service-kit';
import sharp from 'sharp';

/** Largest picture file that is taken. */
export const MAX_PICTURE_BYTES = 900_000;
/** What a thumbnail may weigh, so that a page of them stays light. */
export const THUMBNAIL_BYTES = 25_000;
const WIDTH = 640;
const HEIGHT = 360;
/** Pixels of a file that would be decoded into more memory than a picture of its size is worth. */
const MAX_PIXELS = 30_000_000;
/** JPEG qualities, the first that is small enough is taken. */
const QUALITIES = [80, 70, 60, 50, 40, 30, 20, 10] as const;

const UNREADABLE = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.';

/** Whether a file begins as a JPEG, PNG or WebP does, whatever its name says. */
export function isKnownPicture(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}

/**
 * A thumbnail of 640 × 360 from any JPEG, PNG or WebP, cut to fit: a new JPEG of at most 25 kB wherever that can be
 * had, upright, on white where it was transparent, and without anything that the file said besides its pixels. Throws
 * UNSUPPORTED_MEDIA_TYPE for other files and VALIDATION_FAILED for one that is broken or has too many pixels.
 */
export async function toThumbnail(bytes: Buffer): Promise<Buffer> {
  if (!isKnownPicture(bytes))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Please choose a JPEG, PNG or WebP picture.' });
  const pixels = await decode(bytes);
  let picture = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    picture = await sharp(pixels.data, { raw: pixels.info }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (picture.length <= THUMBNAIL_BYTES) break;
  }
  return picture;
}

async function decode(bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    const isLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
    const message = isLarge
      ? 'This picture has too many pixels. Please make it smaller and try again.'
      : UNREADABLE;
    throw new AppError('VALIDATION_FAILED', { message, cause });
  }
}
