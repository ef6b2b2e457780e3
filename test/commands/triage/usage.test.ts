import { expect, test } from 'vitest';
import { openWorld } from '../../support/run.js';

const terminal = { columns: 100, rows: 30 };

test.each([
  ['--json', 'triage shows a screen and prints no data: --json, --fields and the like are not for it'],
  ['--fields ref', 'triage shows a screen and prints no data: --json, --fields and the like are not for it'],
  ['--dry-run', 'this command has no dry run'],
])('triage %s is refused at a terminal', async (flags, why) => {
  const world = await openWorld();
  const ended = await world.run(`triage ${flags}`, { terminal, signal: AbortSignal.timeout(4_000) });
  expect({ code: ended.code, out: ended.stdout + ended.stderr }).toEqual({
    code: 2,
    out: expect.stringContaining(why),
  });
});
