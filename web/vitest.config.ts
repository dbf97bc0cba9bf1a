import type { VitestPluginContext } from 'vitest/node';
import { defineConfig } from 'vitest/config';

import { catalogues } from './build/catalogues.ts';

/** A catalogue is read from several PO files, of which Vitest's cache of modules would notice only one. */
const freshCatalogues = {
  name: 'larksong:fresh-catalogues',
  configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
    defineCacheKeyGenerator(({ id }) => (id.endsWith('.po') ? false : undefined)),
};

export default defineConfig({
  plugins: [catalogues(), freshCatalogues],
  test: {
    name: 'web',
    environment: 'happy-dom',
    testTimeout: 60_000, // several waits of a busy machine, see src/testing/render.tsx
    expect: { poll: { timeout: 10_000 } },
    isolate: false, // a new process for each file takes half of the time; its modules are fresh nevertheless
    setupFiles: [
      'src/testing/fresh-modules.ts',
      'src/testing/no-owner-stacks.ts',
      'src/testing/no-beacons.ts',
      '../packages/service-kit/src/testing/setup-waits.ts',
    ],
    maxWorkers: '100%', // the tests only use the processor
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
