import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most of the time goes into waiting for processes and sockets, so that one worker a core leaves cores idle.
    maxWorkers: 3,
    globalSetup: ['test/support/build.ts'],
    unstubEnvs: true,
  },
});
