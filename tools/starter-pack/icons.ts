// Draws the icons of the web client from its mark: node icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

const PUBLIC = fileURLToPath(new URL('../../web/public/', import.meta.url));
const SHAPES = fileURLToPath(new URL('../../web/src/styles/shapes/', import.meta.url));

/** Colours of the light theme in web/src/styles/tokens.css. */
const SKY = ['#c9e7f3', '#f1f8f5', '#ffefc4'];
const HILLS = { far: '#bfe3c3', near: '#93cca2' };
const BACKS = ['#2677b5', '#c5600b', '#37823f', '#c4375c'];

/** Returns the inner part of a drawing, to be placed into another one. */
async function readShapes(path: string): Promise<string> {
  const drawing = await readFile(path, 'utf8');
  return drawing.slice(drawing.indexOf('>') + 1, drawing.lastIndexOf('</svg>'));
}

const mark = await readShapes(`${PUBLIC}mark.svg`);
const lark = await readShapes(`${SHAPES}lark.svg`);

interface Place {
  x: number;
  y: number;
  size: number;
}

const place = (shapes: string, viewBox: string, { x, y, size }: Place) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}">${shapes}</svg>`;

const placeMark = (at: Place) => place(mark, '0 0 64 64', at);

const draw = (width: number, height: number, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );

/** Draws the sky and two hills; `share` is their part of the picture's height. */
function meadow(width: number, height: number, share: number): string {
  const hill = (colour: string, rise: number, [left, right]: [number, number]) => {
    const y = (part: number) => height * (1 - share * part);
    return `<path fill="${colour}" d="M0 ${y(left)}C${width * 0.3} ${y(left + rise)} ${width * 0.6} ${y(right - rise)} ${width} ${y(right)}V${height}H0z"/>`;
  };
  const stops = SKY.map((colour, at) => `<stop offset="${at * 0.45}" stop-color="${colour}"/>`).join('');
  return `<defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    ${hill(HILLS.far, 0.5, [0.75, 1])}${hill(HILLS.near, 0.4, [0.7, 0.45])}`;
}

/** Draws an icon without transparent parts, from which a phone may crop everything but the middle. */
const tile = (size: number, share: number) => {
  const inset = (size * (1 - share)) / 2;
  return draw(size, size, meadow(size, size, 0.3) + placeMark({ x: inset, y: inset, size: size * share }));
};

const toPng = (drawing: Buffer) => sharp(drawing).png({ palette: true, effort: 10 }).toBuffer();

const plain = (size: number) => toPng(draw(size, size, placeMark({ x: 0, y: 0, size })));

/** Draws the preview picture of links to the site: the mark next to four card backs, above the meadow. */
function preview(): Buffer {
  const cards = BACKS.map((colour, index) => {
    const [x, y] = [650 + (index % 2) * 215, 107 + Math.floor(index / 2) * 215];
    return `<rect x="${x}" y="${y}" width="200" height="200" rx="36" fill="${colour}"/>
      <g fill="#fff">${place(lark, '4 10 54 47', { x: x + 45, y: y + 45, size: 110 })}</g>`;
  });
  return draw(1200, 630, meadow(1200, 630, 0.36) + placeMark({ x: 150, y: 120, size: 390 }) + cards.join(''));
}

/** Puts PNG files into one ICO file. */
function toIco(pictures: { size: number; png: Buffer }[]): Buffer {
  const HEAD = 6;
  const ENTRY = 16;
  const head = Buffer.alloc(HEAD + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2); // icons
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = HEAD + ENTRY * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4); // planes
    head.writeUInt16LE(32, entry + 6); // bits of a pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await plain(size) })));
const files: Record<string, Buffer> = {
  'favicon.ico': toIco(small),
  'icon-192.png': await plain(192),
  'icon-512.png': await plain(512),
  // The system crops the corners: the rays must stay within a circle of 80 %.
  'icon-maskable-512.png': await toPng(tile(512, 0.6)),
  'apple-touch-icon.png': await toPng(tile(180, 0.72)),
  'share.png': await toPng(preview()),
};
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(PUBLIC + name, bytes);
  console.log(`${name}: ${(bytes.length / 1000).toFixed(1)} kB`);
}
