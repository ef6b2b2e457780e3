import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { stopAndClose } from '../support/sandbox/running-sandbox.js';
import { eachTest } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

const home = eachTest(makeHome, stopAndClose);

test('npm start names npx tracker, and the password last', () => {
  const { status, stdout } = spawnSync(process.execPath, [script], { env: home.env, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).not.toMatch(/^\$ (?!npx tracker )/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^with the password \S+, which is shown only here\.$/);
  expect(stdout.match(/password/g)).toHaveLength(1);
});

test.skipIf(!hasTerminal)('at a terminal it goes on after Enter', async () => {
  const size = { columns: 80, rows: 24 };
  const session = startAtTerminal(home, [process.execPath, script], { size, env: { PAGER: 'cat', NO_COLOR: '1' } });
  for (const next of [/as Mara[\s\S]*Enter/, /-I sandbox status[\s\S]*Enter/, /--sort due[\s\S]*Enter/]) {
    await session.waitFor(next);
    session.type('\r');
  }
  await session.waitFor(/--comments 2[\s\S]*Enter/);
  session.type('\u0003');
  expect((await session.ended).code).toBe(130);
});
