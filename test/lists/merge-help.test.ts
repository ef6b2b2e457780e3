import { expect, test } from 'vitest';
import { openWorld } from '../support/run.js';

test.each(['tasks edit', 'tickets edit', 'tasks checklist', 'tickets checklist'])(
  'the help of %s says what merging cannot do',
  async (verb) => {
    const { stdout } = await (await openWorld()).run(`${verb} --help`);
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain('What somebody writes between our reading and our writing is lost; and ours is where they');
    expect(words).toContain('at most three writes in all');
  },
);
