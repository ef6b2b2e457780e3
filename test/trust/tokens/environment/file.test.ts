import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempt } from '../../../../src/contract/errors.js';
import { placesOf } from '../../../support/computer/files.js';
import { makeHome } from '../../../support/computer/home.js';
import { start } from '../../../support/computer/program.js';
import { usesNode } from '../../../support/computer/program-file.js';
import { runHere as tracker } from '../../../support/run-here.js';
import { canary, startSmallService, task } from '../../../support/sandbox/service.js';
import { type Answer, first, json } from '../../../support/servers/misbehaving-server.js';
import { eachTest } from '../../../support/set-up.js';
import { until } from '../../../support/until.js';
import {
  answerWork,
  credentialsFile,
  giveAway,
  interruptAtHeaders,
  permissionsUntestable,
  plainUser,
  sentTokens,
  stallAfterHeaders,
} from '../helpers.js';

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
const beside = (): readonly string[] => readdirSync(dirname(file)).filter((name) => name.startsWith('token'));

describe('R24: a rotated token of TRACKER_TOKEN_FILE is written back', () => {
  test('R24: also where no config folder exists or can exist, and none is made', async () => {
    for (const HOME of ['', '/proc/nowhere', home.folder]) {
      expect(await tracker(home, 'tasks list', { env: { ...env, HOME } })).toEqual(listed);
      expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    }
    expect(await tracker(home, 'status', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    expect(existsSync(join(home.folder, '.config'))).toBe(false);
    expect([beside(), placesOf(given, dirname(home.folder))]).toEqual([['token'], []]);
  });

  test('R24: and a file of the same name with an ending is left alone', async () => {
    writeFileSync(`${file}.new`, 'mine');
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    expect(readFileSync(`${file}.new`, 'utf8')).toBe('mine');
  });

  test('R24: and a server that is slow, but does not rotate, makes none either', async () => {
    answerWork(service, service.guarded);
    const answer = service.guarded(json({ tasks: [task] }));
    service.on('GET /api/v1/tasks', (exchange) => void setTimeout(() => answer(exchange), 400));
    for (const variable of [{ TRACKER_TOKEN: given }, { TRACKER_TOKEN_FILE: file }])
      expect(await tracker(home, 'tasks list', { env: { TRACKER_URL: service.origin, ...variable } })).toEqual(listed);
    expect(existsSync(join(home.folder, '.config'))).toBe(false);
  });

  test('R18: by 20 processes at once, each with another config folder', async () => {
    const runs = Array.from({ length: 20 }, (_, at) =>
      tracker(home, at % 4 === 0 ? 'status --json' : 'tasks list', {
        env: { ...env, TRACKER_CONFIG_DIR: join(home.folder, `config-${at}`) },
      }),
    );
    const ended = await Promise.all(runs);
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: '' })));
    expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    expect(beside()).toEqual(['token']);
  });

  test('R24: behind links, which stay, with its mode but never readable by others', async () => {
    const real = join(home.temporary, 'data');
    mkdirSync(join(home.temporary, 'inner'));
    renameSync(file, real);
    symlinkSync(real, join(home.temporary, 'inner', 'middle'));
    symlinkSync(join(home.temporary, 'inner', 'middle'), file);
    for (const [before, after] of [
      [0o644, 0o600],
      [0o640, 0o600],
      [0o400, 0o400],
      [0o600, 0o600],
    ] as const) {
      chmodSync(real, before);
      expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
      expect([readFileSync(real, 'utf8'), statSync(real).mode & 0o777]).toEqual([`${service.token()}\n`, after]);
    }
    expect([lstatSync(file).isSymbolicLink(), readlinkSync(file)]).toEqual([
      true,
      join(home.temporary, 'inner', 'middle'),
    ]);
    expect([beside(), readdirSync(home.temporary).sort()]).toEqual([['token'], ['data', 'inner']]);
  });

  test('R24: with the answer that comes last, of several that were asked for at once', async () => {
    // Whose token it is would be asked first, and requests would take turns after a change.
    answerWork(service, service.guarded);
    await tracker(home, 'whoami', { env });
    utimesSync(file, 0, 0);
    let last = '';
    const rotating =
      (answer: Answer): Answer =>
      (exchange) => {
        last = canary();
        exchange.response.setHeader('set-auth-token', last);
        answer(exchange);
      };
    answerWork(service, rotating);
    const late = rotating(json({ tickets: [] }));
    service.on('GET /api/v1/tickets', (exchange) => void setTimeout(() => late(exchange), 1_000));
    expect(await tracker(home, 'status', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(sentTokens(service))).toEqual(new Set([given]));
    expect(readFileSync(file, 'utf8')).toBe(`${last}\n`);
  });

  test('R24: past what a killed process has left', async () => {
    writeFileSync(`${file}.tracker-new`, canary());
    writeFileSync(`${file}.tracker-lock`, '999999999 1\n');
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    expect(beside()).toEqual(['token']);
  });
});

const notSaved = (why: RegExp): RegExp =>
  new RegExp(`^warning: the server sent a new token, but it could not be saved in ${file} \\(${why.source}\\).*\\n$`);

