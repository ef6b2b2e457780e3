import { expect, test } from 'vitest';
import { makeHome } from '../../../support/computer/home.js';
import { tracker } from '../../../support/computer/program.js';
import { signIn, startSmallService } from '../../../support/sandbox/service.js';
import { eachTest } from '../../../support/set-up.js';
import { allWell, answerWork, atOnce, endings, storedToken } from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

/** How often; more by hand: `ROUNDS=20 npx vitest run test/trust/tokens/parallel/processes.test.ts`. Tokens rotate with each answer, so that one round has dozens of them. */
const rounds = Number(process.env.ROUNDS ?? 1);

test('R18: 20 commands at once all succeed at a server that revokes the old token at once', {
  timeout: 120_000,
  retry: 0,
}, async () => {
  await signIn(home, service.origin, service.token(), ['--name', 'work']);
  answerWork(service, service.rotating);
  for (let round = 0; round < rounds; round++) {
    expect(endings(await atOnce(home, 'tasks list', 'status'))).toEqual(allWell);
    expect(storedToken(home, 'work')).toBe(service.token());
  }
  expect(home.listing().filter((line) => /lock|tmp/.test(line))).toEqual([]);
});

test('R18: and so do 8 with a token of the environment', async () => {
  const env = { TRACKER_TOKEN: service.token(), TRACKER_URL: service.origin };
  answerWork(service, service.rotating);
  expect(endings(await atOnce(home, 'tasks list', 'status', env, 8))).toEqual(allWell.slice(0, 8));
  expect((await tracker(home, 'token', { env })).stdout).toBe(`${service.token()}\n`);
});
