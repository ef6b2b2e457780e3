import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { runHere as tracker } from '../support/run-here.js';
import {
  newToken,
  type RunningSandbox,
  startSandbox,
  stopAndClose,
  stopSandbox,
} from '../support/sandbox/running-sandbox.js';
import { loadTerminals } from '../support/terminal/terminal.js';

const startAtTerminal = await loadTerminals();

let home: Home;
let sandbox: RunningSandbox;

beforeEach(async () => {
  home = makeHome();
  sandbox = await startSandbox(home, ['--memory', '--seed', 'empty']);
});

afterEach(async () => {
  await stopAndClose(home);
});

const currentToken = async (): Promise<string> => (await tracker(home, 'token')).stdout.trim();

/** The files below the home folder that hold a text. */
function filesWith(text: string): readonly string[] {
  const all = readdirSync(home.folder, { recursive: true, withFileTypes: true });
  return all
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((file) => readFileSync(file, 'latin1').includes(text));
}

const answerTo = async (token: string): Promise<number> =>
  (await fetch(`${sandbox.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

async function signInAs(name: string): Promise<string> {
  const token = await newToken(sandbox);
  const { code } = await tracker(home, ['login', sandbox.url, '--token', '--name', name], { stdin: token });
  expect(code).toBe(0);
  return token;
}

describe('logout', () => {
  test('ends the session and removes its token from every file', async () => {
    const token = await currentToken();
    expect(filesWith(token)).toEqual([join(home.folder, '.config/tracker/credentials.json')]);
    expect(await tracker(home, 'logout')).toEqual({
      code: 0,
      stdout: '',
      stderr: `Signed out of sandbox (${sandbox.url}).\nYou are not signed in to any other server.\n`,
    });
    expect(filesWith(token)).toEqual([]);
    expect(await answerTo(token)).toBe(401);
    expect(await tracker(home, 'tasks list')).toEqual({
      code: 3,
      stdout: '',
      stderr: `error: you are not signed in to sandbox (${sandbox.url})\nhint: tracker login --name sandbox\n`,
    });
  });

  test('may be repeated', async () => {
    await tracker(home, 'logout');
    expect(await tracker(home, 'logout')).toEqual({ code: 0, stdout: '', stderr: 'You were not signed in.\n' });
  });

  test('leaves other sign-ins alone, and takes all of them when asked to', async () => {
    const first = await currentToken();
    const second = await signInAs('work');
    await tracker(home, 'logout -I work');
    expect([await answerTo(first), await answerTo(second)]).toEqual([200, 401]);
    const third = await signInAs('more');
    expect((await tracker(home, 'logout --all')).code).toBe(0);
    expect([await answerTo(first), await answerTo(third)]).toEqual([401, 401]);
    expect(filesWith(first).concat(filesWith(third))).toEqual([]);
  });

  test('works without its server, with a warning', async () => {
    const token = await currentToken();
    await stopSandbox(home);
    const { code, stderr } = await tracker(home, 'logout');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: .*\nSigned out of sandbox /);
    expect(filesWith(token)).toEqual([]);
  });
});

describe('token', () => {
  test('is printed for other programs', async () => {
    const token = await currentToken();
    expect(await answerTo(token)).toBe(200);
    expect((await tracker(home, 'token --show')).stdout).toBe(`${token}\n`);
  });

  test.skipIf(!startAtTerminal)('is shown at a terminal only when asked to (needs @lydell/node-pty)', async () => {
    if (!startAtTerminal) return;
    const token = await currentToken();
    const hidden = await startAtTerminal(home, ['tracker', 'token']).ended;
    expect(hidden.code).toBe(2);
    expect(hidden.raw).not.toContain(token);
    expect(hidden.raw).toContain('--show');
    const shown = await startAtTerminal(home, ['tracker', 'token', '--show'], { showsToken: true }).ended;
    expect(shown).toEqual({ code: 0, raw: `${token}\r\n` });
  });

  test('stays out of what --debug prints', async () => {
    const token = await currentToken();
    const { code, stdout, stderr } = await tracker(home, 'whoami --debug');
    expect(code).toBe(0);
    expect(stderr).toContain('debug: ');
    expect(stdout + stderr).not.toContain(token);
  });
});

describe('instances', () => {
  test('are listed, chosen and removed', async () => {
    const first = await currentToken();
    await signInAs('work');
    const list = async (): Promise<string> => (await tracker(home, 'instances list --fields ref,default')).stdout;
    expect(await list()).toBe('sandbox\tfalse\nwork\ttrue\n');
    expect((await tracker(home, 'instances use sandbox')).code).toBe(0);
    expect(await list()).toBe('sandbox\ttrue\nwork\tfalse\n');
    expect((await tracker(home, 'whoami -I work')).stdout).toContain('instance\twork\n');
    expect((await tracker(home, 'whoami', { env: { TRACKER_INSTANCE: 'work' } })).stdout).toContain('instance\twork\n');
    expect((await tracker(home, 'instances remove sandbox')).code).toBe(2);
    expect((await tracker(home, 'instances remove sandbox --yes')).code).toBe(0);
    expect(await list()).toBe('work\ttrue\n');
    expect(filesWith(first)).toEqual([]);
  });

  test.each(['use', 'remove'])('%s says which there are when it knows no such name', async (verb) => {
    const { code, stderr } = await tracker(home, `instances ${verb} nowhere`);
    expect([2, 4]).toContain(code);
    expect(stderr).toMatch(/^error: .*nowhere.*\n/);
    expect(stderr).toContain('sandbox');
  });

  test('are probed without a token', async () => {
    expect(await tracker(home, 'instances probe')).toEqual({
      code: 0,
      stdout: `url\t${sandbox.url}\nname\ttracker\nversion\t1.0.0\napi\t1\nbranding\tTracker sandbox\n`,
      stderr: '',
    });
    await tracker(home, 'logout --all');
    expect((await tracker(home, ['instances', 'probe', sandbox.url])).code).toBe(0);
  });

  test('and whoami name the person and the server', async () => {
    const { code, stdout, stderr } = await tracker(home, 'whoami');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'name\tMara Lindqvist',
      `email\t${sandbox.email}`,
      expect.stringMatching(/^id\t[0-9a-f-]{36}$/),
      'instance\tsandbox',
      `url\t${sandbox.url}`,
    ]);
  });
});
