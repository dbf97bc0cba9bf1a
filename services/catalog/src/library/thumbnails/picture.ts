import { shrinkPicture } from './uploaded-picture.ts';

/** Maximum size of a thumbnail, so that a page of them loads quickly. */
export const THUMBNAIL_BYTES = 25_000;

/**
 * Returns a thumbnail of 640 × 360 of any JPEG, PNG or WebP, cropped to fit: a new JPEG of at most 25 kB wherever
 * possible, upright, white where the picture was transparent, without metadata. Throws the errors of `shrinkPicture`.
 */
export async function toThumbnail(bytes: Buffer): Promise<Buffer> {
  return shrinkPicture(bytes, {
    resize: (picture) =>
      picture.resize(640, 360, { fit: 'cover' }).flatten({ background: '#ffffff' }).removeAlpha(),
    encode: (picture, quality) => picture.jpeg({ quality, mozjpeg: true }),
    qualities: [80, 70, 60, 50, 40, 30, 20, 10],
    maxBytes: THUMBNAIL_BYTES,
  });
}
