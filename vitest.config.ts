import { defineConfig } from 'vitest/config';

const integration = [
  'services/*/test/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'infra/*/test/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'infra/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          globalSetup: 'packages/service-kit/src/testing/global-setup.ts',
        },
      },
      'web/vitest.config.ts',
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          pool: 'forks',
          globalSetup: 'e2e/support/global-setup.ts',
        },
      },
    ],
  },
});
