import { createRequire } from 'node:module';

import sharp from 'sharp';

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

/** Margin around a drawing as a share of the picture's side. */
const MARGIN = 28 / 512;

/** Maximum size of a card's picture: the eight pictures of the largest board have at most 40 kB. */
const MAX_BYTES = 5000;

/**
 * Settings for a card's picture, best first; the first whose result is small enough is used. A picture fills 58 % of its
 * card, at most 255 pixels of a page, so that even the smallest is about as large as it is displayed. A lower `quality`
 * allows fewer colours; below 40 gradients show bands.
 */
const MAKES: readonly { sizePx: number; quality: number }[] = [
  ...[384, 352, 320].map((sizePx) => ({ sizePx, quality: 80 })),
  ...[384, 352, 320, 288].map((sizePx) => ({ sizePx, quality: 60 })),
  ...[352, 320, 288, 256, 240, 224].map((sizePx) => ({ sizePx, quality: 40 })),
];

// The set is JSON of 20 MB; `require` reads it without an import attribute and without types of that size.
const noto = createRequire(import.meta.url)('@iconify-json/noto/icons.json') as IconSet;

/** Returns the picture with this name as SVG elements in a square of 128. Throws if it does not exist. */
function findIcon(name: string): string {
  const icon = noto.icons[name];
  if (icon === undefined) throw new Error(`Noto Emoji has no picture "${name}"`);
  if ((icon.width ?? noto.width) !== 128 || (icon.height ?? noto.height) !== 128)
    throw new Error(`The picture "${name}" is no square of 128`);
  return icon.body;
}

/** Part of the drawing's own square of 128, in its units. */
interface Box {
  left: number;
  top: number;
  side: number;
}

function draw(body: string, box: Box, sizePx: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${sizePx}" height="${sizePx}" viewBox="${box.left} ${box.top} ${box.side} ${box.side}">${body}</svg>`,
  );
}

/** Returns the square around the visible drawing, so that small and large drawings fill their cards alike. */
async function findDrawnSquare(body: string): Promise<Box> {
  const whole: Box = { left: -16, top: -16, side: 160 };
  const scale = whole.side / 640;
  const { info } = await sharp(draw(body, whole, 640))
    .trim({ background: '#0000', threshold: 4 })
    .toBuffer({ resolveWithObject: true });
  const left = whole.left - (info.trimOffsetLeft ?? 0) * scale;
  const top = whole.top - (info.trimOffsetTop ?? 0) * scale;
  const side = Math.max(info.width, info.height) * scale;
  return {
    left: left - (side - info.width * scale) / 2,
    top: top - (side - info.height * scale) / 2,
    side,
  };
}

/** Returns a picture of the film: 512 × 512, transparent, at most 256 colours, the drawing centred with a margin. */
export async function makeFilmPicture(notoName: string): Promise<Buffer> {
  return encode(await frame(notoName), { sizePx: 512, quality: 80 });
}

/** Returns a picture for a card: 384 × 384, or smaller and with fewer colours to stay within 5000 bytes. */
export async function makePicture(notoName: string): Promise<Buffer> {
  const framed = await frame(notoName);
  for (const make of MAKES) {
    const picture = await encode(framed, make);
    if (picture.length <= MAX_BYTES) return picture;
  }
  throw new Error(`The picture "${notoName}" has too many details for ${MAX_BYTES} bytes`);
}

/** A drawing and the square of it that a picture shows. */
interface Framed {
  body: string;
  box: Box;
}

async function frame(notoName: string): Promise<Framed> {
  const body = findIcon(notoName);
  const { left, top, side } = await findDrawnSquare(body);
  const margin = (side * MARGIN) / (1 - 2 * MARGIN);
  return { body, box: { left: left - margin, top: top - margin, side: side + 2 * margin } };
}

function encode({ body, box }: Framed, { sizePx, quality }: (typeof MAKES)[number]): Promise<Buffer> {
  return sharp(draw(body, box, sizePx))
    .png({ palette: true, quality, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
