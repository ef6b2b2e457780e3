import { expect, test } from 'vitest';
import { makeHome } from '../../../support/computer/home.js';
import { tracker } from '../../../support/computer/program.js';
import { newToken, startSandbox, stopAndClose } from '../../../support/sandbox/running-sandbox.js';
import { allTests } from '../../../support/set-up.js';
import { allWell, atOnce, endings } from '../helpers.js';

const home = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(home, ['--memory', '--rotate-every', '1']));

/** How often; more by hand: `ROUNDS=20 npx vitest run test/trust/tokens/parallel/sandbox.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 1);

test('R18: 20 commands at once all succeed at a sandbox that rotates with every request', {
  timeout: 120_000,
  retry: 0,
}, async () => {
  for (let round = 0; round < rounds; round++)
    expect(endings(await atOnce(home, 'tasks list -q', 'status --json'))).toEqual(allWell);
  expect(await tracker(home, 'whoami')).toMatchObject({ code: 0, stderr: '' });
});

test('R18: and so do 8 with a token from the environment', async () => {
  const env = { TRACKER_TOKEN: await newToken(sandbox), TRACKER_URL: sandbox.url };
  expect(endings(await atOnce(home, 'tasks list -q', 'status --json', env, 8))).toEqual(allWell.slice(0, 8));
  expect(await tracker(home, 'whoami', { env })).toMatchObject({ code: 0, stderr: '' });
}, 60_000);
