import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledSource } from './test/support/compile-source.mjs';

/** Files that take long for their size. */
const long = [
  'golden/lists',
  'golden/views',
  'commands/odd-shapes',
  'commands/bulk/refused-midway',
  'commands/triage/spoken-day',
  'memory/offline',
  'output/slow-texts',
  'lists/tags',
  'lists/checklist/change-luck',
  'cli/accessible-verbs',
  'cli/command-line/invocation',
  'e2e/wait-notice',
  'e2e/triage/day',
  'e2e/triage/taking-over',
  'trust/sides',
  'trust/obedient-agent',
  'trust/own-merges',
  'trust/once',
  'trust/login/read-only-config',
  'trust/tokens/parallel/processes',
  'trust/tokens/parallel/interrupted',
].map((name) => `/test/${name}.test.ts`);

/** Vitest begins with the largest files, and would end with these, while nothing else is left to run beside them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(long.some((name) => moduleId.endsWith(name)));
    return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one));
  }
}

export default defineConfig({
  plugins: [compiledSource],
  test: {
    include: ['test/**/*.test.ts'],
    // What is waited for has a limit of its own (`until`). This is for what hangs, and no less than twice what the longest take where
    // they share two slow cores: a test that is given up goes on running beside its second try.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Much of the time goes into waiting for processes and sockets: with 4 workers two cores are idle for an eighth of it.
    maxWorkers: 6,
    // Several workers on two cores: to collect garbage in threads, and often, takes a tenth more processor time.
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Importing a module does nothing here, so that test files can share it: a process and the imports cost 0.5 s a file.
    isolate: false,
    // Real processes on a busy machine: one that was starved of time gets a second chance where nobody is watching.
    retry: process.env.CI ? 1 : 0,
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/each-file.ts'],
    unstubEnvs: true,
  },
});
