import { fileURLToPath } from 'node:url';

/** In the browser, `typebox` is replaced by the few builders that the contracts use. */
export const ALIAS = [
  { find: /^typebox$/, replacement: fileURLToPath(new URL('../src/lib/schema/schema.ts', import.meta.url)) },
];
