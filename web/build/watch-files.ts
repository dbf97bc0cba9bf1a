import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type Plugin, type Rolldown } from 'vite';

import { ALIAS } from './alias.ts';
import { leanContracts, leanReasons } from './lean-contracts.ts';

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
      this.emitFile({ type: 'asset', name: EARLY, source: await buildEarly() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}.`);
        return html.replace(PLACE, PLACE.replace('""', `"${listFiles(bundle).join(' ')}"`));
      },
    },
  };
}

async function buildEarly(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: dirname(import.meta.dirname),
    publicDir: false,
    plugins: [leanReasons(), leanContracts()],
    resolve: { alias: ALIAS },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/early.ts', import.meta.url)),
        output: { format: 'iife' }, // no module, which would wait for the style sheets
        // the contracts of the calls that it does not make
        treeshake: {
          manualPureFunctions: ['Type', 'endpoint', 'Nullable', 'withDefault', 'because', 'personalList'],
        },
      },
    },
  });
  const [{ code }] = (result as Rolldown.RolldownOutput).output; // neither several builds nor a watcher
  if (/<(?:\/?script|!--)/i.test(code)) throw new Error('The early script cannot be part of a page.');
  return code;
}

/** Chunks import each other, so that one runs before what it needs. Groups of `vite.config.ts` cause and mend that. */
class CircleError extends Error {
  constructor(names: string[]) {
    super(`Chunks import each other: ${names.join(' → ')}. See codeSplitting in vite.config.ts.`);
  }
}

function listFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const find = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName);
  const withImports = (
    chunk: Rolldown.OutputChunk,
    importers: readonly Rolldown.OutputChunk[] = [],
  ): Rolldown.OutputChunk[] => {
    const path = [...importers, chunk];
    if (importers.includes(chunk)) throw new CircleError(path.map(({ name }) => name));
    return [
      chunk,
      ...chunk.imports.flatMap((name) => find(name) ?? []).flatMap((found) => withImports(found, path)),
    ];
  };
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => withImports(chunk)));
  const wanted = MODULES.flatMap((module) =>
    chunks
      .filter(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
      .flatMap((chunk) => withImports(chunk)),
  ).filter((chunk) => !first.has(chunk));
  const early = Object.values(bundle).filter((file) => file.type === 'asset' && file.names.includes(EARLY));
  const names = [...early, ...new Set(wanted)].map(({ fileName }) => fileName);
  const styles = wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...new Set([...names, ...styles])].map((name) => `/${name}`);
}
