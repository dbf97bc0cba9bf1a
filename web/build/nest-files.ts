import type { Plugin } from 'vite';

import { buildEarlyScript } from './early-script.ts';
import { listFiles } from './list-files.ts';

/** The modules with which the chunks of a child's place begin. */
const MODULES = [/\/src\/nest-routes\.tsx$/, /\/src\/api\/nest-calls\.ts$/];

/**
 * Writes `nest.json`: the script made of src/early-nest.ts, and the files that a child's place loads after the first ones.
 * The gateway writes both into the pages of browsers in which a nest is; the script requests the files, which would
 * otherwise be found one after another.
 */
export function nestFiles(): Plugin {
  return {
    name: 'larksong:nest-files',
    apply: 'build',
    async generateBundle(_, bundle) {
      const source = JSON.stringify({
        script: await buildEarlyScript('early-nest.ts'),
        files: listFiles(bundle, MODULES),
      });
      this.emitFile({ type: 'asset', fileName: 'nest.json', source });
    },
  };
}
