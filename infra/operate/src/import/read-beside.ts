import { readFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { decodeText, type FilmCaption } from '@larksong/import';
import sharp from 'sharp';

import type { LocalFile } from './list-folder.ts';

const MAX_SIDE = 1280;
/** JPEG qualities; the first whose result is small enough is used. */
const QUALITIES = [88, 75, 60, 40];
const MAX_PICTURE_BYTES = 900_000;

/** Reads subtitles, in the encoding that they have, as WebVTT. Throws an `Error` with a sentence if they are broken. */
export async function readCaption({ file, language, label }: FilmCaption<LocalFile>) {
  if (file.sizeBytes > catalog.MAX_CAPTION_BYTES) throw new Error(catalog.CAPTIONS_TOO_LARGE.message);
  const content = catalog.normalizeWebVtt(decodeText(await readFile(file.place)));
  return { content, language, label };
}

/** Reads a picture as a JPEG that the server accepts. Throws an `Error` with a sentence if it is broken. */
export async function readPicture(file: LocalFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file.place);
  try {
    const picture = sharp(bytes)
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    for (const quality of QUALITIES) {
      const small = await picture.clone().jpeg({ quality }).toBuffer();
      if (small.length <= MAX_PICTURE_BYTES) return new Uint8Array(small);
    }
  } catch (cause) {
    throw new Error('This picture cannot be read. Please choose a JPEG, PNG or WebP picture.', { cause });
  }
  throw new Error('This picture cannot be made small enough. Please choose another one.');
}