describe('R24: a token file that cannot be written', () => {
  test.skipIf(permissionsUntestable)('R24: for want of permission is one warning a command', async () => {
    giveAway(home);
    chmodSync(dirname(file), 0o500);
    for (const words of ['tasks list', 'status']) {
      const { code, stdout, stderr } = await start(home, ['tracker', ...words.split(' ')], { env, ...plainUser }).ended;
      expect({ words, code }).toEqual({ words, code: 0 });
      expect(stdout).not.toBe('');
      expect(stderr).toMatch(notSaved(/cannot write .*token\.tracker-lock: EACCES/));
    }
    chmodSync(dirname(file), 0o700);
    expect([readFileSync(file, 'utf8'), beside()]).toEqual([`${given}\n`, ['token']]);
  });

  test.skipIf(permissionsUntestable)('R19: and that others replace is still looked at after a refusal', async () => {
    giveAway(home);
    chmodSync(dirname(file), 0o555);
    const newer = canary();
    service.take(newer);
    answerWork(service, service.guarded);
    const running = start(home, ['tracker', 'tasks', 'list'], { env, ...plainUser });
    await service.received(1);
    writeFileSync(file, `${newer}\n`);
    expect(await running.ended).toEqual(listed);
    expect(sentTokens(service)).toEqual([given, newer, newer]);
  });

  test.skipIf(!plainUser.uid)('R24: because it is somebody else’s is left to them', async () => {
    giveAway(home);
    chownSync(file, 0, 0);
    chmodSync(file, 0o644);
    const { code, stderr } = await start(home, ['tracker', 'tasks', 'list'], { env, ...plainUser }).ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(notSaved(/only its owner can replace it/));
    expect([readFileSync(file, 'utf8'), statSync(file).uid, beside()]).toEqual([`${given}\n`, 0, ['token']]);
  });

  test('R24: because writing fails half-way is left whole, with the exit code of the request', async () => {
    mkdirSync(`${file}.tracker-new`);
    service.on('GET /api/v1/tasks', service.rotating(json({ message: 'No task here' }, 404)));
    const { code, stdout, stderr } = await tracker(home, 'tasks list', { env });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    const [warning = '', ...rest] = stderr.split(/(?<=\n)/);
    expect(warning).toMatch(notSaved(/.*/));
    expect(rest.join('')).toMatch(/^error: No task here\n/);
    expect(readFileSync(file, 'utf8')).toBe(`${given}\n`);
    expect(beside()).toEqual(['token', 'token.tracker-new']);
  });

  // As ssh and programs in Node start others; it cannot be opened by its path.
  test('because standard input is a socket is said, and what rotates is found again', async () => {
    for (let times = 0; times < 2; times++) {
      const socket = { env: { ...env, TRACKER_TOKEN_FILE: '/dev/stdin' }, stdin: `${given}\n` };
      const { code, stdout, stderr } = await start(home, ['tracker', 'tasks', 'list'], socket).ended;
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(task.title) });
      expect(stderr).toMatch(/could not be saved in \/dev\/stdin \(it is not a regular file\)/);
    }
  });
});

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
    chmodSync(file, 0o644);
    for (const words of ['tasks', 'status']) {
      const { code, stderr } = await start(home, [...mounted('rw'), words], { env }).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(readFileSync(file, 'utf8')).toBe(`${service.token()}\n`);
    }
    expect([statSync(file).mode & 0o777, readdirSync(dirname(file))]).toEqual([0o600, ['token']]);
  });

  test.skipIf(!canMount)('R24: and that is read-only has its successor kept beside the other tokens', async () => {
    for (const words of ['status', 'tasks']) {
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
    expect(sentTokens(service)).toContain(fresh);
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

/** Whether a process has this file open. */
function hasOpen(id: number, path: string): boolean {
  const folder = `/proc/${id}/fd`;
  return readdirSync(folder).some((each) => attempt(() => readlinkSync(join(folder, each))) === path);
}

describe('R26: a token file that is no ordinary one', () => {
  test.skipIf(!isLinux)('R26: a pipe is waited for, and Ctrl-C ends the wait', async () => {
    makePipe();
    const waiting = start(home, ['tracker', 'me', '--debug'], { env });
    // It has the pipe open once somebody can write without waiting.
    const late = start(home, ['sh', '-c', 'sleep 0.2; cat > "$TRACKER_TOKEN_FILE"'], { env, stdin: `${given}\n` });
    expect((await waiting.ended).code).toBe(0);
    expect((await late.ended).code).toBe(0);
    expect(sentTokens(service)).toEqual([given]);
    const stuck = start(home, ['tracker', 'tasks', 'list'], { env });
    await until('the wait', () => hasOpen(stuck.id, file));
    stuck.kill('SIGINT');
    expect(await stuck.ended).toEqual({ code: 130, stdout: '', stderr: 'error: interrupted\n' });
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

test.skipIf(!usesNode)('R16: SIGINT right after the headers leaves the new token in the file', async () => {
  service.on('GET /api/v1/me', service.rotating(stallAfterHeaders));
  const interrupted = { ...env, ...interruptAtHeaders(home) };
  expect((await start(home, ['tracker', 'me'], { env: interrupted }).ended).code).toBe(130);
  expect([readFileSync(file, 'utf8'), beside()]).toEqual([`${service.token()}\n`, ['token']]);
});
