import { createRequire } from 'node:module';

import sharp from 'sharp';

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

const SIZE = 512;
/** Room around a picture on all sides, in pixels. */
const MARGIN = 28;

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

/** A card picture: 512 × 512, transparent ground, at most 256 colours, the drawing centred with a margin. */
export async function makePicture(notoName: string): Promise<Buffer> {
  const body = findIcon(notoName);
  const { left, top, side } = await findDrawnSquare(body);
  const margin = (side * MARGIN) / (SIZE - 2 * MARGIN);
  const box = { left: left - margin, top: top - margin, side: side + 2 * margin };
  return sharp(draw(body, box, SIZE))
    .png({ palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
