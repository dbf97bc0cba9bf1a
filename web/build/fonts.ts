import { createHash } from 'node:crypto';

import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Fonts of several weights: what they are called in their package, followed by a hash in the build. */
const VARIABLE = /-wght-normal\b.*\.woff2$/;
/** The weights that style sheets ask for, of 100 to 900. */
export const WEIGHTS = { min: 400, max: 700 };

/**
 * The fonts of every page, those that a language needs in addition, and that of letters, which the game shows first. The
 * build writes their names into the page.
 */
export const PRELOADED = {
  fonts: /lexend-latin-wght-normal-.*\.woff2$/,
  'fonts-ar': /readex-pro-arabic-wght-normal-.*\.woff2$/,
  'fonts-pl': /lexend-latin-ext-wght-normal-.*european-.*\.woff2$/,
  'fonts-tr': /lexend-latin-ext-wght-normal-.*european-.*\.woff2$/,
  'fonts-uk': /andika-cyrillic-[47]00-normal-.*\.woff2$/,
  'letter-fonts': /andika-latin-700-normal-.*\.woff2$/,
};

/** Returns the pattern of a font's file name. It has the weights, since the hash is that of the font with all of them. */
export function fontFileName(name: string): string | undefined {
  return VARIABLE.test(name) ? `assets/[name]-${WEIGHTS.min}-${WEIGHTS.max}-[hash][extname]` : undefined;
}

/** A font in a style sheet of which the build writes a part, and the characters of that part. */
const PART = /url\(["']?\/(?<file>[^)"'#]+)#(?<part>[a-z]+)["']?\)[^}]*unicode-range:\s*(?<range>[^;}]+)/g;

/**
 * Leaves weights that no text has out of the variable fonts, nearly half of what every page loads, and writes parts of
 * fonts: url('font.woff2#part') in src/styles/fonts.css has only the characters of its unicode-range.
 */
export function narrowFonts(): Plugin {
  return {
    name: 'larksong:narrow-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((file) => file.type === 'asset');
      const sheets = assets.filter(({ fileName }) => fileName.endsWith('.css'));
      for (const sheet of sheets)
        for (const { groups } of String(sheet.source).matchAll(PART)) {
          const { file = '', part = '', range = '' } = groups ?? {};
          const font = assets.find(({ fileName }) => fileName === file);
          if (!font)
            throw new Error(`${sheet.fileName} names a part of ${file}, which the build does not have.`);
          const fileName = partFileName(file, part, range);
          const source = await narrowFont(Buffer.from(font.source), parseRange(range));
          this.emitFile({ type: 'asset', fileName, source });
          sheet.source = String(sheet.source).replace(`${file}#${part}`, fileName);
        }
      for (const file of assets.filter(({ fileName }) => fileName.endsWith('.woff2'))) {
        if (!sheets.some(({ source }) => String(source).includes(file.fileName)))
          delete bundle[file.fileName];
        else if (VARIABLE.test(file.fileName)) file.source = await narrowFont(Buffer.from(file.source));
      }
    },
  };
}

/** Returns the name of a part. Its hash changes with font and range, since browsers keep these files for a year. */
function partFileName(file: string, part: string, range: string): string {
  const hash = createHash('sha256').update(`${file} ${range}`).digest('base64url').slice(0, 8);
  return file.replace(/-[\w-]{8}\.woff2$/, `-${part}-${hash}.woff2`);
}

/** Returns the characters of a unicode-range, whose spans are as in U+100-17F or, minified, U+1??. */
export function parseRange(range: string): number[] {
  return Array.from(range.matchAll(/U\+([\da-f?]+)(?:-([\da-f]+))?/gi)).flatMap(
    ([, from = '', to = from]) => {
      const first = parseInt(from.replaceAll('?', '0'), 16);
      const last = parseInt(to.replaceAll('?', 'f'), 16);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    },
  );
}

/** Returns a font with only some of its characters, by default all, and a variable one with only some of its weights. */
export async function narrowFont(whole: Buffer, characters?: readonly number[]): Promise<Buffer> {
  const { characterSet, variationAxes } = create(whole) as Font; // not a collection of fonts
  const text = String.fromCodePoint(...(characters ?? characterSet));
  const axes = 'wght' in variationAxes ? { variationAxes: { wght: WEIGHTS } } : {};
  // Not compressed, so that its names can be found.
  const font = rename(await subsetFont(whole, text, { targetFormat: 'truetype', ...axes }));
  return subsetFont(font, text, { targetFormat: 'woff2' });
}

/** Gives a part of Scheherazade New another name, as its licence demands, which must have the same length. */
function rename(font: Buffer): Buffer {
  const names = { 'Scheherazade New': 'Larksong Letters', ScheherazadeNew: 'LarksongLetters' };
  const bytes = Object.entries(names).reduce(
    (text, [name, other]) => text.replaceAll(inUtf16(name), inUtf16(other)),
    font.toString('latin1'),
  );
  return Buffer.from(bytes, 'latin1');
}

/** Returns the bytes of a text as a font has them. */
function inUtf16(text: string): string {
  return Array.from(text, (character) => `\0${character}`).join('');
}

/**
 * Lists fonts in the page, for public/head.js to preload: otherwise they are discovered only after the style sheet, and
 * text moves.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'larksong:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return Object.entries(PRELOADED).reduce((page, [list, font]) => {
          const place = `<meta name="${list}" content="" />`;
          if (!page.includes(place)) throw new Error(`index.html has no ${place}.`);
          const names = Object.keys(bundle).filter((name) => font.test(name));
          if (names.length === 0) throw new Error(`The build has no fonts for ${place}.`);
          return page.replace(place, place.replace('""', `"${names.map((name) => `/${name}`).join(' ')}"`));
        }, html);
      },
    },
  };
}
