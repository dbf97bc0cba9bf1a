import { createRequire } from 'node:module';

import { openSync, type Font } from 'fontkit';

const font = openFont();

function openFont(): Font {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/andika/files/andika-latin-700-normal.woff',
  );
  const font = openSync(file);
  if (font.type !== 'WOFF') throw new Error(`${file} holds no single font`);
  return font;
}

export interface Placement {
  /** Horizontal centre of the text. */
  centre: number;
  baseline: number;
  sizePx: number;
  colour: string;
}

/** Returns text in Andika Bold as SVG paths, so that drawing it needs no font. */
export function drawText(text: string, { centre, baseline, sizePx, colour }: Placement): string {
  const { glyphs, positions } = font.layout(text);
  const scale = sizePx / font.unitsPerEm;
  let x = centre - (widthOf(text) * sizePx) / 2;
  const paths = glyphs.map((glyph, index) => {
    const path = glyph.path.scale(scale, -scale).translate(x, baseline).toSVG();
    x += (positions[index]?.xAdvance ?? 0) * scale;
    return `<path d="${path}"/>`;
  });
  return `<g fill="${colour}">${paths.join('')}</g>`;
}

/** Returns the width of a text in units of its size. */
export function widthOf(text: string): number {
  return font.layout(text).advanceWidth / font.unitsPerEm;
}
