import { because } from '@larksong/contracts';
import { decodePicture, recognizePicture } from '@larksong/pictures';
import { AppError, readBinaryBody } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';
import sharp, { type Sharp } from 'sharp';

/** Reads a picture of at most 900 kB from a request. Throws the errors of `readBinaryBody`. */
export function readPicture(
  request: FastifyRequest,
  { uploadStallSeconds }: { uploadStallSeconds: number },
): Promise<Buffer> {
  return readBinaryBody(request, {
    maxBytes: 900_000,
    stallMs: uploadStallSeconds * 1000,
    tooLarge: because('picture.file-too-large'),
  });
}

interface Shrinking {
  /** Sizes the upright picture, and removes what the format does not have. */
  resize: (picture: Sharp) => Sharp;
  encode: (picture: Sharp, quality: number) => Sharp;
  /** The first whose result has at most `maxBytes` is used; the last one always is. */
  qualities: readonly number[];
  maxBytes: number;
}

/**
 * Returns a small picture of any JPEG, PNG or WebP, in sRGB and without metadata. Throws UNSUPPORTED_MEDIA_TYPE for other
 * files, and the errors of `decodePicture`.
 */
export async function shrinkPicture(
  bytes: Buffer,
  { resize, encode, qualities, maxBytes }: Shrinking,
): Promise<Buffer> {
  if (!recognizePicture(bytes)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', because('picture.format'));
  return decodePicture(bytes, async (picture) => {
    const { data, info: raw } = await resize(picture)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    let small = Buffer.alloc(0);
    for (const quality of qualities) {
      small = await encode(sharp(data, { raw }), quality).toBuffer();
      if (small.length <= maxBytes) break;
    }
    return small;
  });
}
