import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    testTimeout: 20_000, // several waits of a busy machine, see src/testing/render.tsx
    expect: { poll: { timeout: 4000 } },
    maxWorkers: '100%', // work for the processor alone
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
