import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Fonts of several weights: what they are called in their package, followed by a hash in the build. */
const VARIABLE = /-wght-normal\b.*\.woff2$/;
/** The weights that style sheets ask for, of 100 to 900. */
export const WEIGHTS = { min: 400, max: 700 };

/** The font of every page, and that of letters, which the game shows first. The build writes their names into the page. */
const PRELOADED = {
  fonts: /lexend-latin-wght-normal-.*\.woff2$/,
  'letter-fonts': /andika-latin-700-normal-.*\.woff2$/,
};

/** Returns the pattern of a font's file name. It has the weights, since the hash is that of the font with all of them. */
export function fontFileName(name: string): string | undefined {
  return VARIABLE.test(name) ? `assets/[name]-${WEIGHTS.min}-${WEIGHTS.max}-[hash][extname]` : undefined;
}

/** Leaves weights that no text has out of the variable fonts, nearly half of what every page loads. */
export function narrowFonts(): Plugin {
  return {
    name: 'larksong:narrow-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && VARIABLE.test(file.fileName))
          file.source = await narrowWeights(Buffer.from(file.source));
    },
  };
}

/** Returns a variable font with all its characters, but only some of its weights. */
export async function narrowWeights(font: Buffer): Promise<Buffer> {
  const { characterSet } = create(font) as Font; // not a collection of fonts
  const text = String.fromCodePoint(...characterSet);
  return subsetFont(font, text, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } });
}

/**
 * Lists the two Latin fonts in the page, for public/head.js to preload: otherwise they are discovered only after the
 * style sheet, and text moves.
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
          return page.replace(place, place.replace('""', `"${names.map((name) => `/${name}`).join(' ')}"`));
        }, html);
      },
    },
  };
}
