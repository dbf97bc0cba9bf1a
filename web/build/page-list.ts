import type { Plugin } from 'vite';

import { nestPaths } from '../src/nest-paths.ts';
import { paths } from '../src/paths.ts';

/** Returns the addresses of all pages. */
export function listPages(): string[] {
  return [...Object.values(paths), ...Object.values(nestPaths)].filter((path) => typeof path === 'string');
}

/** Writes the addresses of all pages into `pages.json`; the gateway answers all others with the status 404. */
export function pageList(): Plugin {
  return {
    name: 'larksong:page-list',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(listPages()) });
    },
  };
}
