// Draws the covers that links to lists have in messages, one for each sign and hue: node list-covers.ts
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { catalog } from '@larksong/contracts';
import sharp from 'sharp';

const WEB = new URL('../../web/', import.meta.url);
const PUBLIC = fileURLToPath(new URL('public/', WEB));

const [WIDTH, HEIGHT] = [1200, 630];
/** Messengers cut previews down to a square in the middle. */
const SIGN_SIZE = 300;

/** The names of the drawings of web/src/parts/list-sign.tsx in lucide. */
const DRAWINGS: Record<catalog.ListSign, string> = {
  sun: 'sun',
  moon: 'moon',
  car: 'car',
  rain: 'cloud-rain',
  letters: 'a-large-small',
  fish: 'fish',
  bed: 'bed-double',
  cake: 'cake',
  tree: 'tree-pine',
  flower: 'flower-2',
  snow: 'snowflake',
  heart: 'heart',
};

type Shape = [element: string, attributes: Record<string, string>];

/** Returns the lines of a sign, to be placed into another drawing of 24 × 24. */
async function readSign(sign: catalog.ListSign): Promise<string> {
  const path = new URL(`node_modules/lucide-react/dist/esm/icons/${DRAWINGS[sign]}.mjs`, WEB).href;
  const { __iconData } = (await import(path)) as { __iconData: { node: Shape[] } }; // as every icon exports
  const shapes = __iconData.node.map(([element, attributes]) => {
    const drawn = Object.entries(attributes).filter(([name]) => name !== 'key'); // which is React's
    const written = drawn.map(([name, value]) => `${name}="${value}"`);
    return `<${element} ${written.join(' ')}/>`;
  });
  return shapes.join('');
}

/** Returns the colours of the light theme by their names. */
async function readColours(): Promise<(name: string) => string> {
  const tokens = await readFile(new URL('src/styles/tokens.css', WEB), 'utf8');
  return (name) => {
    const [, colour] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
    if (colour === undefined) throw new Error(`tokens.css has no --${name}`);
    return colour;
  };
}

/** Draws a sign above two hills of its hue. Few colours keep the file small. */
function draw(sign: string, { hue, mark }: { hue: string; mark: string }): Buffer {
  const [x, y] = [(WIDTH - SIGN_SIZE) / 2, (HEIGHT - SIGN_SIZE) / 2 - 20];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${hue}"/>
    <circle cx="${WIDTH / 2}" cy="${HEIGHT / 2 - 20}" r="245" fill="${mark}" fill-opacity="0.14"/>
    <path fill="#000" fill-opacity="0.1" d="M0 500C360 430 720 620 1200 510V630H0z"/>
    <path fill="#000" fill-opacity="0.12" d="M0 590C400 640 760 470 1200 560V630H0z"/>
    <svg x="${x}" y="${y}" width="${SIGN_SIZE}" height="${SIGN_SIZE}" viewBox="0 0 24 24" fill="none"
      stroke="${mark}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${sign}</svg>
  </svg>`);
}

const colourOf = await readColours();
await mkdir(`${PUBLIC}covers`, { recursive: true });
let bytes = 0;
for (const sign of catalog.LIST_SIGNS) {
  const shapes = await readSign(sign);
  for (const hue of catalog.CHIP_HUES) {
    const drawing = draw(shapes, { hue: colourOf(`back-${hue}`), mark: colourOf('back-mark') });
    const png = await sharp(drawing).png({ palette: true, colours: 16, effort: 10 }).toBuffer();
    await writeFile(PUBLIC + catalog.listCoverPath({ sign, hue }).slice(1), png);
    bytes += png.length;
  }
}
const count = catalog.LIST_SIGNS.length * catalog.CHIP_HUES.length;
console.log(`${count} covers: ${(bytes / 1000).toFixed(0)} kB`);
