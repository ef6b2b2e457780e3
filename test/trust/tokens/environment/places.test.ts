import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../../../support/computer/home.js';
import { start } from '../../../support/computer/program.js';
import { runHere as tracker } from '../../../support/run-here.js';
import { canary, startSmallService, task } from '../../../support/sandbox/service.js';
import { first, json } from '../../../support/servers/misbehaving-server.js';
import { eachTest } from '../../../support/set-up.js';
import { answerWork, credentialsFile, sentTokens } from '../helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let given: string;
let file: string;
let env: Record<string, string>;

beforeEach(async () => {
  given = service.token();
  answerWork(service, service.rotating);
  file = home.write('token', `${given}\n`);
  env = { TRACKER_TOKEN_FILE: file, TRACKER_URL: service.origin };
});

const listed = { code: 0, stdout: expect.stringContaining(task.title), stderr: '' };
const makePipe = (): void => {
  file = `${file}-pipe`;
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  env.TRACKER_TOKEN_FILE = file;
};

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;
const isLinux = process.platform === 'linux';
/** Runs a command in a mount namespace of its own, in which the token file is a mount by itself. */
const mounted = (options: string): readonly string[] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount --bind "$TRACKER_TOKEN_FILE" "$TRACKER_TOKEN_FILE" && mount -o remount,bind,${options} "$TRACKER_TOKEN_FILE" && exec tracker "$@"`,
  'sh',
];
const canMount = isLinux && spawnSync('unshare', ['-m', 'sh', '-c', 'mount --bind /tmp /tmp']).status === 0;

describe('R24: a token file that is a mount of its own', () => {
  test.skipIf(!canMount)('R24: is written into', async () => {
    writeFileSync(file, `${given}\r\n`);
    for (const words of ['tasks', 'tasks', 'status']) {
      const { code, stderr } = await start(home, [...mounted('rw'), words], { env }).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    }
    expect(readdirSync(dirname(file))).toEqual(['token']);
  });

  test.skipIf(!canMount)('R24: and that is read-only has its successor kept beside the other tokens', async () => {
    for (const words of ['tasks', 'status', 'tasks']) {
      const { code, stdout, stderr } = await start(home, [...mounted('ro'), words], { env }).ended;
      expect({ words, code }).toEqual({ words, code: 0 });
      expect(stdout).not.toBe('');
      expect(stderr).toMatch(/^warning: the server sent a new .* saved in \S+ \(.*\); it was saved in \S+ instead\n$/);
      expect(readFileSync(file, 'utf8')).toBe(`${given}\n`);
      expect(readFileSync(credentialsFile(home), 'utf8')).toContain(service.token());
    }
    // A token that is put there later is a new beginning.
    const fresh = canary();
    service.take(fresh);
    writeFileSync(file, fresh);
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(sentTokens(service).at(-1)).toBe(fresh);
    expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
  });
});

test('R24: a token that somebody writes to the file while a request runs stays there', async () => {
  const fresh = canary();
  service.on(
    'GET /api/v1/tasks',
    service.rotating(first(() => writeFileSync(file, `${fresh}\n`), json({ tasks: [task] }))),
  );
  expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
  expect(readFileSync(file, 'utf8')).toBe(`${fresh}\n`);
  service.take(fresh);
  answerWork(service, service.rotating);
  expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
  expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
});

describe('R26: a token file that is no ordinary one', () => {
  test.skipIf(!isLinux)('R26: a pipe is waited for, and Ctrl-C ends the wait', async () => {
    makePipe();
    const waiting = start(home, ['tracker', 'tasks', 'list', '--debug'], { env });
    // It has the pipe open once somebody can write without waiting.
    const late = start(home, ['sh', '-c', 'sleep 0.2; cat > "$TRACKER_TOKEN_FILE"'], { env, stdin: `${given}\n` });
    expect((await waiting.ended).code).toBe(0);
    expect((await late.ended).code).toBe(0);
    expect(sentTokens(service)).toEqual([given]);
    const stuck = start(home, ['sh', '-c', 'echo begun >&2; exec tracker tasks list'], { env });
    await stuck.waitFor(/begun/);
    await new Promise((resolve) => setTimeout(resolve, 700));
    stuck.kill('SIGINT');
    expect(await stuck.ended).toEqual({ code: 130, stdout: '', stderr: 'begun\nerror: interrupted\n' });
  });

  test.skipIf(!hasBash || !isLinux)('R26: what a command writes, at once or later, is read', async () => {
    for (const command of ['cat', 'sleep 0.3; cat']) {
      service.take(given);
      const line = `TRACKER_TOKEN_FILE=<(${command} "$GIVEN") exec tracker tasks list`;
      const { code, stderr } = await start(home, ['bash', '-c', line], {
        env: { GIVEN: file, TRACKER_URL: service.origin, TRACKER_CONFIG_DIR: `${home.folder}/${command.length}` },
      }).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('it is not a regular file') });
    }
    const empty = 'TRACKER_TOKEN_FILE=<(true) exec tracker tasks list';
    expect(await start(home, ['bash', '-c', empty], { env }).ended).toMatchObject({ code: 2, stdout: '' });
  });

  test.skipIf(!isLinux)('R26: what does not end is a usage error', async () => {
    const large = home.write('large', 'x'.repeat(70_000));
    for (const TRACKER_TOKEN_FILE of ['/dev/zero', large]) {
      const { code, stderr } = await tracker(home, 'tasks list', { env: { ...env, TRACKER_TOKEN_FILE } });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `error: TRACKER_TOKEN_FILE: ${TRACKER_TOKEN_FILE} is larger than 64 kB\n`,
      });
    }
    expect(service.requests).toEqual([]);
  });
});
