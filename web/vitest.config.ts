import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    maxWorkers: '100%', // work for the processor alone
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
