import { expect, test } from 'vitest';
import { openQueue } from '../../support/run.js';

const terminal = { columns: 100, rows: 30 };

test.each([
  ['--json', 'triage shows a screen and prints no data: --json, --fields and the like are not for it'],
  ['--fields ref', 'triage shows a screen and prints no data: --json, --fields and the like are not for it'],
  ['--dry-run', 'this command has no dry run'],
  ['--waiting --state all', '--waiting and --state cannot be used together'],
  ['-a noa --unassigned', '--assignee and --unassigned cannot be used together'],
])('triage %s is refused at a terminal', async (flags, why) => {
  const world = await openQueue();
  const ended = await world.run(`triage ${flags}`, { terminal, signal: AbortSignal.timeout(4_000) });
  // Before the screen has opened.
  expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
});

test('triage --pretty is refused in a pipe, which is no screen', async () => {
  const world = await openQueue();
  const ended = await world.run('triage --pretty', { terminal: { ...terminal, isPiped: true } });
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('triage needs a terminal') });
});
