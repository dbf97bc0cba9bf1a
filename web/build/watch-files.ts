import type { Plugin } from 'vite';

import { buildEarlyScript } from './early-script.ts';
import { listFiles } from './list-files.ts';

/** The modules with which the chunks of a video's page begin, the largest first. */
const MODULES = [
  /\/src\/features\/player\/player\.tsx$/,
  /\/src\/features\/watch\/watch-parts\.tsx$/,
  /\/src\/pages\/songs\.tsx$/,
];
const EARLY = 'early.js';
/** Where index.html lists them. */
const PLACE = '<meta name="watch-files" content="" />';

/**
 * Builds src/early.ts into a script that needs no other file, and lists it in the page, together with all files that a
 * video's page loads after the first ones. The gateway writes the script into the page of a public video, and
 * public/head.js adds it to others; it requests the other files.
 */
export function watchFiles(): Plugin {
  return {
    name: 'larksong:watch-files',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: EARLY, source: await buildEarlyScript('early.ts') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}.`);
        const [early] = Object.values(bundle).filter(
          (file) => file.type === 'asset' && file.names.includes(EARLY),
        );
        const files = [...(early ? [`/${early.fileName}`] : []), ...listFiles(bundle, MODULES)];
        return html.replace(PLACE, PLACE.replace('""', `"${files.join(' ')}"`));
      },
    },
  };
}
