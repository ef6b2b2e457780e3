import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import type { Outcome } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { ann, startSmallService } from '../../support/sandbox/service.js';
import { first, json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { signInAt, startLogin } from './attempt.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let config: string;

beforeEach(async () => {
  config = join(home.folder, 'config');
  mkdirSync(config, { mode: 0o700 });
});

/** From now on nothing can be stored: there is a file where the folder should be. */
const block = (): void => {
  rmSync(config, { recursive: true });
  writeFileSync(config, '');
};

const env = (): Record<string, string> => ({ TRACKER_CONFIG_DIR: config });

async function loginByCallback(): Promise<Outcome> {
  const login = await startLogin(home, service.origin, ['--no-browser'], env());
  await signInAt(login, service.token());
  return await login.ended;
}

const endings = (): readonly (string | undefined)[] =>
  service.requests.filter(({ target }) => target === '/api/auth/sign-out').map(({ headers }) => headers.authorization);

describe('a sign-in that cannot be stored', () => {
  beforeEach(() => service.on('GET /api/v1/me', first(block, service.rotating(json({ user: ann })))));

  test('R11: leaves no session behind, and its newest token ends it', async () => {
    service.on('POST /api/auth/sign-out', service.guarded(json({ success: true })));
    const { code, stderr } = await loginByCallback();
    expect(code).toBe(1);
    expect(stderr).toMatch(/\nerror: [^\n]*\/config\b/);
    expect(stderr).not.toContain('warning:');
    expect(endings()).toEqual([`Bearer ${service.token()}`]);
    expect(placesOf(service.token(), home.folder)).toEqual([]);
  });

  test('R11: says so where the session may still be open', async () => {
    service.on('POST /api/auth/sign-out', json({}, 500));
    const { code, stderr } = await loginByCallback();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\nwarning: the new session on http:\S+ may still be open: it returned 500\nerror: [^\n]*\/config\b/,
    );
  });

  test('R11: leaves a token that was made elsewhere as it is', async () => {
    const { code } = await tracker(home, ['login', service.origin, '--token'], { stdin: service.token(), env: env() });
    expect(code).toBe(1);
    expect(endings()).toEqual([]);
  });
});

test('R11: a sign-in that is interrupted while its token is tried leaves no session behind', async () => {
  service.on('GET /api/v1/me', silence);
  service.on('POST /api/auth/sign-out', json({ success: true }));
  const login = await startLogin(home, service.origin, ['--no-browser'], env());
  await signInAt(login, service.token());
  await service.received(2);
  login.kill('SIGINT');
  expect((await login.ended).code).toBe(130);
  expect(endings()).toEqual([`Bearer ${service.token()}`]);
});
