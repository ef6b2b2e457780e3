import { expect, test } from 'vitest';
import { openWorld } from '../support/run.js';

test.each(['tasks edit', 'tickets edit', 'tasks checklist', 'tickets checklist'])(
  'the help of %s says what merging cannot do',
  async (verb) => {
    const { stdout } = await (await openWorld()).run(`${verb} --help`);
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain('a change that someone else makes between the read and the write is lost');
    expect(words).toContain('at most three writes in all');
  },
);
