import { expect, test } from 'vitest';
import { openWorld } from '../support/run.js';

const world = await openWorld();

test.each([
  [2, 'LONG'],
  [2, 'tasks list --LONG'],
  [2, 'tasks list --sort LONG'],
  [2, 'tasks list -L LONG'],
  [4, 'tasks list -a LONG'],
  [0, 'tasks list -s LONG'],
  [2, 'undo LONG'],
  [2, 'tasks list --sort LONG --json'],
])('an argument of 60 kB does not fill the screen: %i, %s', async (code, line) => {
  for (const long of ['x'.repeat(60_000), 'two words '.repeat(6_000).trim()]) {
    const words = line.split(' ').map((word) => word.replace('LONG', long));
    const ran = await world.run(words);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(long.slice(0, 100));
    expect(ran.stderr.length).toBeLessThan(1_000);
  }
});
