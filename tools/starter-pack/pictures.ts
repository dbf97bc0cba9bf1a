import { createRequire } from 'node:module';

import sharp from 'sharp';

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

/** Room around a drawing on all sides, as a share of the picture's side. */
const MARGIN = 28 / 512;

/** Bytes of a card's picture: eight of them, the pictures of the largest board, take 40 kB at most. */
const MOST_BYTES = 5000;

/**
 * How a card's picture may be made, the best first; a picture takes the first that is small enough. A picture fills 58 %
 * of its card, 255 pixels of a page at most, so that the smallest is still about as large as it is shown. `quality`
 * says how few colours will do; below 40 gradients fall into bands.
 */
const MAKES: readonly { sizePx: number; quality: number }[] = [
  ...[384, 352, 320].map((sizePx) => ({ sizePx, quality: 80 })),
  ...[384, 352, 320, 288].map((sizePx) => ({ sizePx, quality: 60 })),
  ...[352, 320, 288, 256, 240, 224].map((sizePx) => ({ sizePx, quality: 40 })),
];

// The set is JSON of 20 MB; `require` reads it without an import attribute and types of its own size.
const noto = createRequire(import.meta.url)('@iconify-json/noto/icons.json') as IconSet;

/** The picture of this name as SVG elements in a square of 128. Throws on an unknown name. */
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

/** The square around what is really drawn, so that small and large drawings fill their cards alike. */
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

/** A picture of the film: 512 × 512, transparent ground, at most 256 colours, the drawing centred with a margin. */
export async function makeFilmPicture(notoName: string): Promise<Buffer> {
  return encode(await frame(notoName), { sizePx: 512, quality: 80 });
}

/** The same for a card: 384 × 384; smaller, and with fewer colours, where it would take more than 5000 bytes. */
export async function makePicture(notoName: string): Promise<Buffer> {
  const framed = await frame(notoName);
  for (const make of MAKES) {
    const picture = await encode(framed, make);
    if (picture.length <= MOST_BYTES) return picture;
  }
  throw new Error(`The picture "${notoName}" has too many details for ${MOST_BYTES} bytes`);
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
