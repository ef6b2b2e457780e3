import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { shell, start, tracker } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { type RunningSandbox, startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';

let home: Home;
let sandbox: RunningSandbox;

beforeAll(async () => {
  home = makeHome();
  sandbox = await startSandbox(home, ['--memory', '--rotate-every', '1']);
});

afterAll(async () => {
  await stopAndClose(home);
});

const currentToken = async (): Promise<string> => (await runHere(home, 'token')).stdout.trim();

describe('a server that replaces the token at every request', () => {
  test('leaves the next command with the newest one, and the old one nowhere', async () => {
    const before = await currentToken();
    expect((await tracker(home, 'tasks list')).code).toBe(0);
    const after = await currentToken();
    expect(after).not.toBe(before);
    const stored = readFileSync(join(home.folder, '.config/tracker/credentials.json'), 'utf8');
    expect([stored.includes(after), stored.includes(before)]).toEqual([true, false]);
  });

  test('is no trouble for a command of several requests', async () => {
    const { code, stdout, stderr } = await runHere(home, 'status --json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).errors).toEqual({});
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('is no trouble for 8 commands at once, nor for the one after them', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => tracker(home, 'tasks list --scope all -q')));
    expect(lists.map(({ code, stderr }) => ({ code, stderr }))).toEqual(lists.map(() => ({ code: 0, stderr: '' })));
    expect(new Set(lists.map(({ stdout }) => stdout)).size).toBe(1);
    expect(await tracker(home, 'whoami')).toMatchObject({ code: 0, stderr: '' });
    expect(home.listing().filter((line) => /lock|tmp/.test(line))).toEqual([]);
  });

  test('is followed from TRACKER_TOKEN, which stays as it is', async () => {
    const stored = await currentToken();
    const reply = await fetch(`${sandbox.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: sandbox.email, password: sandbox.password }),
    });
    const env = { TRACKER_TOKEN: reply.headers.get('set-auth-token') ?? '' };
    for (const words of ['tasks list', 'status', 'whoami', 'tasks view SCM-12']) {
      const { code, stderr } = await runHere(home, words, { env });
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    }
    expect(await currentToken()).toBe(stored);
  });

  test('loses no token to a reader that leaves', async () => {
    for (let round = 0; round < 5; round++) await shell(home, 'tracker tasks list --scope all | true');
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });

  test('loses no token to a signal', async () => {
    for (const pauses of [0, 1, 2, 4, 8]) {
      const running = start(home, ['tracker', 'tasks', 'list', '--scope', 'all', '--debug']);
      await running.waitFor(/debug: .*/);
      for (let pause = 0; pause < pauses; pause++) await new Promise((resolve) => setImmediate(resolve));
      running.kill('SIGINT');
      // A signal that comes while Node shuts down ends the process by itself, without a code.
      expect([0, 130, undefined]).toContain((await running.ended).code);
    }
    expect((await tracker(home, 'tasks list')).code).toBe(0);
  });
});
