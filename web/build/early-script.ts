import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type Rolldown } from 'vite';

import { ALIAS } from './alias.ts';
import { leanContracts, leanReasons } from './lean-contracts.ts';

/** Builds a module of `src` into a script that needs no other file and may be part of a page. Returns its code. */
export async function buildEarlyScript(name: string): Promise<string> {
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
        input: fileURLToPath(new URL(`../src/${name}`, import.meta.url)),
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
