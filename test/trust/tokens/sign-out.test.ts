import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService } from '../../support/sandbox/service.js';
import { json, text } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { credentialsFile, storedToken } from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let first: string;

beforeEach(async () => {
  first = service.token();
  service.on('POST /api/auth/sign-out', json({ success: true }));
  await signIn(home, service.origin, first, ['--name', 'work']);
});

test('R23: a later sign-out still removes what a killed process left', async () => {
  expect((await tracker(home, 'logout')).code).toBe(0);
  writeFileSync(`${credentialsFile(home)}.tmp-1234567890`, `{"tokens":{"work":{"token":"${first}"}}}`);
  expect((await tracker(home, 'logout')).code).toBe(0);
  expect(placesOf(first, dirname(credentialsFile(home)))).toEqual([]);
});

test('R23: a damaged file that a sign-in has set aside does not outlive the sign-out', async () => {
  const second = canary();
  writeFileSync(credentialsFile(home), `{"tokens":{"work":{"token":"${first}"`);
  service.take(second);
  await signIn(home, service.origin, second, ['--name', 'work']);
  expect(storedToken(home, 'work')).toBe(second);
  expect((await tracker(home, 'logout --all')).code).toBe(0);
  expect([first, second].flatMap((token) => placesOf(token, dirname(credentialsFile(home))))).toEqual([]);
});

test('R23: where nobody ever signed in there is nothing to do', async () => {
  const config = `${home.temporary}/empty`;
  mkdirSync(config);
  const ended = await tracker(home, 'logout --all', { env: { TRACKER_CONFIG_DIR: config } });
  expect(ended).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
});

test('R23: what is no yes to the end of a session is not taken for one', async () => {
  for (const status of [300, 302, 304]) {
    service.on('POST /api/auth/sign-out', text('', status));
    const { code, stderr } = await tracker(home, 'logout');
    expect({ status, code, stderr }).toEqual({
      status,
      code: 0,
      stderr: expect.stringContaining(`returned ${status}`),
    });
    await signIn(home, service.origin, first, ['--name', 'work']);
  }
});
