import { expect, test } from 'vitest';
import { openWorld } from '../support/run.js';

test.each(['tasks edit', 'tickets edit', 'tasks checklist', 'tickets checklist'])(
  'the help of %s says what merging cannot do',
  async (verb) => {
    const { stdout } = await (await openWorld()).run(`${verb} --help`);
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain('If someone else changes it at the same moment, one of the two changes can be lost.');
    expect(words).toContain('at most three writes in all');
  },
);
