import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { minify, type Plugin } from 'vite';

const HEAD = '<script src="/head.js"></script>';
const CODE = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const STYLE_SHEET = /\n *<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

/** Those that the gateway replaces stay. */
const COMMENTS = /^ *<!--(?! \/?(?:details|early|still) -->)[^]*?-->\n/gm;

/**
 * Lets the browser paint index.html before anything else has arrived: public/head.js becomes part of the page, and the
 * style sheet moves to its end. The code still starts after the style sheet, and on the page of a video after the first
 * pictures.
 */
export function earlyPaint(): Plugin {
  return {
    name: 'larksong:early-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const [link, name = ''] = STYLE_SHEET.exec(html) ?? [];
        const sheet = bundle[name];
        if (link === undefined || sheet?.type !== 'asset' || !html.includes(HEAD) || !CODE.test(html))
          throw new Error('index.html has no style sheet, no code, or no head.js.');
        // Style sheets of pages are added to the head, before it, and must still override it.
        sheet.source = String(sheet.source).replaceAll('@layer components{', '@layer components.first{');
        const path = fileURLToPath(new URL('../public/head.js', import.meta.url));
        const { code } = await minify(path, await readFile(path, 'utf8'));
        return html
          .replaceAll(COMMENTS, '')
          .replace(link, '')
          .replace(CODE, (_, path: string) => startLater(path))
          .replace(HEAD, () => `<script>${code.trim()}</script>`)
          .replace('</body>', `${link.trimEnd()}\n  </body>`);
      },
    },
  };
}

function startLater(path: string): string {
  const script = `const start=()=>import("${path}");globalThis.afterPicture?afterPicture(start):start()`;
  return `<link id="code" rel="modulepreload" crossorigin href="${path}"><script type="module">${script}</script>`;
}
