import { spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { helperName, putHelper } from '../../../support/computer/credential-helper.js';
import { placesOf } from '../../../support/computer/files.js';
import { makeHome } from '../../../support/computer/home.js';
import { type Outcome, start, tracker } from '../../../support/computer/program.js';
import { programCommand } from '../../../support/computer/program-file.js';
import { startServiceFor } from '../../../support/sandbox/service.js';
import { eachTest } from '../../../support/set-up.js';
import {
  allWell,
  answerWork,
  atOnce,
  credentialsFile,
  endings,
  giveAway,
  permissionsUntestable,
  plainUser,
  storedToken,
} from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

beforeEach(() => answerWork(service, service.rotating));

const lockFile = (): string => `${credentialsFile(home)}.lock`;
const locks = (): readonly string[] => home.listing().filter((line) => /lock|tmp/.test(line));

/** How often; more by hand: `ROUNDS=20 npx vitest run test/trust/tokens/parallel/processes.test.ts`. Tokens rotate with each answer, so that one round has dozens of them. */
const rounds = Number(process.env.ROUNDS ?? 1);

describe.each(['none', 'a helper'])('R18: with %s for the tokens', (keeper) => {
  beforeEach(async () => {
    if (keeper === 'none') return;
    putHelper(home);
    expect((await tracker(home, `config set credential-helper ${helperName}`)).code).toBe(0);
  });

  test('R90, R18: 20 commands at once all succeed at a server that revokes the old token at once', {
    retry: 0,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      expect(endings(await atOnce(home, 'tasks list', 'status'))).toEqual(allWell);
      expect((await tracker(home, 'token')).stdout).toBe(`${service.token()}\n`);
    }
    expect(locks()).toEqual([]);
    expect(placesOf(service.token(), home.folder).length).toBe(keeper === 'none' ? 1 : 0);
  });

  test('R90, R18: and so do 5 with a token of the environment', async () => {
    const env = { TRACKER_TOKEN: service.token(), TRACKER_URL: service.origin };
    expect(endings(await atOnce(home, 'tasks list', 'status', env, 5))).toEqual(allWell.slice(0, 5));
    expect((await tracker(home, 'token', { env })).stdout).toBe(`${service.token()}\n`);
    expect(placesOf(service.token(), home.folder).length).toBe(keeper === 'none' ? 1 : 0);
  });
});

const contained = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', ...programCommand];
const hasContainers = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

test.skipIf(!hasContainers)(
  'R18: six containers that share a home all succeed at a server that voids the old token at once, twice in a row',
  async () => {
    for (let round = 0; round < 2; round++) {
      const commands = Array.from({ length: 6 }, (_, at) => (at % 4 === 3 ? ['status'] : ['tasks', 'list']));
      const outcomes = await Promise.all(commands.map((words) => start(home, [...contained, ...words]).ended));
      expect(endings(outcomes)).toEqual(outcomes.map(() => ({ code: 0, stderr: '' })));
      expect(storedToken(home, 'work')).toBe(service.token());
    }
    expect(locks()).toEqual([]);
  },
);

/** Runs a command whose answer rotates the token, and tells how long it took in milliseconds. */
async function timed(options = {}): Promise<Outcome & { readonly took: number }> {
  const started = performance.now();
  const outcome = await tracker(home, 'whoami --json', options);
  return { ...outcome, took: performance.now() - started };
}

test.skipIf(permissionsUntestable !== undefined || process.getuid?.() !== 0)(
  'R68: and the lock of a dead process of somebody else, which cannot be read',
  async () => {
    giveAway(home);
    const { took: usual } = await timed(plainUser);
    writeFileSync(lockFile(), '4194304 1\n', { mode: 0o600 });
    chownSync(lockFile(), 0, 0);
    const { code, stderr, took } = await timed(plainUser);
    expect([code, stderr]).toEqual([0, '']);
    expect(took - usual).toBeLessThan(5_000);
    expect(storedToken(home, 'work')).toBe(service.token());
  },
);
