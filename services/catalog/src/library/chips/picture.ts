import { catalog } from '@larksong/contracts';

import { shrinkPicture } from '../thumbnails/uploaded-picture.ts';

/** Maximum side length in pixels: a chip is 64 × 56 px, on screens with three times as many pixels. */
const SIZE = 256;

/**
 * Returns a chip's picture from an uploaded file: an upright WebP of at most 256 × 256 pixels and 40 kB, with its aspect
 * ratio, without metadata. Throws the errors of `shrinkPicture`.
 */
export async function toChipPicture(bytes: Buffer): Promise<Buffer> {
  return shrinkPicture(bytes, {
    resize: (picture) =>
      picture.resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true }),
    encode: (picture, quality) => picture.webp({ quality, alphaQuality: quality }),
    qualities: [80, 60, 40, 20, 1],
    maxBytes: catalog.CHIP_PICTURE_BYTES,
  });
}
