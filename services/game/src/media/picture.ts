import { because } from '@larksong/contracts';
import { decodePicture, isPlainPng, recognizePicture } from '@larksong/pictures';
import { AppError } from '@larksong/service-kit';
import sharp from 'sharp';

/** Maximum side length of a stored picture in pixels. */
const PICTURE_SIZE = 512;

/** Throws VALIDATION_FAILED for an empty file and UNSUPPORTED_MEDIA_TYPE for one that does not begin like a picture. */
export function checkPictureFormat(file: Buffer): void {
  if (file.length === 0) throw new AppError('VALIDATION_FAILED', because('game.file-empty'));
  if (!recognizePicture(file)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', because('game.picture-format'));
}

/**
 * Returns a card's picture from an uploaded file: an upright PNG of at most 512 × 512 pixels with its aspect ratio,
 * reduced to 256 colours if that is smaller. Throws VALIDATION_FAILED for an empty file, UNSUPPORTED_MEDIA_TYPE for
 * other formats, and the errors of `decodePicture`.
 */
export async function toPicture(file: Buffer): Promise<Buffer> {
  checkPictureFormat(file);
  return decodePicture(file, async (picture) => {
    const { data, info } = await picture
      .resize({ width: PICTURE_SIZE, height: PICTURE_SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const small = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const full = await small().png({ compressionLevel: 9 }).toBuffer();
    const palette = await small().png({ palette: true, effort: 7, compressionLevel: 9 }).toBuffer();
    return palette.length < full.length ? palette : full;
  });
}

/** A picture in true colour is converted if that saves more than this share of it. */
const WORTHWHILE = 0.1;
const COLOUR_TYPE_AT = 25;
const PALETTE = 3;

/**
 * Returns a card's picture from a file of a pack. A decodable plain PNG of at most 512 × 512 pixels, as sites store it,
 * is returned unchanged, so that a pack stays the same from site to site; otherwise returns the result of `toPicture`.
 * Throws like `toPicture`.
 */
export async function toPackPicture(file: Buffer): Promise<Buffer> {
  if (!isPlainPng(file, { maxSize: PICTURE_SIZE })) return toPicture(file);
  if (file[COLOUR_TYPE_AT] === PALETTE) {
    await decodePicture(file, (picture) => picture.raw().toBuffer());
    return file;
  }
  const picture = await toPicture(file);
  return picture.length < file.length * (1 - WORTHWHILE) ? picture : file;
}
