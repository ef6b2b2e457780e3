import { defineConfig } from 'vitest/config';
import { compiledSource } from './test/support/compile-source.mjs';

export default defineConfig({
  plugins: [compiledSource],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of the time goes into waiting for processes and sockets: with 4 workers two cores are idle for an eighth of it.
    maxWorkers: 6,
    // Importing a module does nothing here, so that test files can share it: a process and the imports cost 0.5 s a file.
    isolate: false,
    // Real processes on a busy machine: one that was starved of time gets a second chance where nobody is watching.
    retry: process.env.CI ? 1 : 0,
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/each-file.ts'],
    unstubEnvs: true,
  },
});
